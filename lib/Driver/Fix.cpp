//===- Fix.cpp - Rewrites, and keeps what can be proved -------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileOptions.h"
#include "Helpers.h"
#include "LaunchSizes.h"
#include "OtherBuilds.h"
#include "SourceFile.h"
#include "UnitSizes.h"
#include "bankfix/Proof/Proof.h"
#include "bankfix/Rewrite/Rewrite.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace bankfix;

namespace {

class Fixer {
public:
  Fixer(llvm::StringRef Path, llvm::StringRef Text, const FileAnalysis &Before,
        const RunOptions &Options, const Target &T, ExprPool &Pool,
        llvm::ArrayRef<HostSource> Hosts)
      : Path(Path), Text(Text), Before(Before), Options(Options), T(T),
        Pool(Pool), Hosts(Hosts),
        Builds(Path, Text, Before, Options, T, Pool, Hosts) {}

  /// Carries out those of \p Plans that hold, or what can be had instead.
  FixedSource run(std::vector<ArrayPlan> Plans);

private:
  /// Adds \p Group, plans with one map, to \p Out, or what can be had instead.
  void keepBest(std::vector<ArrayPlan> Group, FixedSource &Out);

  /// Carries out the plans of \p New; returns why the result cannot be trusted,
  /// if so.
  std::optional<std::string> attempt(FixedSource &New) {
    for (ArrayPlan &P : New.Plans)
      P.Requirements.clear();
    auto Hiding = Builds.hidden(New.Plans);
    if (!Hiding)
      return llvm::toString(Hiding.takeError());
    if (std::optional<std::string> Why = inThisBuild(New, *Hiding))
      return "the proof failed: " + *Why;
    if (std::optional<std::string> Why = Builds.refute(New.Plans, New))
      return Why;
    if (std::optional<std::string> Why = Builds.require(New.Plans, New))
      return Why;
    if (llvm::all_of(New.Plans,
                     [](const ArrayPlan &P) { return P.Requirements.empty(); }))
      return std::nullopt;
    if (std::optional<std::string> Why = inThisBuild(New, *Hiding))
      return "the proof failed: " + *Why;
    return Builds.refute(New.Plans, New);
  }

  /// How many of Hosts are this file's: all of an OpenCL source, or none.
  unsigned hosts() const { return Before.Parsed.Map.Hosts.size(); }

  /// The main file, or host number \p Number from 1.
  EditedFile file(unsigned Number) const {
    if (!Number)
      return {Text, 0, Path, Options.Edits, helperText(Options)};
    const HostSource &Host = Hosts[Number - 1];
    return {Host.Text, Number, Host.Path, Options.Edits};
  }

  /// Says what each fix by itself changes.
  void noteEdits(std::vector<ArrayPlan> &Plans);

  /// Has other files give the arrays of \p New their sizes.
  llvm::Error resizeLaunchesOf(FixedSource &New) {
    auto Elsewhere = resizeLaunches(Before, New.Plans, Options, Pool);
    if (!Elsewhere)
      return Elsewhere.takeError();
    New.Launches = std::move(*Elsewhere);
    if (!Options.Project.ResizesUnit)
      return llvm::Error::success();
    auto Around = resizeUnits({Path.str(), Text.str(), New.Text}, Before,
                              New.Plans, Options, Pool);
    if (!Around)
      return Around.takeError();
    if (!*Around)
      return llvm::Error::success();
    if (!New.Launches) {
      New.Launches = std::move(**Around);
      if (Options.Project.Others)
        New.Launches->Others = *Options.Project.Others;
      return llvm::Error::success();
    }
    llvm::append_range(New.Launches->Units, (*Around)->Units);
    llvm::append_range(New.Launches->Helpers, (*Around)->Helpers);
    for (auto &[Array, Sizes] : (*Around)->Sizes)
      llvm::append_range(New.Launches->Sizes[Array], Sizes);
    for (auto &[Array, Edits] : (*Around)->Edits)
      llvm::append_range(New.Launches->Edits[Array], Edits);
    return llvm::Error::success();
  }

