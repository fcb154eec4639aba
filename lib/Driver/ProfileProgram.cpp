//===- ProfileProgram.cpp - bankfix profile -------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileProgram.h"
#include "Files.h"
#include "bankfix/Profile/Profile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace bankfix;
using llvm::StringRef;

namespace {

using Words = std::vector<std::string>;

class Profiler {
public:
  Profiler(const RunOptions &Options, llvm::raw_ostream &Err)
      : Options(Options), Err(Err) {}
  std::optional<RunOptions> run();

private:
  bool fail(const llvm::Twine &Why) {
    Err << "bankfix: error: " << Why << '\n';
    return false;
  }
  bool execute(const Words &Arguments, StringRef Into);
  bool newFile(StringRef Ending, std::string &Path);
  bool measure();
  bool print();
  bool chooseFiles(RunOptions &Check);

  const RunOptions &Options;
  llvm::raw_ostream &Err;
  std::string Tool;          ///< Its path.
  std::string Report, Pages; ///< Temporary files.
};

bool Profiler::newFile(StringRef Ending, std::string &Path) {
  llvm::SmallString<128> New;
  if (std::error_code Why =
          llvm::sys::fs::createTemporaryFile("bankfix-profile", Ending, New))
    return fail("cannot write a temporary file: " + Why.message());
  llvm::sys::RemoveFileOnSignal(New);
  Path = New.str().str();
  return true;
}

/// Standard output goes to \p Into, where it is not empty.
bool Profiler::execute(const Words &Arguments, StringRef Into) {
  std::vector<StringRef> Line = {Tool};
  Line.insert(Line.end(), Arguments.begin(), Arguments.end());
  std::optional<StringRef> Redirects[] = {
      std::nullopt, Into.empty() ? std::nullopt : std::optional(Into),
      std::nullopt};
  std::string Why;
  int Status = llvm::sys::ExecuteAndWait(Tool, Line, std::nullopt, Redirects, 0,
                                         0, &Why);
  if (Status == 0)
    return true;
  return fail("'" + Options.ProgramArguments.front() + "' ended with status " +
              llvm::Twine(Status) + (Why.empty() ? "" : ": " + Why));
}

bool Profiler::measure() {
  Words Line = {"--section",
                "SourceCounters",
                "--metrics",
                "gpu__time_duration.sum,memory_l1_wavefronts_shared,"
                "memory_l1_wavefronts_shared_ideal,smsp__sass_inst_executed",
                "--import-source",
                "yes",
                "--force-overwrite",
                "--export",
                Report};
  Line.insert(Line.end(), Options.ProgramArguments.begin() + 1,
              Options.ProgramArguments.end());
  return execute(Line, "");
}

/// Both pages, one after the other.
bool Profiler::print() {
  std::string Both;
  const Words Raw = {"--page", "raw", "--metrics", "gpu__time_duration.sum"};
  const Words Source = {"--page", "source", "--print-source", "cuda,sass"};
  for (const Words &Page : {Raw, Source}) {
    Words Line = {"--import", Report, "--csv", "--print-units", "base"};
    Line.insert(Line.end(), Page.begin(), Page.end());
    if (!execute(Line, Pages))
      return false;
    llvm::Expected<std::string> Text = readSource(Pages);
    if (!Text)
      return fail(llvm::toString(Text.takeError()));
    Both += *Text + "\n";
  }
  if (llvm::Error E = writeWhole(Pages, Both))
    return fail(llvm::toString(std::move(E)));
  return true;
}

/// Those of the profile, where the user names none.
bool Profiler::chooseFiles(RunOptions &Check) {
  if (!Check.Files.empty())
    return true;
  llvm::Expected<std::string> Text = readSource(Pages);
  if (!Text)
    return fail(llvm::toString(Text.takeError()));
  llvm::Expected<Profile> P = readProfile(*Text);
  if (!P)
    return fail("of what was profiled: " + llvm::toString(P.takeError()));
  for (const std::string &File : P->files())
    if (llvm::sys::fs::exists(File))
      Check.Files.push_back(File);
  return !Check.Files.empty() ||
         fail("the profile names no source that is here; compile with "
              "-lineinfo, or name the sources before '--'");
}

std::optional<RunOptions> Profiler::run() {
  StringRef Name = Options.ProgramArguments.front();
  if (llvm::sys::path::stem(Name) != "ncu") {
    fail("bankfix profile runs ncu, not '" + Name +
         "'; what rocprof wrote can be given as --profile=FILE");
    return std::nullopt;
  }
  llvm::ErrorOr<std::string> Found = llvm::sys::findProgramByName(Name);
  if (!Found) {
    fail("there is no '" + Name + "' in PATH; it comes with the CUDA toolkit");
    return std::nullopt;
  }
  Tool = *Found;
  RunOptions Check = Options;
  Check.Command = Mode::Check;
  if (!newFile("ncu-rep", Report) || !newFile("csv", Pages))
    return std::nullopt;
  llvm::FileRemover RemoveReport(Report), RemovePages(Pages);
  if (!measure() || !print() || !chooseFiles(Check))
    return std::nullopt;
  RemovePages.releaseFile();
  Check.Passes.Profile = Pages;
  return Check;
}

} // namespace

std::optional<RunOptions> bankfix::profileProgram(const RunOptions &Options,
                                                  llvm::raw_ostream &Err) {
  return Profiler(Options, Err).run();
}
