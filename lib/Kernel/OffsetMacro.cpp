//===- OffsetMacro.cpp - Macros that spread indices over banks ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Kernel/OffsetMacro.h"

using namespace bankfix;

int64_t bankfix::placeOf(llvm::ArrayRef<OffsetTerm> Terms, int64_t I) {
  int64_t Place = I;
  for (const OffsetTerm &T : Terms)
    Place += (I >> T.Shift) * T.Times;
  return Place;
}

int64_t bankfix::elementAt(llvm::ArrayRef<OffsetTerm> Terms, int64_t Place) {
  int64_t Low = 0, High = Place; // Places grow with their elements.
  while (Low < High) {
    int64_t Middle = Low + (High - Low + 1) / 2;
    if (placeOf(Terms, Middle) <= Place)
      Low = Middle;
    else
      High = Middle - 1;
  }
  return Low;
}

std::string bankfix::textOf(llvm::ArrayRef<OffsetTerm> Terms,
                            const std::string &N) {
  std::string Text;
  for (const OffsetTerm &T : Terms) {
    Text += Text.empty() ? "" : " + ";
    Text += "((" + N + ") >> " + std::to_string(T.Shift) + ")";
    if (T.Times != 1)
      Text += " * " + std::to_string(T.Times);
  }
  return Text;
}
