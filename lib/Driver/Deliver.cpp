//===- Deliver.cpp - Rewritten sources go where the user wants them -------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileOptions.h"
#include "FileResult.h"
#include "Files.h"
#include "Helpers.h"
#include "bankfix/Report/UnifiedDiff.h"
#include "bankfix/Rewrite/Rewrite.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace bankfix;

namespace {

/// Files that have to change together.
using Group = std::vector<FileResult *>;

void complain(llvm::raw_ostream &Err, llvm::StringRef Path,
              const llvm::Twine &Message) {
  Err << Path << ": error: " << Message << "\n";
}

/// A source with kernels, those that launch them, and other sources of theirs;
/// in the order of
/// \p Results.
std::vector<Group> groupsOf(std::vector<FileResult> &Results) {
  llvm::EquivalenceClasses<FileResult *> Together;
  for (FileResult &R : Results) {
    Together.insert(&R);
    for (FileResult &Host : Results)
      if (llvm::is_contained(R.HostsChanged, Host.Path))
        Together.unionSets(&R, &Host);
  }
  std::vector<Group> Groups;
  std::map<FileResult *, size_t> Numbers; // By the leader.
  for (FileResult &R : Results) {
    auto [It, New] =
        Numbers.try_emplace(Together.getLeaderValue(&R), Groups.size());
    if (New)
      Groups.emplace_back();
    Groups[It->second].push_back(&R);
  }
  return Groups;
}

void fail(Group &G) {
  for (FileResult *R : G)
    R->Failed = true;
}

/// The headers of helpers as they are on the disk, and as the files that are
/// delivered need them.
class HelperHeaders {
public:
  /// Those that \p G needs, where they lack something.
  std::vector<NewFile> neededBy(const Group &G) {
    std::map<std::string, NewFile> Files;
    for (const FileResult *R : G) {
      if (R->Before == R->After || R->Helpers.empty())
        continue;
      NewFile &File =
          Files.try_emplace(R->HelpersIn, now(R->HelpersIn)).first->second;
      File.After = withHelpers(File.After, R->Helpers);
    }
    std::vector<NewFile> Out;
    for (auto &[Path, File] : Files)
      if (File.Before != File.After)
        Out.push_back(std::move(File));
    return Out;
  }
  /// These are written.
  void keep(llvm::ArrayRef<NewFile> Files) {
    for (const NewFile &F : Files)
      Now[F.Path] = F.After;
  }
  /// From the disk to what was kept.
  std::vector<NewFile> changes() const {
    std::vector<NewFile> Out;
    for (const auto &[Path, Text] : Now)
      Out.push_back({Path, helpersOnDisk(Path), Text});
    return Out;
  }

private:
  NewFile now(const std::string &Path) const {
    auto It = Now.find(Path);
    std::string Text = It == Now.end() ? helpersOnDisk(Path) : It->second;
    return {Path, Text, Text};
  }

  std::map<std::string, std::string> Now;
};

/// Replaces those files of \p G that are to change.
void replace(Group &G, HelperHeaders &Headers, llvm::raw_ostream &Err) {
  std::vector<NewFile> Helpers = Headers.neededBy(G), Files = Helpers;
  for (FileResult *R : G)
    if (R->Before != R->After)
      Files.push_back({R->Path, R->Before, R->After});
  std::optional<WriteError> E = writeTogether(Files);
  if (!E)
    return Headers.keep(Helpers);
  complain(Err, E->Path, E->Message);
  for (const NewFile &F : Files)
    if (F.Path != E->Path)
      complain(Err, F.Path,
               "is not changed, as '" + E->Path + "' has to change with it");
  fail(G);
}

/// Writes the one source to \p To. Host sources of its own stay as they are:
/// a note says what to change, and this that it has to be.
void writeOne(Group &G, const RunOptions &Options, llvm::raw_ostream &Out,
              llvm::raw_ostream &Err) {
  const std::string &To = Options.OutputFile;
  for (FileResult *R : G) {
    if (R->IsHost) {
      if (R->Before == R->After)
        continue;
      Err << R->Path << ": warning: has to change with '" << To
          << "', which alone is written; -i changes both\n";
      continue;
    }
    bool IsSame = To != "-" && llvm::sys::fs::equivalent(To, R->Path);
    if (IsSame && !R->HostsChanged.empty()) {
      complain(Err, R->Path,
               "is not changed, as '" + R->HostsChanged.front() +
                   "' has to change with it; -i changes both");
      return fail(G);
    }
    if (To == "-") {
      Out << R->After;
    } else if (llvm::Error E = writeWhole(To, R->After)) {
      complain(Err, R->Path, llvm::toString(std::move(E)));
      return fail(G);
    }
  }
}

} // namespace

void bankfix::deliver(std::vector<FileResult> &Results,
                      const RunOptions &Options, llvm::raw_ostream &Out,
                      llvm::raw_ostream &Err) {
  HelperHeaders Headers;
  for (Group &G : groupsOf(Results)) {
    if (llvm::any_of(G, [](FileResult *R) { return R->Failed; })) {
      fail(G);
      continue;
    }
    switch (Options.Result) {
    case Destination::Diff:
      for (FileResult *R : G)
        Out << unifiedDiff(R->Path, R->Before, R->After);
      Headers.keep(Headers.neededBy(G));
      break;
    case Destination::InPlace:
      replace(G, Headers, Err);
      break;
    case Destination::File:
      writeOne(G, Options, Out, Err);
      break;
    }
  }
  if (Options.Result == Destination::Diff)
    for (const NewFile &F : Headers.changes())
      Out << unifiedDiff(seenFromHere(F.Path), F.Before, F.After);
}

std::string bankfix::describeOutcome(llvm::ArrayRef<FileResult> Results,
                                     const RunOptions &Options) {
  size_t Failed = 0, Changed = 0;
  for (const FileResult &R : Results) {
    Failed += R.Failed;
    const bool IsWritten = Options.Command != Mode::Rewrite ||
                           Options.Result != Destination::File || !R.IsHost;
    Changed += !R.Failed && R.Before != R.After && IsWritten;
  }
  size_t Rest = Results.size() - Failed - Changed;
  std::vector<std::string> Parts;
  auto Add = [&](size_t Number, llvm::StringRef What) {
    Parts.push_back(std::to_string(Number) + " " + What.str());
  };
  if (Options.Command == Mode::Rewrite) {
    Add(Changed, Options.Result == Destination::Diff ? "to be fixed" : "fixed");
    Add(Rest, "unchanged");
  } else {
    Add(Rest + Changed,
        Options.Command == Mode::Check ? "checked" : "verified");
  }
  Add(Failed, "failed");
  return std::to_string(Results.size()) +
         (Results.size() == 1 ? " file: " : " files: ") +
         llvm::join(Parts, ", ");
}
