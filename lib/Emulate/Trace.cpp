//===- Trace.cpp - What a run on the CPU showed ---------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Emulate/Trace.h"
#include "llvm/Support/FormatVariadic.h"

using namespace bankfix;

static const char *textOf(FaultKind K) {
  switch (K) {
#define FAULT(Name, Text)                                                      \
  case FaultKind::Name:                                                        \
    return Text;
#include "bankfix/Emulate/FaultDiagnostics.def"
  }
  return "";
}

static std::string triple(const Index3 &I) {
  return llvm::formatv("({0},{1},{2})", I[0], I[1], I[2]);
}

std::string Fault::text() const {
  std::string Out = llvm::formatv(false, textOf(Kind), Detail);
  if (!isRefusal() && Kind != FaultKind::Crash)
    Out += ", in block " + triple(Block) + ", thread " + triple(Thread);
  return Out;
}

std::string OutsideSubscript::text() const {
  return llvm::formatv("the subscript {0} of a '{1}' is outside of its "
                       "dimension, which is undefined, in block ({2},{3},{4}), "
                       "thread ({5},{6},{7})",
                       Index, Type, Block[0], Block[1], Block[2], Thread[0],
                       Thread[1], Thread[2]);
}

std::string TracedRace::text() const {
  auto Name = [](AccessOp Op) {
    return Op == AccessOp::Load ? "load" : isAtomic(Op) ? "atomic" : "store";
  };
  return llvm::formatv("data race on '{0}': this {1} and the {2} in line {3} "
                       "are of different waves, with no barrier between",
                       Second.Array, Name(Second.Op), Name(First.Op),
                       First.Place.Line);
}
