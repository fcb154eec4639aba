//===- Verify.cpp - Runs a source and its fix side by side ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Emulate/Verify.h"
#include "Addresses.h"
#include "Child.h"
#include "Compare.h"
#include "Instrument.h"
#include "Wire.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/thread.h"
#include <unistd.h>

using namespace bankfix;

namespace {

/// What the process is to do once the fix is there.
struct Request {
  std::string After;
  std::vector<VerifyJob> Jobs;
  std::string Models[2]; ///< Names, before and after; empty: as usual.
};

template <typename W> void wire(W &To, Request &V) {
  To(V.After, V.Jobs, V.Models[0], V.Models[1]);
}

/// A source on its way to the machine.
struct Compilation {
  std::unique_ptr<llvm::LLVMContext> Context;
  EmittedCode Code;
  bool ChecksSubscripts = false;
  CodeSide Side = CodeSide::Device;

  void emit(llvm::StringRef Path, llvm::StringRef Text,
            const VerifyOptions &O) {
    // What host functions do matters only to templates, of which the device's
    // own code does not make all instances.
    Side = Text.contains("template") ? CodeSide::Device : CodeSide::DeviceAlone;
    emitSide(Path, Text, O);
  }
  /// The rest, too, where that is missed.
  void complete(llvm::StringRef Path, llvm::StringRef Text,
                llvm::ArrayRef<VerifyJob> Jobs, const VerifyOptions &O) {
    if (Side == CodeSide::Device || (Code.Module && hasAll(Jobs)))
      return;
    Side = CodeSide::Device;
    emitSide(Path, Text, O);
  }
  /// Null, with the reason in \p Error, where that is not possible.
  std::unique_ptr<Device> load(Jit &J, const Target &T, Addresses &A,
                               std::string &Error) {
    if (!Code.Module) {
      const FileDiagnostic &D = Code.Diagnostics.front();
      Error = "Clang generates no code for the file: ";
      if (!D.Place.File.empty())
        Error += D.Place.File + ", ";
      Error += "line " + std::to_string(D.Place.Line) + ": " + D.Message;
      return nullptr;
    }
    auto D = Device::load(J, std::move(Code), std::move(Context), T,
                          CodeSpeed::QuickToMake, &A);
    if (D)
      return std::move(*D);
    Error = llvm::toString(D.takeError());
    return nullptr;
  }

private:
  void emitSide(llvm::StringRef Path, llvm::StringRef Text,
                const VerifyOptions &O) {
    Code = {}; // Its module goes before the context.
    Context = std::make_unique<llvm::LLVMContext>();
    Code = emitCode(Path, Text, O.Parse, {Side, ChecksSubscripts}, *Context);
    if (Code.Module)
      hookSubscripts(*Code.Module);
  }
  bool hasAll(llvm::ArrayRef<VerifyJob> Jobs) const {
    return llvm::all_of(Jobs, [&](const VerifyJob &Job) {
      return llvm::any_of(Code.Kernels, [&](const EmittedKernel &K) {
        return K.Name == Job.Name && K.Instance == Job.Instance;
      });
    });
  }
};

/// In the child: one message a job.
class Worker {
public:
  Worker(llvm::StringRef Path, llvm::StringRef Before,
         const VerifyOptions &Options)
      : Path(Path), Before(Before), Options(Options) {}

  void run(Link &Parent) {
    std::string Error;
    auto J = Jit::create(CodeSpeed::QuickToMake);
    if (!J)
      Error = llvm::toString(J.takeError());
    emit(Parent);
    Addresses A;
    std::unique_ptr<Device> Original, Fixed;
    if (Error.empty())
      Original = First.load(*J.get(), model(0), A, Error);
    if (Original && fixes())
      Fixed = Second.load(*J.get(), model(1), A, Error);
    for (const VerifyJob &Job : Wanted.Jobs) {
      VerifiedKernel V;
      V.Reason = Error;
      if (Error.empty())
        V = compareRuns(*Original, Fixed.get(), Job, Options);
      WireWriter W;
      W(V);
      Parent.send(W.Bytes);
    }
  }

private:
  bool fixes() const { return Wanted.After != Before; }
  const Target &model(unsigned Which) const {
    const Target *T = findTarget(Wanted.Models[Which]);
    return T ? *T : *Options.Parse.Model;
  }

