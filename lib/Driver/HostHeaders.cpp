//===- HostHeaders.cpp - What a host program includes ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostHeaders.h"
#include "Files.h"
#include "bankfix/Project/Directives.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>

using namespace bankfix;
using llvm::StringRef;

namespace {

class HeaderReader {
public:
  HeaderReader(HostSource &Out, const RunOptions &Options,
               RepositoryFiles &Repositories)
      : Out(Out), Repositories(Repositories),
        Folders(searched(Options.ClangFlags)) {}
  void run(StringRef Path, StringRef Text);
  void include(StringRef From, StringRef Name, bool IsQuoted);

private:
  static std::vector<std::string> searched(llvm::ArrayRef<std::string> Flags);
  bool read(StringRef Folder, StringRef Name);
  bool readMeant(StringRef From, StringRef Name);

  HostSource &Out;
  RepositoryFiles &Repositories;
  const std::vector<std::string> Folders;
  std::set<std::string> Seen;
};

/// Headers of OpenCL have these names.
bool isCalledAsOpenCLs(StringRef Name) {
  static const llvm::StringSet<> Known = {
      "cl.h",     "cl_ext.h", "cl_gl.h", "cl_platform.h", "cl_version.h",
      "opencl.h", "cl.hpp",   "cl2.hpp", "opencl.hpp"};
  return Known.contains(Name);
}

/// A copy of one, which a project may have beside its sources: that is no part
/// of its program.
bool isOpenCLs(StringRef Name, StringRef Text) {
  return isCalledAsOpenCLs(llvm::sys::path::filename(Name)) &&
         Text.contains("Khronos Group");
}

bool HeaderReader::read(StringRef Folder, StringRef Name) {
  llvm::SmallString<128> Path(Folder);
  llvm::sys::path::append(Path, Name);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  if (Seen.count(Path.str().str()))
    return true;
  llvm::Expected<std::string> Text = readSource(Path);
  if (!Text) {
    llvm::consumeError(Text.takeError());
    return false;
  }
  Seen.insert(Path.str().str());
  if (isOpenCLs(Name, *Text))
    return true;
  run(Path, *Text); // What it includes comes before it.
  Out.Headers += *Text + "\n";
  return true;
}

/// What is in no folder that is told may be one of the repository.
bool HeaderReader::readMeant(StringRef From, StringRef Name) {
  const std::string Path = Repositories.meant(From, Name);
  if (Path.empty() || !read("", Path))
    return false;
  Out.Guessed.emplace(Name, Path);
  return true;
}

/// The name of a header of OpenCL or of the toolchain's, in quotes all the
/// same.
bool isOfLibrary(StringRef Name) {
  static const llvm::StringSet<> Known = {
      "assert.h", "ctype.h",    "errno.h",    "float.h",   "inttypes.h",
      "limits.h", "locale.h",   "malloc.h",   "math.h",    "memory.h",
      "setjmp.h", "signal.h",   "stdarg.h",   "stdbool.h", "stddef.h",
      "stdint.h", "stdio.h",    "stdlib.h",   "string.h",  "strings.h",
      "time.h",   "sys/time.h", "unistd.h",   "pthread.h", "windows.h",
      "getopt.h", "sys/stat.h", "sys/types.h"};
  return Name.starts_with("CL/") || Name.starts_with("OpenCL/") ||
         isCalledAsOpenCLs(Name) || Known.contains(Name);
}

/// The folders that \p Flags search, in Clang's order; each in the same word or
/// in the next.
std::vector<std::string>
HeaderReader::searched(llvm::ArrayRef<std::string> Flags) {
  static constexpr std::pair<llvm::StringLiteral, unsigned> Options[] = {
      {"-iquote", 0},
      {"-I", 1},
      {"--include-directory=", 1},
      {"-isystem", 2},
      {"-idirafter", 3}};
  std::map<unsigned, std::vector<std::string>> ByRank;
  for (size_t I = 0; I < Flags.size(); ++I)
    for (auto [Option, Rank] : Options) {
      StringRef Flag = Flags[I];
      if (!Flag.consume_front(Option))
        continue;
      if (!Flag.empty())
        ByRank[Rank].push_back(Flag.str());
      else if (I + 1 < Flags.size())
        ByRank[Rank].push_back(Flags[++I]);
      break;
    }
  std::vector<std::string> Out;
  for (auto &[Rank, Folders] : ByRank)
    llvm::append_range(Out, Folders);
  return Out;
}

/// One in `<` `>` that is in no folder of the project is a library's. Flags
/// that nobody told may name the folder of what includes it.
void HeaderReader::include(StringRef From, StringRef Name, bool IsQuoted) {
  if (IsQuoted ? read(llvm::sys::path::parent_path(From), Name)
               : isOfLibrary(Name))
    return;
  for (StringRef Folder : Folders)
    if (read(Folder, Name))
      return;
  if (!IsQuoted)
    read(llvm::sys::path::parent_path(From), Name);
  if (IsQuoted && !isOfLibrary(Name) && !readMeant(From, Name) &&
      !llvm::is_contained(Out.Missing, Name))
    Out.Missing.push_back(Name.str());
}

void HeaderReader::run(StringRef Path, StringRef Text) {
  for (const SourceDirective &D : directivesOf(Text))
    if (StringRef Name = headerName(D.Operand);
        D.Is == SourceDirective::Kind::Include && !Name.empty())
      include(Path, Name, D.Operand.starts_with("\""));
}

} // namespace

llvm::Expected<HostSource> bankfix::readHost(StringRef Path,
                                             const RunOptions &Options,
                                             RepositoryFiles &Repositories) {
  llvm::Expected<std::string> Text = readSource(Path);
  if (!Text)
    return Text.takeError();
  HostSource Out{Path.str(), *Text, ""};
  HeaderReader Reader(Out, Options, Repositories);
  for (size_t I = 0; I + 1 < Options.ClangFlags.size(); ++I)
    if (Options.ClangFlags[I] == "-include")
      Reader.include(Path, Options.ClangFlags[I + 1], /*IsQuoted=*/true);
  Reader.run(Path, *Text);
  return Out;
}
