//===- Child.cpp - Work in a process of its own ---------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Child.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace bankfix;

static bool writeAll(int To, const void *Data, size_t Bytes) {
  const char *P = static_cast<const char *>(Data);
  while (Bytes) {
    ssize_t N = write(To, P, Bytes);
    if (N < 0 && errno != EINTR)
      return false;
    if (N > 0) {
      P += N;
      Bytes -= N;
    }
  }
  return true;
}

[[noreturn]] static void childMain(
    int To, const ChildLimits &Limits,
    llvm::function_ref<void(llvm::function_ref<void(llvm::StringRef)>)> Work) {
  // What ends this process is reported by the other; a stack dump would only
  // frighten.
  for (int Signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
    std::signal(Signal, SIG_DFL);
  rlimit Core = {0, 0};
  setrlimit(RLIMIT_CORE, &Core);
  rlimit Data = {Limits.DataMiB << 20, Limits.DataMiB << 20};
  setrlimit(RLIMIT_DATA, &Data);
  Work([&](llvm::StringRef Message) {
    uint64_t Bytes = Message.size();
    if (!writeAll(To, &Bytes, sizeof Bytes) ||
        !writeAll(To, Message.data(), Bytes))
      _exit(3);
  });
  llvm::outs().flush();
  llvm::errs().flush();
  _exit(0);
}

/// Takes whole messages off the front of \p Buffer.
static void takeMessages(std::string &Buffer, std::vector<std::string> &Into) {
  size_t At = 0;
  uint64_t Bytes;
  while (Buffer.size() - At >= sizeof Bytes) {
    std::memcpy(&Bytes, Buffer.data() + At, sizeof Bytes);
    if (Buffer.size() - At - sizeof Bytes < Bytes)
      break;
    Into.push_back(Buffer.substr(At + sizeof Bytes, Bytes));
    At += sizeof Bytes + Bytes;
  }
  Buffer.erase(0, At);
}

/// Reads until the other end closes; false where nothing comes for too long.
static bool readMessages(int From, unsigned Seconds, ChildResult &Out) {
  std::string Buffer;
  char Piece[65536];
  for (;;) {
    pollfd Wait = {From, POLLIN, 0};
    int Ready = poll(&Wait, 1, int(Seconds) * 1000);
    if (Ready < 0 && errno == EINTR)
      continue;
    if (Ready == 0)
      return false;
    ssize_t N = read(From, Piece, sizeof Piece);
    if (N < 0 && errno == EINTR)
      continue;
    if (N <= 0)
      return true;
    Buffer.append(Piece, N);
    takeMessages(Buffer, Out.Messages);
  }
}

ChildResult bankfix::runChild(
    const ChildLimits &Limits,
    llvm::function_ref<void(llvm::function_ref<void(llvm::StringRef)>)> Work) {
  ChildResult Out;
  int Pipe[2];
  llvm::outs().flush();
  if (pipe(Pipe) != 0) {
    Out.Ended = "no pipe";
    return Out;
  }
  pid_t Child = fork();
  if (Child == 0) {
    close(Pipe[0]);
    childMain(Pipe[1], Limits, Work);
  }
  close(Pipe[1]);
  if (Child < 0) {
    close(Pipe[0]);
    Out.Ended = "no process";
    return Out;
  }
  Out.TimedOut = !readMessages(Pipe[0], Limits.Seconds, Out);
  close(Pipe[0]);
  if (Out.TimedOut)
    kill(Child, SIGKILL);
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0 && errno == EINTR)
    ;
  if (Out.TimedOut)
    Out.Ended = "its time limit";
  else if (WIFSIGNALED(Status))
    Out.Ended = llvm::formatv("signal {0} ({1})", WTERMSIG(Status),
                              strsignal(WTERMSIG(Status)));
  else if (WEXITSTATUS(Status))
    Out.Ended = llvm::formatv("exit status {0}", WEXITSTATUS(Status));
  return Out;
}
