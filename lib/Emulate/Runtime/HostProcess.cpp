//===- HostProcess.cpp - The process that an emulated program is ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/HostProcess.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <iostream>
#include <mutex>
#include <new>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace bankfix;

// What goes through the pipe: a tag, and the text up to the end of the file.
static constexpr char ReportTag = 'R', ErrorTag = 'E';

namespace {

/// The child's side.
struct Child {
  int Pipe = -1;
  pid_t Process = 0;
  std::string (*WriteReport)() = nullptr;
  struct AtExit {
    void (*Function)(void *);
    void *Argument;
  };
  std::mutex Lock;
  std::vector<AtExit> Registered, RegisteredQuick;
};

} // namespace

static Child &child() {
  static Child C;
  return C;
}

HostProgress &bankfix::hostProgress() {
  static HostProgress P;
  return P;
}

void bankfix::setReportWriter(std::string (*Write)()) {
  child().WriteReport = Write;
}

static void send(char Tag, llvm::StringRef Text) {
  std::string Message = Tag + Text.str();
  size_t Sent = 0;
  while (Sent < Message.size()) {
    ssize_t N =
        write(child().Pipe, Message.data() + Sent, Message.size() - Sent);
    if (N < 0 && errno != EINTR)
      return;
    Sent += N > 0 ? size_t(N) : 0;
  }
}

/// Whatever the program printed has to come out before the process ends.
static void flushOutput() {
  std::cout.flush();
  std::clog.flush();
  std::wcout.flush();
  std::fflush(nullptr);
}

/// Leaves without running the destructors of bankfix's own statics.
[[noreturn]] static void leave(int Status) {
  // A process that the program forked has nothing to report.
  Child &C = child();
  if (getpid() == C.Process && C.WriteReport)
    send(ReportTag, std::exchange(C.WriteReport, nullptr)());
  _exit(Status);
}

void bankfix::refuse(const llvm::Twine &Why) {
  flushOutput();
  send(ErrorTag, Why.str());
  _exit(2);
}

static void runRegistered(std::vector<Child::AtExit> &All) {
  Child &C = child();
  for (;;) {
    std::unique_lock<std::mutex> Locked(C.Lock);
    if (All.empty())
      return;
    Child::AtExit Next = All.back();
    All.pop_back();
    Locked.unlock();
    Next.Function(Next.Argument);
  }
}

void bankfix::atProgramEnd(void (*Function)(void *), void *Argument) {
  std::lock_guard<std::mutex> Locked(child().Lock);
  child().Registered.push_back({Function, Argument});
}

void bankfix::exitProgram(int Status) {
  runRegistered(child().Registered);
  flushOutput();
  leave(Status & 0xff);
}

// What the program's calls of these functions come to.

static int registerAtExit(void (*Function)(void *), void *Argument, void *) {
  atProgramEnd(Function, Argument);
  return 0;
}
static int registerPlain(void (*Function)()) {
  return registerAtExit([](void *F) { reinterpret_cast<void (*)()>(F)(); },
                        reinterpret_cast<void *>(Function), nullptr);
}
static int registerQuick(void (*Function)()) {
  std::lock_guard<std::mutex> Locked(child().Lock);
  child().RegisteredQuick.push_back(
      {[](void *F) { reinterpret_cast<void (*)()>(F)(); },
       reinterpret_cast<void *>(Function)});
  return 0;
}
static void exitQuickly(int Status) {
  runRegistered(child().RegisteredQuick);
  leave(Status & 0xff);
}
static void exitAtOnce(int Status) { leave(Status & 0xff); }

std::vector<std::pair<const char *, void *>> bankfix::processSymbols() {
  auto Address = [](auto *F) { return reinterpret_cast<void *>(F); };
  return {{"exit", Address(exitProgram)},
          {"_exit", Address(exitAtOnce)},
          {"_Exit", Address(exitAtOnce)},
          {"quick_exit", Address(exitQuickly)},
          {"atexit", Address(registerPlain)},
          {"at_quick_exit", Address(registerQuick)},
          {"__cxa_atexit", Address(registerAtExit)}};
}

/// "a segmentation fault"; only those that the handler is set for.
static const char *signalName(int Signal) {
  switch (Signal) {
  case SIGSEGV:
    return "segmentation fault";
  case SIGBUS:
    return "bus error";
  case SIGFPE:
    return "arithmetic error (a division by zero?)";
  case SIGILL:
    return "illegal instruction";
  case SIGABRT:
    return "abort";
  }
  return "signal";
}

/// Where the process is: "in kernel 'k'".
static std::string place() {
  const HostProgress &P = hostProgress();
  if (P.InKernel)
    return "in kernel '" + llvm::demangle(P.Kernel) + "'";
  return P.Call ? std::string("in ") + P.Call : "in the host's code";
}

