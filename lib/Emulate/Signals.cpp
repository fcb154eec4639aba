//===- Signals.cpp - Faults of the processor become a kernel's ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Signals.h"
#include "Machine.h"
#include <cstdio>
#include <sys/time.h>
#include <unistd.h>

using namespace bankfix;

static void setAlarm(unsigned Seconds) {
  itimerval T = {};
  T.it_value.tv_sec = Seconds;
  setitimer(ITIMER_PROF, &T, nullptr);
}

static void expire(Machine &M, unsigned Limit) {
  // A thread notices when it next does something. One that does not is
  // interrupted wherever it is.
  if (!M.Expired) {
    M.Expired = true;
    setAlarm(1);
    return;
  }
  char Text[16];
  std::snprintf(Text, sizeof Text, "%u", Limit);
  M.interrupt(FaultKind::TimeLimit, Text);
}

static unsigned CurrentLimit;

static void onSignal(int Number, siginfo_t *Info, void *) {
  Machine *M = Machine::Running;
  bool PageFault = Number == SIGSEGV || Number == SIGBUS;
  if (M && PageFault && M->Owner.OnPageFault &&
      M->Owner.OnPageFault(Info->si_addr))
    return;
  if (Number == SIGPROF) {
    if (M)
      expire(*M, CurrentLimit);
    return;
  }
  if (!M || !M->Current) { // A bug of ours: let it be seen.
    std::signal(Number, SIG_DFL);
    return;
  }
  if (PageFault && M->stacks().isGuard(Info->si_addr))
    M->interrupt(FaultKind::WildPointer, "the thread's stack is full");
  char Text[64] = "a trap";
  // The processor does not tell addresses that no memory can have.
  const void *At = Info->si_code == SI_KERNEL ? M->Accessed : Info->si_addr;
  if (PageFault && At)
    std::snprintf(Text, sizeof Text, "address %p", At);
  else if (PageFault)
    std::snprintf(Text, sizeof Text, "a null pointer");
  M->interrupt(PageFault          ? FaultKind::WildPointer
               : Number == SIGFPE ? FaultKind::DivisionByZero
                                  : FaultKind::Trap,
               Text);
}

SignalScope::SignalScope(unsigned Seconds) : Seconds(Seconds) {
  static const size_t Bytes = 64 << 10;
  static std::unique_ptr<char[]> Stack(new char[Bytes]);
  stack_t Alternative = {};
  Alternative.ss_sp = Stack.get();
  Alternative.ss_size = Bytes;
  sigaltstack(&Alternative, &StackBefore);
  struct sigaction Action = {};
  Action.sa_sigaction = onSignal;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (unsigned I = 0; I < Caught.size(); ++I)
    sigaction(Caught[I], &Action, &Before[I]);
  CurrentLimit = Seconds;
  if (Seconds)
    setAlarm(Seconds);
}

SignalScope::~SignalScope() {
  if (Seconds)
    setAlarm(0);
  for (unsigned I = 0; I < Caught.size(); ++I)
    sigaction(Caught[I], &Before[I], nullptr);
  sigaltstack(&StackBefore, nullptr);
}
