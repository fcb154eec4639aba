//===- KernelTable.cpp - Kernels before and after -------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace bankfix;

/// Wavefronts that the fixes of a kernel save.
static uint64_t saved(const KernelLine &L) {
  return L.Before.Wavefronts -
         std::min(L.After.Wavefronts, L.Before.Wavefronts);
}

static auto badness(const KernelLine &L) {
  return std::tuple(saved(L), L.Before.Excess, L.Before.Wavefronts);
}

std::vector<KernelLine> bankfix::kernelLines(const Report &R) {
  std::vector<std::pair<KernelLine, unsigned>> All; // And how many they are.
  const bool IsForSeveral = llvm::any_of(R.Files, [&](const FileReport &F) {
    return targetOf(F, R) != targetOf(R.Files.front(), R);
  });
  for (const FileReport &F : R.Files)
    for (const KernelReport &K : F.Kernels) {
      if (llvm::none_of(K.Accesses, [&](const AccessReport &A) {
            return isReported(A, F);
          }))
        continue;
      KernelLine New{K.Name + K.Instance,
                     K.Place.File.empty() ? F.Path : K.Place.File,
                     K.Place.Line,
                     K.Before,
                     K.After,
                     IsForSeveral ? " on " + targetOf(F, R).str() : ""};
      auto Known = llvm::find_if(All, [&](const auto &Each) {
        return Each.first.File == New.File && Each.first.On == New.On &&
               Each.first.Line == New.Line &&
               llvm::StringRef(Each.first.Name).starts_with(K.Name);
      });
      if (Known == All.end()) {
        All.emplace_back(std::move(New), 1);
        continue;
      }
      if (badness(New) > badness(Known->first))
        Known->first = std::move(New);
      ++Known->second;
    }
  std::vector<KernelLine> Out;
  for (auto &[Line, Number] : All) {
    if (Number > 1)
      Line.Name += " (x" + std::to_string(Number) + ")";
    Line.Name += Line.On;
    Out.push_back(std::move(Line));
  }
  llvm::sort(Out, [](const KernelLine &L, const KernelLine &R) {
    auto Place = [](const KernelLine &K) {
      return std::tie(K.File, K.Line, K.Name);
    };
    return badness(L) != badness(R) ? badness(L) > badness(R)
                                    : Place(L) < Place(R);
  });
  return Out;
}

void bankfix::printKernelTable(llvm::raw_ostream &OS, const Report &R) {
  constexpr size_t Most = 20;
  std::vector<KernelLine> Lines = kernelLines(R);
  if (Lines.empty())
    return;
  constexpr size_t Least = 23, Longest = 44; // "wavefronts of one block"
  size_t Width = Least;
  for (const KernelLine &L : llvm::ArrayRef(Lines).take_front(Most))
    Width = std::max(Width, std::min(L.Name.size(), Longest));
  auto Row = [&](llvm::StringRef Name, auto... Columns) {
    OS << llvm::left_justify(Name, Width);
    ((OS << llvm::right_justify(Columns, 12)), ...);
  };
  OS << '\n';
  Row("wavefronts of one block", "before", "after", "ideal");
  OS << '\n';
  for (const KernelLine &L : llvm::ArrayRef(Lines).take_front(Most)) {
    Row(L.Name, std::to_string(L.Before.Wavefronts),
        std::to_string(L.After.Wavefronts), std::to_string(L.After.Ideal));
    OS << "  " << L.File << ':' << L.Line << '\n';
  }
  if (Lines.size() > Most)
    OS << "and " << Lines.size() - Most << " more kernels\n";
}
