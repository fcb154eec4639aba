//===- ReportScope.cpp - Which findings the user wants to hear of ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportScope.h"
#include "Known.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace bankfix;

llvm::Error ReportScope::readBaseline() {
  if (O.Passes.Baseline.empty())
    return llvm::Error::success();
  llvm::Expected<std::set<std::string>> Known =
      bankfix::readBaseline(O.Passes.Baseline);
  if (!Known)
    return Known.takeError();
  Baseline = std::move(*Known);
  return llvm::Error::success();
}

/// \p Text is null for a file that is not the main one.
llvm::Expected<ReportScope::File *> ReportScope::file(llvm::StringRef Path,
                                                      const std::string *Text) {
  auto [It, IsNew] = Files.try_emplace(Path.str());
  File &F = It->second;
  if (!IsNew)
    return &F;
  std::string Read;
  if (!Text) {
    if (auto Buffer = llvm::MemoryBuffer::getFile(Path))
      Read = (*Buffer)->getBuffer().str();
    Text = &Read;
  }
  F.Said = Suppressions(*Text);
  F.Lines = O.Lines;
  F.IsCut = !O.Lines.empty();
  if (!O.Passes.Since.empty()) {
    auto Changed = linesSince(Path, O.Passes.Since);
    if (!Changed) {
      Files.erase(It); // Whoever asks again is told again.
      return Changed.takeError();
    }
    F.Lines = std::move(*Changed);
    F.IsCut = true;
  }
  return &F;
}

llvm::Error ReportScope::mark(FileReport &R) {
  std::lock_guard Locked(Lock);
  for (KernelReport &K : R.Kernels) {
    const bool IsKept = keeps(K.Place, R.Path, R.Text);
    for (AccessReport &A : K.Accesses) {
      const SourcePlace &P = A.Where.Place;
      llvm::Expected<File *> At = file(P.File.empty() ? R.Path : P.File,
                                       P.File.empty() ? &R.Text : nullptr);
      if (!At)
        return At.takeError();
      File &F = **At;
      bool IsFinding = isFinding(A.Counts, R.MinDegree);
      bool IsHidden = IsFinding && F.Said.hides(P.Line, ruleName(A.Where.Op));
      bool IsOutside = F.IsCut && llvm::none_of(F.Lines, [&](LineRange L) {
                         return L.contains(P.Line);
                       });
      if (IsKept || IsHidden)
        A.Suppressed = Suppression::InSource;
      else if (IsOutside || Baseline.count(A.Fingerprint))
        A.Suppressed = Suppression::External;
    }
  }
  return llvm::Error::success();
}

bool ReportScope::keeps(const SourcePlace &Place, llvm::StringRef Path,
                        const std::string &Text) {
  std::lock_guard Locked(Lock);
  const bool IsMain = Place.File.empty();
  llvm::Expected<File *> Home = file(
      IsMain ? Path : llvm::StringRef(Place.File), IsMain ? &Text : nullptr);
  if (Home)
    return (*Home)->Said.keeps(Place.Line);
  llvm::consumeError(Home.takeError()); // mark() says it.
  return false;
}

std::vector<FileDiagnostic> ReportScope::unused(const FileReport &R) const {
  auto It = Files.find(R.Path);
  // Of a part of the file, nobody knows what another part would need.
  if (It == Files.end() || It->second.IsCut || !O.KernelRegex.empty())
    return {};
  return It->second.Said.unused("");
}

bool bankfix::isSilenced(const SharedArray &A, const FileReport &R) {
  bool IsHidden = false, IsTold = false;
  for (const KernelReport &K : R.Kernels)
    for (const AccessReport &Each : K.Accesses) {
      const SharedArray &Of = K.Arrays[Each.Where.Array].Array;
      if (!Of.isDeclaredAs(A))
        continue;
      IsHidden |= Each.Suppressed != Suppression::None;
      IsTold |= isReported(Each, R);
    }
  return IsHidden && !IsTold;
}
