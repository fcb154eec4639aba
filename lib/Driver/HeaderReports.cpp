//===- HeaderReports.cpp - Each finding is told of its own file -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeaderReports.h"
#include "HeaderUses.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

/// The two say the same of one kernel.
static bool isSame(const KernelReport &A, const KernelReport &B) {
  return A.Name == B.Name && A.Instance == B.Instance && A.Place == B.Place &&
         A.Shapes == B.Shapes && A.Accesses.size() == B.Accesses.size() &&
         llvm::all_of(llvm::zip(A.Accesses, B.Accesses), [](const auto &Each) {
           const auto &[L, R] = Each;
           return L.Where.Place == R.Where.Place &&
                  L.Counts.Sure == R.Counts.Sure &&
                  L.Counts.Wavefronts == R.Counts.Wavefronts;
         });
}

void bankfix::joinUnits(FileResult &Header) {
  FileReport &All = Header.Report;
  llvm::erase_if(Header.Builds, [&](FileReport &Unit) {
    if (Unit.Target != All.Target)
      return false;
    for (KernelReport &K : Unit.Kernels)
      if (llvm::none_of(All.Kernels, [&](const KernelReport &Known) {
            return isSame(Known, K);
          }))
        All.Kernels.push_back(std::move(K));
    return true;
  });
}

/// What the report of \p Header says of the array that a source has as \p A.
static const ArrayReport *find(const FileReport &Header, const SharedArray &A) {
  for (const KernelReport &K : Header.Kernels)
    for (const ArrayReport &Known : K.Arrays)
      if (Known.Array.Place.File.empty() && Known.Array.Name == A.Name &&
          Known.Array.Place.Line == A.Place.Line &&
          Known.Array.Place.Column == A.Place.Column)
        return &Known;
  return nullptr;
}

void bankfix::leaveToHeader(FileReport &Source, const FileReport &Header) {
  auto IsThere = [&](const SourcePlace &P) {
    return !P.File.empty() && isSameFile(P.File, Header.Path);
  };
  llvm::erase_if(Source.Kernels,
                 [&](const KernelReport &K) { return IsThere(K.Place); });
  for (KernelReport &K : Source.Kernels)
    for (ArrayReport &A : K.Arrays)
      if (IsThere(A.Array.Place))
        if (const ArrayReport *Known = find(Header, A.Array)) {
          A.Fix = Known->Fix;
          A.Refusals = Known->Refusals;
          A.Weighed = Known->Weighed;
        }
}

void bankfix::refuseHeader(FileReport &Source, llvm::StringRef Header,
                           const std::string &Why) {
  for (KernelReport &K : Source.Kernels)
    for (ArrayReport &A : K.Arrays)
      if (!A.Array.Place.File.empty() && !A.Refusals.empty() &&
          isSameFile(A.Array.Place.File, Header))
        A.Refusals.insert(A.Refusals.begin(),
                          {A.Refusals.front().Strategy, Why});
}
