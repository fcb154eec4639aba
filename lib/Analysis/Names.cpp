//===- Names.cpp - What reports call a certainty --------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Analysis/Requests.h"
#include "llvm/Support/ErrorHandling.h"

using namespace bankfix;

llvm::StringRef bankfix::name(Certainty C) {
  switch (C) {
  case Certainty::Exact:
    return "exact";
  case Certainty::Bounded:
    return "bounded";
  case Certainty::Unknown:
    return "unknown";
  }
  llvm_unreachable("a Certainty without a name");
}
