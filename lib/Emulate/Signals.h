//===- Signals.h - Faults of the processor become a kernel's ----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_SIGNALS_H
#define BANKFIX_LIB_EMULATE_SIGNALS_H

#include <array>
#include <csignal>
#include <memory>

namespace bankfix {

/// While it lives, a segmentation fault and the like end the block that
/// Machine::Running runs, and so does a timer after \p Seconds of work (0:
/// never).
class SignalScope {
public:
  explicit SignalScope(unsigned Seconds);
  ~SignalScope();
  SignalScope(const SignalScope &) = delete;

private:
  static constexpr std::array<int, 5> Caught = {SIGSEGV, SIGBUS, SIGFPE, SIGILL,
                                                SIGPROF};
  std::array<struct sigaction, Caught.size()> Before;
  stack_t StackBefore;
  unsigned Seconds;
};

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_SIGNALS_H
