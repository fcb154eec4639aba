//===- RowDistances.cpp - Rows that only the requests show ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowDistances.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace bankfix;

std::vector<uint64_t> bankfix::rowDistances(const LayoutTask &Task,
                                            size_t Most) {
  const int64_t Element = Task.Array.ElementBytes;
  std::map<int64_t, uint64_t> Times; // By distance, in elements.
  auto See = [&](const Request &R, uint64_t Weight) {
    llvm::SmallVector<int64_t, 64> At;
    for (int64_t Offset : R.Offsets)
      At.push_back(Task.Offset(Offset) / Element);
    llvm::sort(At);
    int64_t Start = At.empty() ? 0 : At.front();
    for (size_t I = 1; I < At.size(); ++I) {
      if (At[I] - At[I - 1] <= 1)
        continue;
      Times[At[I] - Start] += Weight;
      Start = At[I];
    }
  };
  for (const TaskSite &S : Task.Sites)
    for (const RequestGroup &G : S.Requests->Groups)
      for (const Request &R : G.Alternatives)
        if (R.InBounds)
          See(R, G.Count * S.Times);

  std::vector<std::pair<uint64_t, int64_t>> Sorted;
  for (auto [Distance, N] : Times)
    if (Distance > 2 && !llvm::isPowerOf2_64(Distance) &&
        uint64_t(2 * Distance) <= Task.Array.elements())
      Sorted.push_back({N, Distance});
  llvm::stable_sort(Sorted, [](const auto &A, const auto &B) {
    return A.first > B.first;
  });
  std::vector<uint64_t> Out;
  for (auto [N, Distance] : Sorted)
    if (Out.size() < Most)
      Out.push_back(Distance);
  return Out;
}
