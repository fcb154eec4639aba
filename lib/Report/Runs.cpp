//===- Runs.cpp - What a program's kernels did, as tables -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wording.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace bankfix;
using llvm::format;
using llvm::raw_ostream;
using llvm::StringRef;

/// "1 launch", "2 launches".
static std::string countOf(uint64_t N, StringRef One, StringRef Many) {
  return std::to_string(N) + " " + (N == 1 ? One : Many).str();
}

/// "t.cu:3: transpose<float>: 2 launches, 64 blocks of 32x8 threads".
static void printHead(raw_ostream &OS, StringRef File, const KernelReport &K) {
  OS << (K.Place.File.empty() ? File : StringRef(K.Place.File)) << ':'
     << K.Place.Line << ": " << K.Name << K.Instance << ": "
     << countOf(K.Run->Launches, "launch", "launches") << ", "
     << countOf(K.Run->Blocks, "block", "blocks") << " (" << describeShapes(K)
     << ')';
  if (K.Run->BlocksTraced != K.Run->Blocks)
    OS << "; counted: " << K.Run->BlocksTraced << " of them";
  OS << '\n';
}

static void printAccess(raw_ostream &OS, const AccessReport &A,
                        const KernelReport &K) {
  const Verdict &V = A.Counts;
  const SourcePlace &P = A.Where.Place;
  bool Elsewhere = !P.File.empty() && P.File != K.Place.File;
  std::string Place = Elsewhere ? P.File + ":" : "";
  Place += std::to_string(P.Line) + ":" + std::to_string(P.Column);
  std::string What =
      opName(A.Where.Op).str() + " " + K.Arrays[A.Where.Array].Array.Name;
  OS << format(
      "  %-9s %-20s %5u %12llu %12llu %12llu  %5.2f %5.2f %5.2f %5.0f%%\n",
      Place.c_str(), What.c_str(), A.Where.Bytes,
      (unsigned long long)V.Requests, (unsigned long long)V.Wavefronts,
      (unsigned long long)V.Ideal, V.MinDegree, V.meanDegree(), V.MaxDegree,
      100 * V.LanesActive);
}

static void printKernel(raw_ostream &OS, StringRef File,
                        const KernelReport &K) {
  printHead(OS, File, K);
  if (K.Accesses.empty()) {
    OS << "  no access to shared memory\n";
    return;
  }
  OS << format("  %-9s %-20s %5s %12s %12s %12s  %5s %5s %5s %6s\n", "line",
               "access", "bytes", "requests", "wavefronts", "ideal", "min",
               "mean", "max", "lanes");
  for (const AccessReport &A : K.Accesses)
    printAccess(OS, A, K);
  OS << format("  %-30s %5s %12s %12llu %12llu\n", "total", "", "",
               (unsigned long long)K.Before.Wavefronts,
               (unsigned long long)K.Before.Ideal);
}

void bankfix::printRuns(raw_ostream &OS, const Report &R) {
  for (const FileReport &F : R.Files) {
    for (const KernelReport &K : F.Kernels)
      if (K.Run)
        printKernel(OS, F.Path, K);
    for (const FileDiagnostic &D : F.Diagnostics)
      OS << (D.Place.File.empty() ? F.Path : D.Place.File) << ':'
         << D.Place.Line << ':' << D.Place.Column << ": warning: " << D.Message
         << '\n';
  }
}
