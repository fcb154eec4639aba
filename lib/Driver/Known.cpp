//===- Known.cpp - What a project has accepted, or did not change ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Known.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace bankfix;
using llvm::StringRef;

static llvm::Error error(const llvm::Twine &Message) {
  return llvm::createStringError(Message);
}

/// Adds what stands at "fingerprint".
static void collect(const llvm::json::Value &V, std::set<std::string> &Into) {
  if (const auto *O = V.getAsObject()) {
    if (std::optional<StringRef> Text = O->getString("fingerprint"))
      Into.insert(Text->str());
    for (const auto &[_, Each] : *O)
      collect(Each, Into);
  } else if (const auto *A = V.getAsArray()) {
    for (const llvm::json::Value &Each : *A)
      collect(Each, Into);
  }
}

llvm::Expected<std::set<std::string>> bankfix::readBaseline(StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return error("--baseline=" + Path +
                 ": cannot read the file: " + Buffer.getError().message() +
                 "; 'bankfix check --fail-on=never --format=json --output=" +
                 Path + " FILE...' writes it");
  llvm::Expected<llvm::json::Value> Read =
      llvm::json::parse((*Buffer)->getBuffer());
  if (!Read)
    return error("--baseline=" + Path + ": this is no JSON report: " +
                 llvm::toString(Read.takeError()));
  const llvm::json::Object *Whole = Read->getAsObject();
  if (!Whole ||
      !Whole->getString("schema").value_or("").starts_with("bankfix/"))
    return error("--baseline=" + Path +
                 ": this is no report of bankfix's --format=json");
  std::set<std::string> Out;
  collect(*Read, Out);
  return Out;
}

namespace {
struct CommandOutput {
  int Status = -1;
  std::string Out, Err;
};
} // namespace

/// Runs git in the folder of \p Path.
static CommandOutput git(StringRef Path, llvm::ArrayRef<StringRef> Arguments) {
  CommandOutput R;
  llvm::ErrorOr<std::string> Program = llvm::sys::findProgramByName("git");
  llvm::SmallString<64> Out, Err;
  if (!Program || llvm::sys::fs::createTemporaryFile("bankfix", "out", Out) ||
      llvm::sys::fs::createTemporaryFile("bankfix", "err", Err)) {
    R.Err = "git is not installed";
    return R;
  }
  auto Cleanup = llvm::scope_exit([&] {
    llvm::sys::fs::remove(Out);
    llvm::sys::fs::remove(Err);
  });
  StringRef Folder = llvm::sys::path::parent_path(Path);
  std::vector<StringRef> All = {"git", "-C", Folder.empty() ? "." : Folder};
  llvm::append_range(All, Arguments);
  R.Status = llvm::sys::ExecuteAndWait(
      *Program, All, std::nullopt,
      {StringRef(""), StringRef(Out), StringRef(Err)});
  for (auto [File, Into] : {std::pair(&Out, &R.Out), std::pair(&Err, &R.Err)})
    if (auto Buffer = llvm::MemoryBuffer::getFile(*File))
      *Into = (*Buffer)->getBuffer().str();
  return R;
}

/// The new lines of a hunk, "@@ -3,2 +3,4 @@": none where lines only go.
static std::optional<LineRange> newLines(StringRef Hunk) {
  StringRef New = Hunk.split(" +").second.split(' ').first;
  auto [First, Count] = New.split(',');
  unsigned Line = 0, Number = 1;
  if (First.getAsInteger(10, Line) ||
      (!Count.empty() && Count.getAsInteger(10, Number)) || !Number)
    return std::nullopt;
  return LineRange{Line, Line + Number - 1};
}

llvm::Expected<std::vector<LineRange>> bankfix::linesSince(StringRef Path,
                                                           StringRef Rev) {
  StringRef Name = llvm::sys::path::filename(Path);
  std::string Commit = (Rev + "^{commit}").str();
  CommandOutput Known = git(
      Path, {"rev-parse", "--verify", "--quiet", "--end-of-options", Commit});
  if (Known.Status != 0)
    return error(
        "--since=" + Rev + ": " +
        (Known.Err.empty()
             ? "the repository of '" + Path.str() + "' has no such revision"
             : StringRef(Known.Err).split('\n').first.str()));
  std::string Hash = StringRef(Known.Out).trim().str();
  if (git(Path, {"ls-files", "--error-unmatch", "--", Name}).Status != 0)
    return std::vector<LineRange>{{1, UINT_MAX}}; // It is new.
  CommandOutput Diff = git(
      Path, {"diff", "--no-color", "--no-ext-diff", "-U0", Hash, "--", Name});
  if (Diff.Status != 0)
    return error("--since=" + Rev + ": " +
                 StringRef(Diff.Err).split('\n').first);
  std::vector<LineRange> Out;
  for (StringRef Line : llvm::split(Diff.Out, '\n'))
    if (Line.starts_with("@@ "))
      if (std::optional<LineRange> New = newLines(Line))
        Out.push_back(*New);
  return Out;
}