  /// Rewrites, with what \p Hiding have besides, and proves what is read with
  /// the user's flags.
  std::optional<std::string> inThisBuild(FixedSource &New,
                                         llvm::ArrayRef<PlannedBuild> Hiding) {
    llvm::ArrayRef<ArrayPlan> Plans = New.Plans;
    llvm::Expected<RewrittenFile> Rewritten =
        rewrite(file(0), Before.Parsed, Plans, Hiding);
    if (!Rewritten)
      return llvm::toString(Rewritten.takeError());
    New.Text = std::move(Rewritten->Text);
    New.Helpers = std::move(Rewritten->Helpers);
    New.Hosts = Hosts.vec();
    for (unsigned I = 0; I < hosts(); ++I) {
      Rewritten = rewrite(file(I + 1), Before.Parsed, Plans);
      if (!Rewritten)
        return llvm::toString(Rewritten.takeError());
      New.Hosts[I].Text = std::move(Rewritten->Text);
    }
    if (llvm::Error E = resizeLaunchesOf(New))
      return llvm::toString(std::move(E));
    RunOptions Again = Options; // The same headers as before.
    seeLaunches(Again, New);
    if (New.Launches)
      llvm::append_range(New.Helpers, New.Launches->Helpers);
    addHelpers(Again, New.Helpers);
    Again.Headers = headersOf(Before.Parsed);
    auto Read = std::make_shared<const FileAnalysis>(
        analyze(Path, New.Text, Again, T, Pool, New.Hosts, {&Before}));
    const FileAnalysis &After = *Read;
    New.After = std::move(Read);
    New.OldSizes = Before.Parsed.Map.HostSizes;
    New.NewSizes = After.Parsed.Map.HostSizes;
    return prove({Before.Parsed, Before.Kernels}, {After.Parsed, After.Kernels},
                 Plans, T, Pool);
  }

