//===- Child.h - Work in a process of its own -------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_CHILD_H
#define BANKFIX_LIB_EMULATE_CHILD_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bankfix {

/// What a process may take before it is ended.
struct ChildLimits {
  unsigned Seconds = 60;   ///< Without a message.
  uint64_t DataMiB = 4096; ///< Memory that the process may write to.
};

/// What came of it: the messages that it sent.
struct ChildResult {
  std::vector<std::string> Messages;
  /// Why there are no more; empty where the work was completed.
  std::string Ended;
  bool TimedOut = false;
};

/// Either end of what connects two processes: whole messages.
class Link {
public:
  explicit Link(int Socket = -1) : Socket(Socket) {}
  /// False where the other end is gone.
  bool send(llvm::StringRef Message);
  /// Nothing where the other end is gone.
  std::optional<std::string> receive();
  /// Whatever comes until the other end is gone, into \p Into; false where
  /// nothing comes for \p Seconds.
  bool receiveAll(unsigned Seconds, std::vector<std::string> &Into);
  void close();

private:
  int Socket;
  std::string Buffer; ///< Read, but not yet a whole message.
};

/// A forked process. Its output goes where that of this one goes.
class Child {
public:
  /// Runs \p Work in the process, with the link to this one.
  Child(const ChildLimits &Limits, llvm::function_ref<void(Link &)> Work);
  Child(const Child &) = delete;
  ~Child(); ///< Ends it.

  void send(llvm::StringRef Message) { ToChild.send(Message); }
  /// Waits for its end, and returns what it sent. Once.
  ChildResult finish();

private:
  ChildLimits Limits;
  Link ToChild;
  int Process = -1;
  std::string Failed; ///< Why there is none.
};

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_CHILD_H
