//===- Fingerprints.cpp - A name for a finding that outlives edits --------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <set>

using namespace bankfix;
using llvm::StringRef;

/// The path as every checkout of the project has it.
static std::string within(StringRef Path, StringRef Folder) {
  llvm::SmallString<128> Out(Path);
  llvm::sys::path::remove_dots(Out, /*remove_dot_dot=*/true);
  llvm::sys::path::replace_path_prefix(Out, Folder, "");
  return StringRef(Out).ltrim('/').str();
}

/// \p Line without its white space: indenting it anew changes nothing.
static std::string squeezed(StringRef Line) {
  std::string Out = Line.str();
  llvm::erase_if(Out, [](char C) { return llvm::isSpace(C); });
  return Out;
}

void bankfix::addFingerprints(FileReport &F, StringRef Folder) {
  Report R;
  R.Files = {FileReport{F.Path, "", {}, {}, {}, F.Text}};
  SourceLines Lines(R);
  // What tells a finding apart, and where each such access stands.
  std::map<std::string, std::set<std::pair<unsigned, unsigned>>> Places;
  auto Key = [&](const KernelReport &K, const AccessReport &A) {
    const Site &S = A.Where;
    StringRef File = S.Place.File.empty() ? F.Path : S.Place.File;
    const std::vector<std::string> Parts = {
        within(File, Folder),
        ruleName(S.Op),
        K.Name,
        K.Arrays[S.Array].Array.Name,
        squeezed(S.Text),
        squeezed(Lines.find(F.Path, S.Place).value_or(""))};
    return llvm::join(Parts, StringRef("\0", 1));
  };
  std::vector<std::pair<AccessReport *, std::string>> All;
  for (KernelReport &K : F.Kernels)
    for (AccessReport &A : K.Accesses) {
      All.emplace_back(&A, Key(K, A));
      Places[All.back().second].emplace(A.Where.Place.Line,
                                        A.Where.Place.Column);
    }
  for (auto &[A, Text] : All) {
    const auto &Alike = Places[Text];
    auto Number =
        std::distance(Alike.begin(),
                      Alike.find({A->Where.Place.Line, A->Where.Place.Column}));
    llvm::XXH128_hash_t Hash = llvm::xxh3_128bits(
        llvm::arrayRefFromStringRef(Text + "#" + std::to_string(Number)));
    A->Fingerprint = llvm::utohexstr(Hash.high64, true, 16) +
                     llvm::utohexstr(Hash.low64, true, 16);
  }
}
