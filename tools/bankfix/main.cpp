//===- main.cpp - bankfix: finds and fixes bank conflicts -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "bankfix/Driver/Driver.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/thread.h"
#include <csignal>

using namespace bankfix;

static int fail(const llvm::Twine &Why) {
  llvm::errs() << "bankfix: error: " << Why << '\n';
  return 2;
}

/// Unwritten output must not pass for success.
static int finish(int Status) {
  llvm::outs().flush();
  if (!llvm::outs().has_error())
    return Status;
  std::string Why = llvm::outs().error().message();
  llvm::outs().clear_error();
  return fail("cannot write to standard output: " + Why);
}

/// Clang runs out of memory where there is no current folder: relative names
/// and flags have no meaning there.
static int withoutFolder(std::error_code Why) {
  return fail("the current folder cannot be read (" + Why.message() +
              "); change to one that exists, and run bankfix again");
}

static int showVersion() {
  llvm::outs() << "bankfix " BANKFIX_VERSION "\nLLVM " LLVM_VERSION_STRING "\n";
  return 0;
}

static int showHelp(Mode Command) {
  printHelp(llvm::outs(), Command);
  return 0;
}

int main(int Count, char **Arguments) {
  llvm::setBugReportMsg(
      "bankfix crashed. Please report this with the input.\n");
  llvm::InitLLVM Init(Count, Arguments);
#ifdef SIGXCPU
  // A limit on time is no crash, of which LLVM would print where it was, with
  // memory that may be locked just then.
  std::signal(SIGXCPU, SIG_DFL);
#endif
#ifdef SIGXFSZ
  // A limit on the size of files is an error of that file, as a full disk is.
  std::signal(SIGXFSZ, SIG_IGN);
#endif
  llvm::ArrayRef<const char *> All(Arguments, Count);
  auto Line = parseCommandLine(All.drop_front(std::min(Count, 1)));
  if (!Line)
    return fail(llvm::toString(Line.takeError()) + "\nSee 'bankfix --help'.");
  switch (Line->What) {
  case Action::ShowHelp:
    return finish(showHelp(Line->Options.Command));
  case Action::ShowVersion:
    return finish(showVersion());
  case Action::Run:
    break;
  }
  llvm::SmallString<128> Here;
  if (std::error_code Why = llvm::sys::fs::current_path(Here))
    return withoutFolder(Why);
  int Status = 2;
  llvm::thread Worker(std::optional<unsigned>(StackBytes), [&] {
    Status = run(Line->Options, llvm::outs(), llvm::errs());
  });
  Worker.join();
  return finish(Status);
}
