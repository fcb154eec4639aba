//===- Launch.cpp - What reports call the origin of a shape ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Kernel/Launch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace bankfix;

llvm::StringRef bankfix::name(ShapeOrigin O) {
  switch (O) {
  case ShapeOrigin::Launch:
    return "launch";
  case ShapeOrigin::Attribute:
    return "attribute";
  case ShapeOrigin::Option:
    return "option";
  case ShapeOrigin::Config:
    return "config";
  case ShapeOrigin::Assumed:
    return "assumed";
  }
  llvm_unreachable("a ShapeOrigin without a name");
}

std::optional<int64_t> LaunchShape::assumed(llvm::StringRef Name) const {
  for (auto It = Assumed.rbegin(); It != Assumed.rend(); ++It)
    if (It->first == Name)
      return It->second;
  return std::nullopt;
}

void bankfix::addShapes(llvm::ArrayRef<LaunchShape> More,
                        std::vector<LaunchShape> &Into) {
  for (const LaunchShape &S : More)
    if (!llvm::is_contained(Into, S))
      Into.push_back(S);
}

std::string bankfix::blockText(const std::array<unsigned, 3> &Block) {
  std::string Out = std::to_string(Block[0]);
  for (unsigned D = 1; D < 3; ++D)
    if (Block[D] > 1 || (D == 1 && Block[2] > 1))
      Out += "x" + std::to_string(Block[D]);
  return Out;
}