/// The process is lost; that this may allocate is a risk worth its message. A
/// second fault, or an alarm, ends it in any case.
static void onCrash(int Signal, siginfo_t *Info, void *) {
  signal(Signal, SIG_DFL);
  alarm(2);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "the program crashed: " << signalName(Signal) << ' ' << place();
  if (Signal == SIGSEGV || Signal == SIGBUS) {
    auto Address = reinterpret_cast<uintptr_t>(Info->si_addr);
    OS << ", at address 0x";
    OS.write_hex(Address);
    if (auto Describe = hostProgress().Describe)
      if (std::string Near = Describe(Address); !Near.empty())
        OS << " (" << Near << ")";
  }
  send(ErrorTag, Text);
  _exit(2);
}

static void catchCrashes() {
  static char Stack[1 << 16];
  stack_t Alternate = {};
  Alternate.ss_sp = Stack;
  Alternate.ss_size = sizeof Stack;
  sigaltstack(&Alternate, nullptr);
  struct sigaction Action = {};
  Action.sa_sigaction = onCrash;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (int Signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    sigaction(Signal, &Action, nullptr);
}

/// Signals as a program finds them, not as bankfix has set them.
static void resetSignals() {
  for (int Signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT, SIGUSR1,
                     SIGUSR2, SIGTRAP, SIGSYS, SIGXCPU, SIGXFSZ})
    signal(Signal, SIG_DFL);
}

static void limitMemory(uint64_t Bytes) {
#if !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer)
  if (Bytes == 0)
    return;
  rlimit Limit = {Bytes, Bytes};
  setrlimit(RLIMIT_AS, &Limit);
#endif
  rlimit NoCore = {0, 0};
  setrlimit(RLIMIT_CORE, &NoCore);
}

[[noreturn]] static void runChild(int Pipe, const ProcessLimits &Limits,
                                  llvm::function_ref<void()> Program) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  child().Pipe = Pipe;
  child().Process = getpid();
  limitMemory(Limits.Bytes);
  resetSignals();
  std::set_new_handler(nullptr); // LLVM's ends the process.
  catchCrashes();
  Program();
  refuse("the program did not end");
}

/// Reads until the end or the deadline; false on the latter.
static bool readUntil(int Pipe, std::chrono::steady_clock::time_point Deadline,
                      bool HasDeadline, std::string &Into) {
  for (;;) {
    int Wait = -1;
    if (HasDeadline) {
      auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(
          Deadline - std::chrono::steady_clock::now());
      if (Left.count() <= 0)
        return false;
      Wait = int(Left.count());
    }
    pollfd Poll = {Pipe, POLLIN, 0};
    if (poll(&Poll, 1, Wait) <= 0)
      continue;
    char Buffer[4096];
    ssize_t N = read(Pipe, Buffer, sizeof Buffer);
    if (N == 0)
      return true;
    if (N > 0)
      Into.append(Buffer, size_t(N));
  }
}

ProcessOutcome bankfix::runGuarded(const ProcessLimits &Limits,
                                   llvm::function_ref<void()> Program) {
  ProcessOutcome Result;
  int Pipe[2];
  // Not inherited by what the program starts: the end of the pipe is the end of
  // the program.
  if (pipe2(Pipe, O_CLOEXEC)) {
    Result.Error = "cannot create a pipe";
    return Result;
  }
  llvm::outs().flush();
  llvm::errs().flush();
  auto Deadline =
      std::chrono::steady_clock::now() + std::chrono::seconds(Limits.Seconds);
  pid_t Id = fork();
  if (Id == 0) {
    close(Pipe[0]);
    runChild(Pipe[1], Limits, Program);
  }
  close(Pipe[1]);
  std::string Text;
  bool InTime =
      Id > 0 && readUntil(Pipe[0], Deadline, Limits.Seconds != 0, Text);
  close(Pipe[0]);
  if (Id < 0) {
    Result.Error = "cannot start a process";
    return Result;
  }
  if (!InTime)
    kill(Id, SIGKILL);
  int Status = 0;
  while (waitpid(Id, &Status, 0) < 0 && errno == EINTR) {
  }
  if (!InTime)
    Result.Error =
        ("the program ran for more than " + llvm::Twine(Limits.Seconds) +
         " seconds (--time-limit) and was stopped")
            .str();
  else if (!Text.empty() && Text[0] == ErrorTag)
    Result.Error = Text.substr(1);
  else if (WIFSIGNALED(Status))
    Result.Error =
        "the program was ended by signal " + std::to_string(WTERMSIG(Status));
  else if (!Text.empty() && Text[0] == ReportTag)
    Result.Report = Text.substr(1);
  if (Result.Error.empty())
    Result.Status = WEXITSTATUS(Status);
  return Result;
}
