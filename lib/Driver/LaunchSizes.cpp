//===- LaunchSizes.cpp - Sizes that launches in other units give ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchSizes.h"
#include "ChangedFiles.h"
#include "Helpers.h"
#include "OtherBuilds.h"
#include "ProjectUnits.h"
#include "bankfix/Proof/Proof.h"
#include "bankfix/Rewrite/Rewrite.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

namespace {

/// A kernel of the unit at hand with an array whose size others set.
struct SizedKernel {
  std::string Symbol;
  const ArrayPlan *Plan;
  SharedArray Old;
};

/// The kernels whose sizes \p Plans change in other units.
std::vector<SizedKernel> sizedKernels(const FileAnalysis &Before,
                                      llvm::ArrayRef<ArrayPlan> Plans,
                                      const OtherUnits &Others) {
  std::vector<SizedKernel> Out;
  const Program &P = Before.Parsed.Prog;
  for (const ArrayPlan &Plan : Plans) {
    const SharedArray &A = P.Arrays[Plan.Array];
    if (!Plan.Map || A.Space != MemorySpace::Dynamic ||
        Plan.Map->change(A).keepsDeclaration())
      continue;
    for (auto [K, L] : llvm::zip_equal(P.Kernels, Before.Parsed.Launches))
      if (Others.Sized.count(L.Symbol) &&
          llvm::any_of(K.Sites,
                       [&](const Site &S) { return S.Array == Plan.Array; }))
        Out.push_back({L.Symbol, &Plan, A});
  }
  return Out;
}

/// One unit with launches of such kernels.
class LaunchResizer {
public:
  LaunchResizer(llvm::ArrayRef<SizedKernel> Kernels, const RunOptions &Options,
                ExprPool &Pool, ResizedLaunches &Out)
      : Kernels(Kernels), Options(Options), Pool(Pool), Out(Out) {}

  /// Why the launches of \p Ways, all of one source, cannot be changed.
  std::optional<std::string> resize(llvm::ArrayRef<HeaderUse> Ways);

private:
  FileAnalysis read(const HeaderUse &Use, llvm::StringRef Text, bool IsNew,
                    const FileAnalysis *Before = nullptr);
  EditedFile file(const HeaderUse &Use, llvm::StringRef Text) const {
    return {Text, 0, Use.Source, Options.Edits, helperText(Options)};
  }
  std::vector<ArrayPlan> plansFor(const FileAnalysis &There) const;
  std::optional<std::string> resizeIn(const HeaderUse &Use, NewFile &File);
  void note(const HeaderUse &Use, const FileAnalysis &Before,
            const FileAnalysis &After);
  void noteEdits(const HeaderUse &Use);

