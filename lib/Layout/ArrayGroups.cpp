//===- ArrayGroups.cpp - Arrays that get one layout -----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planning.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace bankfix;

std::vector<std::vector<unsigned>> bankfix::arrayGroups(const Program &P) {
  std::vector<std::vector<unsigned>> Out;
  std::map<unsigned, size_t> Known;
  for (auto [I, A] : llvm::enumerate(P.Arrays)) {
    size_t Next = Out.size();
    size_t At =
        A.Group ? Known.try_emplace(*A.Group, Next).first->second : Next;
    if (At == Next)
      Out.emplace_back();
    Out[At].push_back(I);
  }
  return Out;
}
