//===- Files.cpp - Reading and writing whole files ------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace bankfix;

/// Larger files are not kernels somebody wrote.
static constexpr uint64_t MaxSourceBytes = 32 << 20;

static llvm::Error error(const llvm::Twine &Message) {
  return llvm::createStringError(Message);
}

llvm::Expected<std::string> bankfix::readSource(llvm::StringRef Path) {
  llvm::sys::fs::file_status Status;
  if (std::error_code E = llvm::sys::fs::status(Path, Status))
    return error("cannot read the file: " + E.message());
  if (llvm::sys::fs::is_directory(Status))
    return error("is a directory; name the files in it");
  if (Status.getSize() > MaxSourceBytes)
    return error("is larger than 32 MiB; bankfix reads kernel sources only");
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return error("cannot read the file: " + Buffer.getError().message());
  std::string Text = (*Buffer)->getBuffer().str();
  if (Text.find('\0') != std::string::npos)
    return error("is not a text file: it contains zero bytes (UTF-16? save it "
                 "as UTF-8)");
  return Text;
}

static llvm::Error writeInto(llvm::StringRef Path, llvm::StringRef Text) {
  std::error_code E;
  llvm::raw_fd_ostream OS(Path, E, llvm::sys::fs::CD_OpenExisting);
  if (!E) {
    OS << Text;
    OS.flush();
    E = OS.error();
    OS.clear_error();
  }
  return E ? error("cannot write '" + Path + "': " + E.message())
           : llvm::Error::success();
}

llvm::Error bankfix::writeWhole(llvm::StringRef Wanted, llvm::StringRef Text) {
  // A link stays one: the file that it leads to is replaced.
  llvm::SmallString<128> Path(Wanted);
  if (llvm::SmallString<128> Real; !llvm::sys::fs::real_path(Wanted, Real))
    Path = Real;
  // A device or a pipe is written to, never replaced.
  llvm::sys::fs::file_status Status;
  if (!llvm::sys::fs::status(Path, Status) && llvm::sys::fs::exists(Status) &&
      !llvm::sys::fs::is_regular_file(Status))
    return writeInto(Wanted, Text);
  auto Temporary =
      llvm::sys::fs::TempFile::create(llvm::Twine(Path) + ".%%%%%%.tmp");
  if (!Temporary)
    return error("cannot write '" + Wanted +
                 "': " + llvm::toString(Temporary.takeError()));
  llvm::raw_fd_ostream OS(Temporary->FD, /*shouldClose=*/false);
  OS << Text;
  OS.flush();
  if (std::error_code E = OS.error()) {
    OS.clear_error();
    llvm::consumeError(Temporary->discard());
    return error("cannot write '" + Wanted + "': " + E.message());
  }
  auto Mode = llvm::sys::fs::getPermissions(Path);
  if (Mode)
    (void)llvm::sys::fs::setPermissions(Temporary->TmpName, *Mode);
  else
    (void)llvm::sys::fs::setPermissions(
        Temporary->TmpName,
        llvm::sys::fs::perms(0666 & ~llvm::sys::fs::getUmask()));
  if (llvm::Error E = Temporary->keep(Path)) {
    std::string Why = llvm::toString(std::move(E));
    return error("cannot write '" + Wanted + "': " + Why);
  }
  return llvm::Error::success();
}