  llvm::ArrayRef<SizedKernel> Kernels;
  const RunOptions &Options;
  ExprPool &Pool;
  ResizedLaunches &Out;
};

FileAnalysis LaunchResizer::read(const HeaderUse &Use, llvm::StringRef Text,
                                 bool IsNew, const FileAnalysis *Before) {
  Configuration C;
  C.Use = &Use;
  C.Model = Use.Model;
  RunOptions There = optionsIn(C, Options);
  There.Project.Others.reset();
  addHelpers(There, Out.Helpers);
  for (const SizedKernel &K : Kernels)
    There.Project.Outside[K.Symbol] = {IsNew ? K.Plan->Map->apply(K.Old)
                                             : K.Old};
  return analyze(Use.Source, Text, There, *Use.Model, Pool, {}, {Before});
}

/// The plans for the arrays that were followed to there: they have no sites.
std::vector<ArrayPlan>
LaunchResizer::plansFor(const FileAnalysis &There) const {
  std::vector<ArrayPlan> Out;
  for (auto [I, A] : llvm::enumerate(There.Parsed.Prog.Arrays))
    for (const SizedKernel &K : Kernels)
      if (A.isDeclaredAs(K.Old) && (Out.empty() || Out.back().Array != I)) {
        Out.push_back(*K.Plan);
        Out.back().Array = I;
      }
  return Out;
}

std::optional<std::string> LaunchResizer::resizeIn(const HeaderUse &Use,
                                                   NewFile &File) {
  const FileAnalysis Before = read(Use, File.Before, false);
  if (!Before.Parsed.Ok)
    return "it does not compile there";
  const std::vector<ArrayPlan> Plans = plansFor(Before);
  for (const ArrayPlan &P : Plans)
    for (const Obstacle &O : Before.Parsed.Prog.Arrays[P.Array].Obstacles)
      if (O.blocksDeclaration())
        return O.text();
  llvm::Expected<RewrittenFile> New =
      rewrite(file(Use, File.Before), Before.Parsed, Plans);
  if (!New)
    return llvm::toString(New.takeError());
  if (!File.After.empty() && File.After != New->Text)
    return "ways to compile it need different edits";
  File.After = std::move(New->Text);
  llvm::append_range(Out.Helpers, New->Helpers);
  const FileAnalysis After = read(Use, File.After, true, &Before);
  if (auto Why = prove({Before.Parsed, Before.Kernels},
                       {After.Parsed, After.Kernels}, Plans, *Use.Model, Pool))
    return Why;
  note(Use, Before, After);
  return std::nullopt;
}

/// What the launches say now.
void LaunchResizer::note(const HeaderUse &Use, const FileAnalysis &Before,
                         const FileAnalysis &After) {
  for (const SizedKernel &K : Kernels)
    if (auto It = After.Parsed.Launched.Kernels.find(K.Symbol);
        It != After.Parsed.Launched.Kernels.end())
      joinLaunches(Out.Others.Launches[K.Symbol], It->second);
  for (auto [Old, New] : llvm::zip(Before.Parsed.Map.HostSizes,
                                   After.Parsed.Map.HostSizes)) {
    const SharedArray &A = Before.Parsed.Prog.Arrays[Old.Array];
    SourcePlace Place = Old.Place;
    Place.File = Use.Source;
    for (const SizedKernel &K : Kernels) {
      auto &Sizes = Out.Sizes[K.Plan->Array];
      if (A.isDeclaredAs(K.Old) &&
          llvm::none_of(
              Sizes, [&](const HostSizeText &S) { return S.Place == Place; }))
        Sizes.push_back({Place, Old.Text, New.Text, /*IsChanged=*/true});
    }
  }
}

/// What each fix by itself changes in the file as it is on the disk.
void LaunchResizer::noteEdits(const HeaderUse &Use) {
  llvm::Expected<std::string> Text = readSource(Use.Source);
  if (!Text) {
    llvm::consumeError(Text.takeError()); // It was read before.
    return;
  }
  const FileAnalysis Before = read(Use, *Text, false);
  for (const ArrayPlan &P : plansFor(Before))
    for (const SizedKernel &K : Kernels)
      if (K.Plan->Map == P.Map)
        addEdits(file(Use, *Text), Before.Parsed, P, Out.Edits[K.Plan->Array]);
}

std::optional<std::string>
LaunchResizer::resize(llvm::ArrayRef<HeaderUse> Ways) {
  llvm::Expected<NewFile> File =
      asChanged(Ways.front().Source, Options.Project);
  if (!File)
    return llvm::toString(File.takeError());
  for (const HeaderUse &Use : Ways)
    if (std::optional<std::string> Why = resizeIn(Use, *File))
      return Why;
  if (Options.Style.Format != ReportFormat::Text)
    noteEdits(Ways.front());
  Out.Units.push_back(std::move(*File));
  return std::nullopt;
}

} // namespace

void bankfix::addEdits(const EditedFile &File, const ParsedFile &Parsed,
                       const ArrayPlan &Plan, std::vector<SourceEdit> &Into) {
  auto Edits = editsOf(File, Parsed, Plan);
  if (!Edits) {
    llvm::consumeError(Edits.takeError()); // They were made when it was proved.
    return;
  }
  for (SourceEdit &E : *Edits) {
    if (E.File.empty())
      E.File = File.Path.str();
    if (!llvm::is_contained(Into, E))
      Into.push_back(std::move(E));
  }
}

void bankfix::seeLaunches(RunOptions &Options, const FixedSource &New) {
  if (!New.Launches)
    return;
  if (Options.Project.Others)
    Options.Project.Others = New.Launches->Others;
  for (const NewFile &Unit : New.Launches->Units)
    seeChange(Options.Project, Unit);
}

llvm::Expected<std::optional<ResizedLaunches>>
bankfix::resizeLaunches(const FileAnalysis &Before,
                        llvm::ArrayRef<ArrayPlan> Plans,
                        const RunOptions &Options, ExprPool &Pool) {
  if (!Options.Project.Others)
    return std::nullopt;
  const std::vector<SizedKernel> Kernels =
      sizedKernels(Before, Plans, *Options.Project.Others);
  if (Kernels.empty())
    return std::nullopt;
  ResizedLaunches Out;
  Out.Others = *Options.Project.Others;
  std::map<std::string, std::vector<HeaderUse>> Ways; // By source.
  for (const SizedKernel &K : Kernels) {
    Out.Others.Launches.erase(K.Symbol);
    for (const HeaderUse &Use : Options.Project.Launching.at(K.Symbol)) {
      std::vector<HeaderUse> &All = Ways[Use.Source];
      if (llvm::none_of(All, [&](const HeaderUse &Known) {
            return Known.Flags == Use.Flags && Known.Model == Use.Model;
          }))
        All.push_back(Use);
    }
  }
  LaunchResizer Resizer(Kernels, Options, Pool, Out);
  for (const auto &[Source, Each] : Ways)
    if (std::optional<std::string> Why = Resizer.resize(Each))
      return llvm::createStringError("it would not hold in '" + Source +
                                     "', which launches it: " + *Why);
  return Out;
}
