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
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace bankfix;

bool Link::send(llvm::StringRef Message) {
  uint64_t Size = Message.size();
  std::string Framed(reinterpret_cast<const char *>(&Size), sizeof Size);
  Framed += Message;
  for (llvm::StringRef Left = Framed; !Left.empty();) {
    // A process that is gone shall not take this one with it.
    ssize_t N = ::send(Socket, Left.data(), Left.size(), MSG_NOSIGNAL);
    if (N < 0 && errno != EINTR)
      return false;
    if (N > 0)
      Left = Left.drop_front(N);
  }
  return true;
}

/// Takes a whole message off the front of \p Buffer, if there is one.
static std::optional<std::string> takeMessage(std::string &Buffer) {
  uint64_t Bytes;
  if (Buffer.size() < sizeof Bytes)
    return std::nullopt;
  std::memcpy(&Bytes, Buffer.data(), sizeof Bytes);
  if (Buffer.size() - sizeof Bytes < Bytes)
    return std::nullopt;
  std::string Message = Buffer.substr(sizeof Bytes, Bytes);
  Buffer.erase(0, sizeof Bytes + Bytes);
  return Message;
}

/// Appends what is there, waiting for it; false at the end.
static bool readSome(int From, std::string &Buffer) {
  char Piece[65536];
  ssize_t N;
  do
    N = read(From, Piece, sizeof Piece);
  while (N < 0 && errno == EINTR);
  if (N > 0)
    Buffer.append(Piece, N);
  return N > 0;
}

std::optional<std::string> Link::receive() {
  for (;;) {
    if (std::optional<std::string> Message = takeMessage(Buffer))
      return Message;
    if (!readSome(Socket, Buffer))
      return std::nullopt;
  }
}

bool Link::receiveAll(unsigned Seconds, std::vector<std::string> &Into) {
  for (;;) {
    pollfd Wait = {Socket, POLLIN, 0};
    int Ready = poll(&Wait, 1, int(Seconds) * 1000);
    if (Ready < 0 && errno == EINTR)
      continue;
    if (Ready == 0)
      return false;
    if (!readSome(Socket, Buffer))
      return true;
    while (std::optional<std::string> Message = takeMessage(Buffer))
      Into.push_back(std::move(*Message));
  }
}

void Link::close() {
  if (Socket >= 0)
    ::close(Socket);
  Socket = -1;
}

[[noreturn]] static void childMain(Link &Parent, const ChildLimits &Limits,
                                   llvm::function_ref<void(Link &)> Work) {
  // What ends this process is reported by the other; a stack dump would only
  // frighten.
  for (int Signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
    std::signal(Signal, SIG_DFL);
  rlimit Core = {0, 0};
  setrlimit(RLIMIT_CORE, &Core);
  rlimit Data = {Limits.DataMiB << 20, Limits.DataMiB << 20};
  setrlimit(RLIMIT_DATA, &Data);
  Work(Parent);
  llvm::outs().flush();
  llvm::errs().flush();
  _exit(0);
}

Child::Child(const ChildLimits &Limits, llvm::function_ref<void(Link &)> Work)
    : Limits(Limits) {
  int Ends[2];
  llvm::outs().flush();
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, Ends) != 0) {
    Failed = "no connection";
    return;
  }
  Process = fork();
  if (Process == 0) {
    ::close(Ends[0]);
    Link Parent(Ends[1]);
    childMain(Parent, Limits, Work);
  }
  ::close(Ends[1]);
  ToChild = Link(Ends[0]);
  if (Process < 0)
    Failed = "no process";
  // A request may have to wait for what the process does first.
  timeval Patience = {time_t(Limits.Seconds), 0};
  setsockopt(Ends[0], SOL_SOCKET, SO_SNDTIMEO, &Patience, sizeof Patience);
}

/// The status of a process that ends by itself.
static int waitFor(pid_t Process) {
  int Status = 0;
  while (waitpid(Process, &Status, 0) < 0 && errno == EINTR)
    ;
  return Status;
}

Child::~Child() {
  ToChild.close();
  if (Process <= 0)
    return;
  kill(Process, SIGKILL);
  waitFor(Process);
}

ChildResult Child::finish() {
  ChildResult Out;
  Out.Ended = Failed;
  if (Process <= 0)
    return Out;
  Out.TimedOut = !ToChild.receiveAll(Limits.Seconds, Out.Messages);
  if (Out.TimedOut)
    kill(Process, SIGKILL);
  ToChild.close();
  int Status = waitFor(Process);
  Process = -1;
  if (Out.TimedOut)
    Out.Ended = "its time limit";
  else if (WIFSIGNALED(Status))
    Out.Ended = llvm::formatv("signal {0} ({1})", WTERMSIG(Status),
                              strsignal(WTERMSIG(Status)));
  else if (WEXITSTATUS(Status))
    Out.Ended = llvm::formatv("exit status {0}", WEXITSTATUS(Status));
  return Out;
}
