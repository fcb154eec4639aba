//===- OtherSources.cpp - What else a host may load -----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/OtherSources.h"
#include "Host/AskedNames.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace bankfix;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::vector<std::string>
bankfix::startsOfPaths(const ReadProgram &P, llvm::ArrayRef<HostSource> Hosts) {
  std::vector<std::string> Out = {"", path::parent_path(P.Path).str()};
  for (const HostSource &Host : Hosts)
    Out.push_back(path::parent_path(Host.Path).str());
  return Out;
}

namespace {

/// \p Text has a kernel called \p Name, or may have one of any name.
bool mayHoldKernel(StringRef Text, StringRef Name) {
  if (!Text.contains("kernel"))
    return false;
  for (size_t At = findWord(Text, Name); At != StringRef::npos;
       At = findWord(Text, Name, At + 1))
    if (Text.drop_front(At + Name.size()).ltrim().starts_with("("))
      return true;
  return Text.contains("%s(");
}

/// \p Text names a file that is not known: `"%s.cl"`, `"kernels/%s"`.
bool isPartOfPath(StringRef Text) {
  return Text.size() < 256 && (Text.ends_with(".cl") || Text.contains("/%s"));
}

} // namespace

OtherSources::OtherSources(const ReadProgram &P,
                           llvm::ArrayRef<HostSource> Hosts)
    : P(P), Starts(startsOfPaths(P, Hosts)) {
  auto Skip = [&](StringRef File) {
    if (fs::UniqueID Id; !fs::getUniqueID(File, Id))
      Seen.insert(Id);
  };
  Skip(P.Path);
  llvm::for_each(P.Files, Skip);
  for (const HostSource &Host : Hosts) {
    const std::string Text = Host.Headers + Host.Text;
    const HostTokens T(Text);
    bool HasKernels = false; // As code, which a macro makes a string of.
    for (size_t I = 0; I < T.size(); ++I) {
      HasKernels |= T.word(I) == "__kernel";
      if (!T[I].IsString)
        continue;
      if (StringRef(T[I].Text).contains("kernel"))
        Texts.push_back(T[I].Text);
      addNamed(T[I].Text);
    }
    if (HasKernels)
      Texts.push_back(Text);
  }
}

/// A host has the text \p Name, which may be the name of a file, or a part of
/// one: any source that lies there, then.
void OtherSources::addNamed(StringRef Name) {
  bool IsFile = false;
  for (const std::string &Start : Starts)
    for (StringRef Each : {Name, path::filename(Name)}) {
      llvm::SmallString<128> Path(path::is_absolute(Each) ? "" : Start);
      path::append(Path, Each);
      IsFile |= addFile(Path);
    }
  if (IsFile || !isPartOfPath(Name))
    return;
  for (const std::string &Start : Starts) {
    std::error_code Error;
    fs::recursive_directory_iterator It(Start.empty() ? "." : Start, Error,
                                        /*follow_symlinks=*/false),
        End;
    for (unsigned Entries = 0; It != End && !Error && Entries < 1000;
         It.increment(Error), ++Entries) {
      if (It.level() > 0)
        It.no_push();
      if (StringRef(It->path()).ends_with(".cl"))
        addFile(It->path());
    }
  }
}

/// And what it includes. False: there is none.
bool OtherSources::addFile(StringRef Path) {
  constexpr uint64_t LargestSource = 16 << 20; // Bytes; others are data.
  fs::UniqueID Id, Own;
  uint64_t Bytes = 0;
  if (!fs::is_regular_file(Path) || fs::getUniqueID(Path, Id) ||
      fs::file_size(Path, Bytes) || Bytes > LargestSource)
    return false;
  if (!Seen.insert(Id).second)
    return true;
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return false;
  Files.push_back((*Buffer)->getBuffer().str());
  AskedNames Names;
  Names.add((*Buffer)->getBuffer(), /*IsHeader=*/false);
  for (const std::string &Name : Names.Included) {
    llvm::SmallString<128> Included(path::parent_path(Path));
    path::append(Included, Name);
    IncludesIt |= !fs::getUniqueID(P.Path, Own) &&
                  !fs::getUniqueID(Included, Id) && Own == Id;
    addFile(Included);
  }
  return true;
}

bool OtherSources::mayHold(const std::string &Kernel) const {
  return IncludesIt ||
         llvm::any_of(Files,
                      [&](StringRef Text) { return hasWord(Text, Kernel); }) ||
         llvm::any_of(Texts, [&](StringRef Text) {
           return mayHoldKernel(Text, Kernel);
         });
}
