//===- Verify.cpp - Runs a source and its fix side by side ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Emulate/Verify.h"
#include "Child.h"
#include "Compare.h"
#include "Wire.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/thread.h"

using namespace bankfix;

namespace {

/// A source on its way to the machine.
struct Compilation {
  std::unique_ptr<llvm::LLVMContext> Context;
  EmittedCode Code;

  void emit(llvm::StringRef Path, llvm::StringRef Text,
            const VerifyOptions &O) {
    Context = std::make_unique<llvm::LLVMContext>();
    Code = emitCode(Path, Text, O.Parse, CodeSide::Device, *Context);
  }
  /// Null, with the reason in \p Error, where that is not possible.
  std::unique_ptr<Device> load(Jit &J, const Target &T, std::string &Error) {
    if (!Code.Module) {
      const FileDiagnostic &D = Code.Diagnostics.front();
      Error = "Clang generates no code for the file: line " +
              std::to_string(D.Place.Line) + ": " + D.Message;
      return nullptr;
    }
    auto D = Device::load(J, std::move(Code), std::move(Context), T,
                          CodeSpeed::QuickToMake);
    if (D)
      return std::move(*D);
    Error = llvm::toString(D.takeError());
    return nullptr;
  }
};

/// In the child: jobs from \p First on, one message each.
class Worker {
public:
  Worker(llvm::StringRef Path, llvm::StringRef Before, llvm::StringRef After,
         llvm::ArrayRef<VerifyJob> Jobs, const VerifyOptions &Options)
      : Path(Path), Before(Before), After(After), Jobs(Jobs), Options(Options) {
  }

  void run(llvm::function_ref<void(llvm::StringRef)> Send) {
    std::string Error;
    auto J = Jit::create(CodeSpeed::QuickToMake);
    std::unique_ptr<Device> Original, Fixed;
    if (J)
      compile(**J, Original, Fixed, Error);
    else
      Error = llvm::toString(J.takeError());
    for (const VerifyJob &Job : Jobs) {
      VerifiedKernel V;
      V.Reason = Error;
      if (Error.empty())
        V = compareRuns(*Original, Fixed.get(), Job, Options);
      WireWriter W;
      W(V);
      Send(W.Bytes);
    }
  }

private:
  /// Clang takes most of the time: both sources at once.
  void compile(Jit &J, std::unique_ptr<Device> &Original,
               std::unique_ptr<Device> &Fixed, std::string &Error) {
    constexpr unsigned StackBytes = 512u << 20; // See main.cpp.
    Compilation First, Second;
    std::optional<llvm::thread> Other;
    if (After != Before)
      Other.emplace(std::optional<unsigned>(StackBytes),
                    [&] { Second.emit(Path, After, Options); });
    First.emit(Path, Before, Options);
    if (Other)
      Other->join();
    Original = First.load(J, *Options.Parse.Model, Error);
    if (Original && Other)
      Fixed = Second.load(J, *Options.Parse.Model, Error);
  }

  llvm::StringRef Path, Before, After;
  llvm::ArrayRef<VerifyJob> Jobs;
  const VerifyOptions &Options;
};

/// A job that took the process with it.
VerifiedKernel crashed(const ChildResult &R, const VerifyJob &Job) {
  VerifiedKernel V;
  V.Faults.push_back({FaultKind::Crash, Job.Place, {}, {}, R.Ended});
  V.Reason = V.Faults.back().text();
  return V;
}

} // namespace

std::vector<VerifiedKernel> bankfix::verify(llvm::StringRef Path,
                                            llvm::StringRef Before,
                                            llvm::StringRef After,
                                            llvm::ArrayRef<VerifyJob> Jobs,
                                            const VerifyOptions &Options) {
  std::vector<VerifiedKernel> Out;
  ChildLimits Limits;
  // Up to so many launches come before a message.
  Limits.Seconds = Options.TimeLimit ? 30 + 12 * Options.TimeLimit : 86400;
  Limits.DataMiB = 2 * Options.MemoryLimit + 2048;
  while (Out.size() < Jobs.size()) {
    llvm::ArrayRef<VerifyJob> Left = Jobs.drop_front(Out.size());
    Worker W(Path, Before, After, Left, Options);
    ChildResult Child = runChild(Limits, [&](auto Send) { W.run(Send); });
    for (const std::string &Message : Child.Messages) {
      VerifiedKernel V;
      WireReader R(Message);
      R(V);
      Out.push_back(std::move(V));
    }
    if (Out.size() < Jobs.size())
      Out.push_back(crashed(Child, Jobs[Out.size()]));
  }
  return Out;
}
