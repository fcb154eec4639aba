//===- HostProcess.h - The process that an emulated program is --*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
//   runGuarded ──fork──▶ the child runs the program ──pipe──▶ ProcessOutcome
//
// The program shares its process with the emulator, so that it may crash, hang
// or end itself as it likes without taking bankfix along.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_RUNTIME_HOSTPROCESS_H
#define BANKFIX_LIB_EMULATE_RUNTIME_HOSTPROCESS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace bankfix {

/// What the emulated program may take before it is ended.
struct ProcessLimits {
  unsigned Seconds = 600;      ///< Of real time; 0: none.
  uint64_t Bytes = 8ull << 30; ///< Of address space; 0: none.
};

/// How the emulated program ended.
struct ProcessOutcome {
  int Status = 2;
  std::string Report; ///< What deliver() was given; empty if it was not called.
  std::string Error;  ///< Why the program did not come to its end.
};

/// Runs \p Program in a child process until it ends the process. It has to do
/// so through exitProgram or refuse.
ProcessOutcome runGuarded(const ProcessLimits &Limits,
                          llvm::function_ref<void()> Program);

// For the child process.

/// What is to be said of the run, when the program ends. Called once.
void setReportWriter(std::string (*Write)());

/// Registers something to be run by exitProgram, the last first.
void atProgramEnd(void (*Function)(void *), void *Argument);

/// As exit: runs what was registered to run at the end, and ends the process.
[[noreturn]] void exitProgram(int Status);

/// Ends the process with a message and exit status 2: the program asks for
/// something that is not there.
[[noreturn]] void refuse(const llvm::Twine &Why);

/// What the program calls to end itself, by name.
std::vector<std::pair<const char *, void *>> processSymbols();

/// What the process is doing, for a report on a crash. Plain memory that a
/// signal handler may read.
struct HostProgress {
  const char *volatile Call = nullptr; ///< The runtime function it is in.
  volatile bool InKernel = false;
  char Kernel[256] = {}; ///< Its mangled name.
  /// Says what lies near an address.
  std::string (*Describe)(uintptr_t Address) = nullptr;
};
HostProgress &hostProgress();

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_RUNTIME_HOSTPROCESS_H
