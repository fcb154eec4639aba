//===- TraceProgram.cpp - bankfix trace ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceProgram.h"
#include "Files.h"
#include "bankfix/Emulate/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace bankfix;

static int fail(llvm::raw_ostream &Err, const llvm::Twine &Why) {
  Err << "bankfix: error: " << Why << '\n';
  return 2;
}

/// The files can be read; says so where not.
static bool checkFiles(const RunOptions &Options, llvm::raw_ostream &Err) {
  for (const std::string &File : Options.Files)
    if (auto Text = readSource(File); !Text) {
      Err << File << ": error: " << llvm::toString(Text.takeError()) << '\n';
      return false;
    }
  return true;
}

static ProgramOptions programOptions(const RunOptions &Options) {
  ProgramOptions T;
  T.Files = Options.Files;
  T.Arguments = Options.ProgramArguments;
  T.Parse.Model = Options.Model;
  T.Parse.Headers = HeaderMode::BuiltIn;
  T.Parse.Flags = Options.ClangFlags;
  T.TimeLimit = Options.TimeLimit;
  T.MemoryLimit = uint64_t(Options.MemoryLimit) << 20;
  return T;
}

static void printDiagnostics(const ProgramOutcome &Outcome,
                             llvm::raw_ostream &Err) {
  for (const FileDiagnostic &D : Outcome.Diagnostics) {
    if (!D.Place.File.empty())
      Err << D.Place.File << ':' << D.Place.Line << ':' << D.Place.Column
          << ": ";
    Err << "error: " << D.Message << '\n';
  }
}

int bankfix::traceProgram(const RunOptions &Options, llvm::raw_ostream &Err) {
  if (!Options.Model->isCuda())
    return fail(Err, "'bankfix trace' runs CUDA programs; " +
                         Options.Model->Name + " is no CUDA target");
  if (Options.Headers == HeaderMode::Sdk)
    return fail(Err, "'bankfix trace' has a runtime of its own, which goes "
                     "with the built-in headers only");
  if (!checkFiles(Options, Err))
    return 2;
  ProgramOutcome Outcome =
      runProgram(programOptions(Options),
                 [](const ProgramTrace &) { return std::string(); });
  printDiagnostics(Outcome, Err);
  if (!Outcome.Error.empty())
    return fail(Err, Outcome.Error);
  if (!Outcome.Diagnostics.empty())
    return 2;
  if (Options.ReportFile.empty()) {
    Err << Outcome.Report;
  } else if (llvm::Error E = writeWhole(Options.ReportFile, Outcome.Report)) {
    return fail(Err, llvm::toString(std::move(E)));
  }
  return Outcome.Status;
}