  llvm::StringRef Path, Text;
  const FileAnalysis &Before;
  const RunOptions &Options;
  const Target &T;
  ExprPool &Pool;
  llvm::ArrayRef<HostSource> Hosts;
  OtherBuilds Builds;
};

/// Puts \p Group in the places of the same arrays' plans.
void place(llvm::ArrayRef<ArrayPlan> Group, std::vector<ArrayPlan> &Into) {
  for (const ArrayPlan &New : Group)
    for (ArrayPlan &Old : Into)
      if (Old.Array == New.Array)
        Old = New;
}

std::vector<ArrayPlan> groupOf(llvm::ArrayRef<ArrayPlan> Plans,
                               const LayoutMap &Map) {
  std::vector<ArrayPlan> Group;
  llvm::copy_if(Plans, std::back_inserter(Group),
                [&](const ArrayPlan &P) { return P.Map.get() == &Map; });
  return Group;
}

void Fixer::keepBest(std::vector<ArrayPlan> Group, FixedSource &Out) {
  PlanOptions Left = Options.Plan;
  while (Group.front().Map) {
    FixedSource Trial = Out;
    place(Group, Trial.Plans);
    std::optional<std::string> Why = attempt(Trial);
    if (!Why) {
      Out = std::move(Trial);
      return;
    }
    const LayoutMap &Map = *Group.front().Map;
    SourceChange Change =
        Map.change(Before.Parsed.Prog.Arrays[Group.front().Array]);
    Left.Failed.push_back({Group.front().Array, Map.strategy(),
                           Map.isComposed(), *Why,
                           Change.MemberBytes != 0 && !Map.isComposed()});
    const StrategyKind Kind = Map.strategy();
    for (ArrayPlan &P : Group) { // What is for another GPU has no plan here.
      P.Map = nullptr;
      P.Refusals.insert(P.Refusals.begin(), {Kind, *Why, RefusalKind::Failed});
    }
    place(plan({Before.Parsed.Prog, Before.Parsed.Rights}, Before.Kernels, T,
               Left),
          Group);
  }
  place(Group, Out.Plans);
}

/// Says for each array what became of the sizes that the host gives it. Hosts
/// of their own stay as they are where \p Result is one file.
void noteHostSizes(FixedSource &Out, const Program &Before,
                   Destination Result) {
  auto Note = [&](ArrayPlan &P, llvm::function_ref<bool(unsigned)> IsOf) {
    for (auto [Old, New] : llvm::zip(Out.OldSizes, Out.NewSizes))
      if (P.Map && Old.Array == New.Array && IsOf(Old.Array))
        P.HostSizes.push_back({Old.Place, Old.Text, New.Text,
                               !Old.File || Result != Destination::File});
  };
  for (ArrayPlan &P : Out.Plans) {
    const SharedArray &A = Before.Arrays[P.Array];
    Note(P, [&](unsigned I) { return I == P.Array; });
    // One text may be for all instances of a template.
    if (P.HostSizes.empty() && A.Space == MemorySpace::Dynamic && A.Group)
      Note(P, [&](unsigned I) { return Before.Arrays[I].Group == A.Group; });
  }
  for (ArrayPlan &P : Out.Plans)
    if (P.Map && Out.Launches)
      llvm::append_range(P.HostSizes, Out.Launches->Sizes[P.Array]);
}

/// Fixes with one map stand or fall together.
void Fixer::noteEdits(std::vector<ArrayPlan> &Plans) {
  for (ArrayPlan &P : Plans) {
    if (!P.Map)
      continue;
    std::vector<ArrayPlan> Group = groupOf(Plans, *P.Map);
    for (unsigned File = 0; File <= hosts(); ++File) {
      // Both were had when it was proved.
      auto Hiding = Builds.hidden(
          llvm::ArrayRef(Group).take_front(File ? 0 : Group.size()));
      if (!Hiding) {
        llvm::consumeError(Hiding.takeError());
        continue;
      }
      auto Edits = editsOf(file(File), Before.Parsed, Group, *Hiding);
      if (!Edits) {
        llvm::consumeError(Edits.takeError());
        continue;
      }
      for (SourceEdit &E : *Edits) {
        if (!E.File.empty())
          E.File = seenFromHere(E.File);
        else if (File)
          E.File = Hosts[File - 1].Path;
        P.Edits.push_back(std::move(E));
      }
    }
  }
}

FixedSource Fixer::run(std::vector<ArrayPlan> Plans) {
  FixedSource Out;
  Out.Text = Text.str();
  Out.Hosts = Hosts.vec();
  Out.Plans = Plans;
  auto HasMap = [](const ArrayPlan &P) { return P.Map != nullptr; };
  if (llvm::none_of(Plans, HasMap))
    return Out;
  FixedSource All = Out;
  if (!attempt(All)) {
    Out = std::move(All);
  } else {
    // Something does not hold: keep the plans that hold one by one, and of
    // those that do not the next best.
    for (ArrayPlan &P : Out.Plans)
      P.Map = nullptr;
    std::set<const LayoutMap *> Tried;
    for (const ArrayPlan &P : Plans)
      if (P.Map && Tried.insert(P.Map.get()).second)
        keepBest(groupOf(Plans, *P.Map), Out);
  }
  noteHostSizes(Out, Before.Parsed.Prog, Options.Result);
  if (Options.Style.Format != ReportFormat::Text) {
    noteEdits(Out.Plans);
    for (ArrayPlan &P : Out.Plans)
      if (P.Map && Out.Launches)
        llvm::append_range(P.Edits, Out.Launches->Edits[P.Array]);
  }
  return Out;
}

} // namespace

FixedSource bankfix::fix(llvm::StringRef Path, llvm::StringRef Text,
                         const FileAnalysis &Before,
                         std::vector<ArrayPlan> Plans,
                         const RunOptions &Options, const Target &T,
                         ExprPool &Pool, llvm::ArrayRef<HostSource> Hosts) {
  return Fixer(Path, Text, Before, Options, T, Pool, Hosts)
      .run(std::move(Plans));
}
