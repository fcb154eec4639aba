//===- Driver.cpp - The order of the steps --------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Driver/Driver.h"
#include "llvm/Support/Format.h"

using namespace bankfix;

static int listTargets(llvm::raw_ostream &Out) {
  for (const Target &T : allTargets())
    Out << llvm::left_justify(T.Name, 14) << T.Description << '\n';
  return 0;
}

int bankfix::run(const RunOptions &Options, llvm::raw_ostream &Out,
                 llvm::raw_ostream &Err) {
  if (Options.Command == Mode::Targets)
    return listTargets(Out);
  Err << "bankfix: error: not implemented\n";
  return 2;
}