  /// Clang takes most of the time: begins with the original before the fix is
  /// known.
  void emit(Link &Parent) {
    constexpr unsigned StackBytes = 512u << 20; // See main.cpp.
    llvm::thread Original(std::optional<unsigned>(StackBytes),
                          [this] { First.emit(Path, Before, Options); });
    std::optional<std::string> Message = Parent.receive();
    if (!Message)
      _exit(0); // Nobody wants to know.
    WireReader R(*Message);
    R(Wanted);
    if (fixes()) {
      Second.emit(Path, Wanted.After, Options);
      Second.complete(Path, Wanted.After, Wanted.Jobs, Options);
    }
    Original.join();
    First.complete(Path, Before, Wanted.Jobs, Options);
  }

  llvm::StringRef Path, Before;
  const VerifyOptions &Options;
  Compilation First = {.ChecksSubscripts = true}, Second;
  Request Wanted;
};

/// A job that took the process with it.
VerifiedKernel crashed(const ChildResult &R, const VerifyJob &Job) {
  VerifiedKernel V;
  V.Reason = Fault{FaultKind::Crash, Job.Place, {}, {}, R.Ended}.text();
  return V;
}

ChildLimits limitsOf(const VerifyOptions &O) {
  ChildLimits Limits;
  // Up to so many launches come before a message.
  Limits.Seconds = O.TimeLimit ? 30 + 12 * O.TimeLimit : 86400;
  Limits.DataMiB = 2 * O.MemoryLimit + 2048;
  return Limits;
}

} // namespace

struct Verification::Impl {
  std::string Path, Before;
  VerifyOptions Options;
  std::optional<Child> Process;

  void start() {
    Process.emplace(limitsOf(Options), [&](Link &Parent) {
      Worker(Path, Before, Options).run(Parent);
    });
  }
};

Verification::Verification(llvm::StringRef Path, llvm::StringRef Before,
                           const VerifyOptions &Options)
    : I(new Impl{Path.str(), Before.str(), Options, std::nullopt}) {
  I->start();
}
Verification::~Verification() = default;

std::vector<VerifiedKernel> Verification::finish(llvm::StringRef After,
                                                 llvm::ArrayRef<VerifyJob> Jobs,
                                                 const VerifyModels &Models) {
  auto NameOf = [](const Target *T) { return T ? T->Name.str() : ""; };
  std::vector<VerifiedKernel> Out;
  while (Out.size() < Jobs.size()) {
    if (!I->Process)
      I->start();
    Request Wanted = {After.str(),
                      Jobs.drop_front(Out.size()).vec(),
                      {NameOf(Models.Before), NameOf(Models.After)}};
    WireWriter W;
    W(Wanted);
    I->Process->send(W.Bytes);
    ChildResult Done = I->Process->finish();
    I->Process.reset();
    for (const std::string &Message : Done.Messages) {
      VerifiedKernel V;
      WireReader R(Message);
      R(V);
      Out.push_back(std::move(V));
    }
    if (Out.size() < Jobs.size())
      Out.push_back(crashed(Done, Jobs[Out.size()]));
  }
  return Out;
}

std::vector<VerifiedKernel> bankfix::verify(llvm::StringRef Path,
                                            llvm::StringRef Before,
                                            llvm::StringRef After,
                                            llvm::ArrayRef<VerifyJob> Jobs,
                                            const VerifyOptions &Options) {
  return Verification(Path, Before, Options).finish(After, Jobs);
}
