//===- Files.cpp - Reading and writing whole files ------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <utility>

using namespace bankfix;

/// Larger files are not kernels somebody wrote.
static constexpr uint64_t MaxSourceBytes = 32 << 20;

static llvm::Error error(const llvm::Twine &Message) {
  return llvm::createStringError(Message);
}

/// The language of a kernel's source that bankfix does not read; else empty.
static llvm::StringRef otherLanguage(llvm::StringRef Path) {
  return llvm::StringSwitch<llvm::StringRef>(llvm::sys::path::extension(Path))
      .Case(".metal", "Metal")
      .Cases({".glsl", ".comp"}, "GLSL")
      .Case(".hlsl", "HLSL")
      .Case(".wgsl", "WGSL")
      .Default("");
}

static llvm::Expected<std::string> checked(std::string Text) {
  if (Text.size() > MaxSourceBytes)
    return error("is larger than 32 MiB; bankfix reads kernel sources only");
  if (Text.find('\0') != std::string::npos)
    return error("is not a text file: it contains zero bytes (UTF-16? save it "
                 "as UTF-8)");
  return Text;
}

llvm::Expected<std::string> bankfix::readSource(llvm::StringRef Path,
                                                llvm::StringRef StdinName) {
  if (llvm::StringRef Language = otherLanguage(Path); !Language.empty())
    return error("is " + Language +
                 "; bankfix reads CUDA (.cu, .cuh), HIP (.hip) and OpenCL "
                 "(.cl)");
  if (!StdinName.empty() && Path == StdinName) {
    auto Buffer = llvm::MemoryBuffer::getSTDIN();
    if (!Buffer)
      return error("cannot read standard input: " +
                   Buffer.getError().message());
    return checked((*Buffer)->getBuffer().str());
  }
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
  return checked((*Buffer)->getBuffer().str());
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

/// The file that \p Wanted leads to: a link stays one.
static std::string target(llvm::StringRef Wanted) {
  llvm::SmallString<128> Real;
  return llvm::sys::fs::real_path(Wanted, Real) ? Wanted.str()
                                                : Real.str().str();
}

/// A device or a pipe is written to, never replaced.
static bool isSpecial(llvm::StringRef Path) {
  llvm::sys::fs::file_status Status;
  return !llvm::sys::fs::status(Path, Status) &&
         llvm::sys::fs::exists(Status) &&
         !llvm::sys::fs::is_regular_file(Status);
}

namespace {

/// A text that lies beside the file whose place it is to take.
class StagedText {
public:
  /// \p Wanted names the file in messages.
  static llvm::Expected<StagedText> write(llvm::StringRef Wanted,
                                          llvm::StringRef Text);
  StagedText(StagedText &&) = default;
  ~StagedText() { llvm::consumeError(File.discard()); }

  /// Never copies where the file cannot be renamed: that may stop half-way.
  std::error_code rename() {
    std::error_code E = llvm::sys::fs::rename(File.TmpName, Path);
    if (!E)
      File.TmpName.clear();
    return E;
  }

private:
  StagedText(std::string Path, llvm::sys::fs::TempFile File)
      : Path(std::move(Path)), File(std::move(File)) {}

  std::string Path;
  llvm::sys::fs::TempFile File;
};

} // namespace

llvm::Expected<StagedText> StagedText::write(llvm::StringRef Wanted,
                                             llvm::StringRef Text) {
  std::string Path = target(Wanted);
  auto Fail = [&](const llvm::Twine &Why) {
    return error("cannot write '" + Wanted + "': " + Why);
  };
  bool Exists = llvm::sys::fs::exists(Path);
  if (Exists && !llvm::sys::fs::can_write(Path))
    return Fail("it is read-only");
  auto Temporary =
      llvm::sys::fs::TempFile::create(llvm::Twine(Path) + ".%%%%%%.tmp");
  if (!Temporary)
    return Fail(llvm::toString(Temporary.takeError()));
  StagedText Staged(Path, std::move(*Temporary));
  llvm::raw_fd_ostream OS(Staged.File.FD, /*shouldClose=*/false);
  OS << Text;
  OS.flush();
  std::error_code E = OS.error(); // Some file systems fail only on closing.
  std::error_code OnClosing = llvm::sys::Process::SafelyCloseFileDescriptor(
      std::exchange(Staged.File.FD, -1));
  OS.clear_error();
  if (E || OnClosing)
    return Fail((E ? E : OnClosing).message());
  auto Mode = llvm::sys::fs::getPermissions(Path);
  (void)llvm::sys::fs::setPermissions(
      Staged.File.TmpName,
      Mode ? *Mode : llvm::sys::fs::perms(0666 & ~llvm::sys::fs::getUmask()));
  return Staged;
}

llvm::Error bankfix::writeWhole(llvm::StringRef Wanted, llvm::StringRef Text) {
  if (isSpecial(Wanted))
    return writeInto(Wanted, Text);
  llvm::Expected<StagedText> New = StagedText::write(Wanted, Text);
  if (!New)
    return New.takeError();
  if (std::error_code E = New->rename())
    return error("cannot write '" + Wanted + "': " + E.message());
  return llvm::Error::success();
}

namespace {

/// A file that no other run replaces meanwhile, and that holds what was read;
/// one that was not there is, until it is clear that it stays.
class HeldFile {
public:
  static llvm::Expected<HeldFile> hold(const NewFile &F);
  HeldFile(HeldFile &&Other)
      : FD(std::exchange(Other.FD, -1)),
        Made(std::exchange(Other.Made, std::string())) {}
  ~HeldFile() {
    if (FD != -1) // That lets go of it, too.
      (void)llvm::sys::Process::SafelyCloseFileDescriptor(FD);
    if (!Made.empty())
      (void)llvm::sys::fs::remove(Made);
  }
  void stays() { Made.clear(); }

private:
  HeldFile(int FD, std::string Made) : FD(FD), Made(std::move(Made)) {}

  int FD;
  std::string Made;
};

} // namespace

llvm::Expected<HeldFile> HeldFile::hold(const NewFile &F) {
  constexpr std::chrono::seconds Longest(60);
  int FD = -1;
  const bool IsNew = F.Before.empty() && !llvm::sys::fs::exists(F.Path);
  if (std::error_code E = llvm::sys::fs::openFileForReadWrite(
          F.Path, FD,
          IsNew ? llvm::sys::fs::CD_CreateNew : llvm::sys::fs::CD_OpenExisting,
          llvm::sys::fs::OF_None))
    return error("cannot write '" + F.Path + "': " +
                 (E == std::errc::permission_denied && !IsNew
                      ? "it is read-only"
                      : E.message()));
  HeldFile Out(FD, IsNew ? F.Path : "");
  // Where a file system knows no locks, what it holds has to do.
  if (llvm::sys::fs::tryLockFile(FD, Longest) ==
      std::make_error_code(std::errc::no_lock_available))
    return error("cannot write '" + F.Path + "': another program holds it");
  llvm::sys::fs::file_status Open, Named;
  const bool IsSame = !llvm::sys::fs::status(FD, Open) &&
                      !llvm::sys::fs::status(F.Path, Named) &&
                      llvm::sys::fs::equivalent(Open, Named);
  auto Buffer = llvm::MemoryBuffer::getOpenFile(
      llvm::sys::fs::convertFDToNativeFile(FD), F.Path, /*FileSize=*/-1,
      /*RequiresNullTerminator=*/false, /*IsVolatile=*/true);
  if (!IsSame || !Buffer || (*Buffer)->getBuffer() != F.Before)
    return error("cannot write '" + F.Path +
                 "': it has changed since it was read; run bankfix again");
  return Out;
}

std::optional<WriteError>
bankfix::writeTogether(llvm::ArrayRef<NewFile> Files) {
  std::vector<const NewFile *> InOrder; // The same for every run.
  for (const NewFile &F : Files)
    InOrder.push_back(&F);
  llvm::sort(InOrder, [](const NewFile *A, const NewFile *B) {
    return target(A->Path) < target(B->Path);
  });
  std::vector<HeldFile> Held;
  for (const NewFile *F : InOrder) {
    if (isSpecial(F->Path))
      continue; // Nothing was read from it that could have changed.
    llvm::Expected<HeldFile> One = HeldFile::hold(*F);
    if (!One)
      return WriteError{F->Path, llvm::toString(One.takeError())};
    Held.push_back(std::move(*One));
  }
  std::vector<StagedText> New, Old;
  for (const NewFile &F : Files)
    for (auto *Into : {&New, &Old}) {
      if (Into == &Old && Files.size() == 1)
        continue; // There is nothing that could have to be taken back.
      auto Staged =
          StagedText::write(F.Path, Into == &New ? F.After : F.Before);
      if (!Staged)
        return WriteError{F.Path, llvm::toString(Staged.takeError())};
      Into->push_back(std::move(*Staged));
    }
  for (auto [I, F] : llvm::enumerate(Files)) {
    std::error_code E = New[I].rename();
    if (!E)
      continue;
    WriteError Out{F.Path, "cannot write '" + F.Path + "': " + E.message()};
    for (size_t Done = 0; Done < I; ++Done)
      if (std::error_code Lost = Old[Done].rename())
        Out.Message += "; '" + Files[Done].Path +
                       "' is changed all the same, and cannot be taken back: " +
                       Lost.message();
    return Out;
  }
  for (HeldFile &F : Held)
    F.stays();
  return std::nullopt;
}
