//===- Obstacle.cpp - Why an array is left as it is, in words -------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Kernel/Kernel.h"

using namespace bankfix;

namespace {
struct Row {
  llvm::StringLiteral Text;
  bool Declaration, Subscripts;
};

constexpr Row Rows[] = {
#define OBSTACLE(Name, Text, Declaration, Subscripts)                          \
  {Text, Declaration, Subscripts},
#include "bankfix/Kernel/Obstacles.def"
};
} // namespace

std::string Obstacle::text() const {
  llvm::StringRef Text = Rows[unsigned(Kind)].Text;
  auto [Before, After] = Text.split("{0}");
  std::string Filled = Before.str();
  if (Text.contains("{0}"))
    Filled += Detail + After.str();
  return Place.Line ? Place.text() + ": " + Filled : Filled;
}

bool Obstacle::blocksDeclaration() const {
  return Rows[unsigned(Kind)].Declaration;
}

bool Obstacle::blocksSubscripts() const {
  return Rows[unsigned(Kind)].Subscripts;
}
