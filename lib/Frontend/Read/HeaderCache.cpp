//===- HeaderCache.cpp - What is kept for other runs ----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/HeaderCache.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace bankfix;

/// Empty where the user has none.
static std::string cacheFolder() {
  llvm::SmallString<128> Path;
  if (!llvm::sys::path::cache_directory(Path))
    return "";
  llvm::sys::path::append(Path, "bankfix");
  return Path.str().str();
}

/// The file of \p Key, by a name that llvm::pruneCache takes for one of its
/// own.
static std::string fileOf(llvm::StringRef Folder, llvm::StringRef Key) {
  return (Folder + "/llvmcache-" + Key).str();
}

// In a file, a checksum follows: Clang does not survive what is broken.
static constexpr size_t ChecksumBytes = 8;

static std::string checksumOf(llvm::StringRef Bytes) {
  char Sum[ChecksumBytes];
  llvm::support::endian::write64le(Sum, llvm::xxh3_64bits(Bytes));
  return std::string(Sum, sizeof Sum);
}

/// What \p Stored holds besides; empty if that is not all that was written.
static llvm::StringRef checked(llvm::StringRef Stored) {
  llvm::StringRef Bytes =
      Stored.drop_back(std::min(ChecksumBytes, Stored.size()));
  return Stored.drop_front(Bytes.size()) == checksumOf(Bytes)
             ? Bytes
             : llvm::StringRef();
}

/// Nothing where that fails; other runs see all of it or none.
static void store(const std::string &Folder, const std::string &File,
                  llvm::StringRef Bytes) {
  if (llvm::sys::fs::create_directories(Folder))
    return;
  auto Temporary = llvm::sys::fs::TempFile::create(Folder + "/%%%%%%.tmp");
  if (!Temporary)
    return llvm::consumeError(Temporary.takeError());
  llvm::raw_fd_ostream OS(Temporary->FD, /*shouldClose=*/false);
  OS << Bytes << checksumOf(Bytes);
  OS.flush();
  bool Failed = OS.has_error();
  OS.clear_error();
  llvm::consumeError(Failed ? Temporary->discard() : Temporary->keep(File));
  llvm::CachePruningPolicy Policy;
  Policy.Expiration = std::chrono::hours(24 * 30);
  Policy.MaxSizeBytes = 256 << 20;
  llvm::pruneCache(Folder, Policy);
}

llvm::StringRef HeaderCache::get(const std::string &Key, unsigned From,
                                 llvm::function_ref<std::string()> Make) {
  std::lock_guard<std::mutex> Guard(Lock);
  Kept &Out = All[Key];
  if (Out.IsSettled)
    return Out.Bytes;
  std::string Folder = cacheFolder(), File = fileOf(Folder, Key);
  if (!Folder.empty() && Out.Asked == 0)
    if (auto Stored = llvm::MemoryBuffer::getFile(
            File, /*IsText=*/false, /*RequiresNullTerminator=*/false)) {
      Out.Bytes = checked((*Stored)->getBuffer());
      Out.Owner = std::move(*Stored);
      Out.Asked = 1; // By another run, if it left nothing else.
    }
  if (Out.Bytes.empty()) {
    bool IsTime = ++Out.Asked >= From;
    if (IsTime) {
      Out.Owner = llvm::MemoryBuffer::getMemBufferCopy(Make());
      Out.Bytes = Out.Owner->getBuffer();
    }
    if (!Folder.empty())
      store(Folder, File, Out.Bytes);
    if (!IsTime)
      return "";
  }
  Out.IsSettled = true;
  return Out.Bytes;
}

void HeaderCache::forget(const std::string &Key) {
  std::lock_guard<std::mutex> Guard(Lock);
  Kept &Gone = All[Key]; // Other threads may still read it.
  Gone.Bytes = "";
  Gone.IsSettled = true;
  if (std::string Folder = cacheFolder(); !Folder.empty())
    llvm::sys::fs::remove(fileOf(Folder, Key));
}
