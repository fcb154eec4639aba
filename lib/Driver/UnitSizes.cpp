//===- UnitSizes.cpp - Sizes that the source around a header gives --------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitSizes.h"
#include "ChangedFiles.h"
#include "HeaderUses.h"
#include "Helpers.h"
#include "LaunchSizes.h"
#include "OtherBuilds.h"
#include "bankfix/Rewrite/Rewrite.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

namespace {

/// One source around the header.
class UnitResizer {
public:
  UnitResizer(const NewFile &Header, const FileAnalysis &OfHeader,
              llvm::ArrayRef<ArrayPlan> Plans, const RunOptions &Options,
              ExprPool &Pool, ResizedLaunches &Out)
      : Header(Header), OfHeader(OfHeader), Plans(Plans), Options(Options),
        Pool(Pool), Out(Out) {}

  /// Why the launches of \p Ways, all of one source, cannot be changed.
  std::optional<std::string> resize(llvm::ArrayRef<HeaderUse> Ways);

private:
  /// A plan, and the array that it is for in the header.
  struct FollowedPlan {
    ArrayPlan There;
    unsigned Here = 0;
  };

  FileAnalysis read(const HeaderUse &Use, llvm::StringRef Text,
                    const std::string &OfHeader);
  EditedFile file(const HeaderUse &Use, llvm::StringRef Text) const {
    return {Text,        0, Use.Source, Options.Edits, helperText(Options),
            Header.After};
  }
  std::vector<FollowedPlan> plansFor(const ParsedFile &There) const;
  std::optional<std::string> resizeIn(const HeaderUse &Use, NewFile &File);
  void note(const HeaderUse &Use, const ParsedFile &Before,
            const ParsedFile &After, llvm::ArrayRef<FollowedPlan> Of);
  void noteEdits(const HeaderUse &Use);

  const NewFile &Header;
  const FileAnalysis &OfHeader;
  llvm::ArrayRef<ArrayPlan> Plans;
  const RunOptions &Options;
  ExprPool &Pool;
  ResizedLaunches &Out;
};

FileAnalysis UnitResizer::read(const HeaderUse &Use, llvm::StringRef Text,
                               const std::string &OfHeader) {
  Configuration C;
  C.Use = &Use;
  C.Model = Use.Model;
  RunOptions There = optionsIn(C, Options);
  There.Project.Within.clear();
  There.Project.OtherUses.clear();
  There.Project.ResizesUnit = false;
  There.Project.Texts.erase(Use.Source);
  There.Project.Texts[Header.Path] = OfHeader;
  addHelpers(There, Out.Helpers);
  return analyze(Use.Source, Text, There, *Use.Model, Pool);
}

/// The plans for those arrays that host code of the source sizes.
std::vector<UnitResizer::FollowedPlan>
UnitResizer::plansFor(const ParsedFile &There) const {
  std::vector<FollowedPlan> Followed;
  for (auto [I, A] : llvm::enumerate(There.Prog.Arrays))
    for (const ArrayPlan &P : Plans) {
      const SharedArray &Own = OfHeader.Parsed.Prog.Arrays[P.Array];
      auto IsSizedBy = [Array = I](const HostSizeSource &S) {
        return S.Array == Array;
      };
      if (!P.Map || Own.Name != A.Name || Own.OfKernel != A.OfKernel ||
          Own.Place.Line != A.Place.Line ||
          Own.Place.Column != A.Place.Column || !Own.Place.File.empty() ||
          A.Place.File.empty() || !isSameFile(A.Place.File, Header.Path) ||
          P.Map->change(Own).keepsDeclaration() ||
          llvm::none_of(There.Map.HostSizes, IsSizedBy))
        continue;
      Followed.push_back({P, P.Array});
      Followed.back().There.Array = I;
      Followed.back().There.Requirements.clear();
      break;
    }
  return Followed;
}

/// Why a launch of the source is not one that changes with the header. What
/// else stands against an array is found where the header is read.
static const Obstacle *launchObstacle(const SharedArray &A) {
  auto It = llvm::find_if(A.Obstacles, [](const Obstacle &O) {
    return O.Kind == ObstacleKind::SizeText ||
           O.Kind == ObstacleKind::SizeLimit ||
           O.Kind == ObstacleKind::SizeDevice ||
           O.Kind == ObstacleKind::LaunchOtherwise ||
           O.Kind == ObstacleKind::SkippedCode;
  });
  return It == A.Obstacles.end() ? nullptr : &*It;
}

/// What a header casts the array to is seen where the header can be edited; its
/// host says the same bytes, of elements that are \p Own's.
static void asInHeader(SharedArray &There, const SharedArray &Own) {
  There.ElementType = Own.ElementType;
  There.ElementBytes = Own.ElementBytes;
  There.ElementAlignment = Own.ElementAlignment;
  There.ViewBytes = Own.ViewBytes;
}

std::optional<std::string> UnitResizer::resizeIn(const HeaderUse &Use,
                                                 NewFile &File) {
  FileAnalysis Before = read(Use, File.Before, Header.Before);
  if (!Before.Parsed.Ok)
    return "it does not compile there";
  const std::vector<FollowedPlan> Followed = plansFor(Before.Parsed);
  std::vector<ArrayPlan> There;
  for (const FollowedPlan &P : Followed) {
    There.push_back(P.There);
    asInHeader(Before.Parsed.Prog.Arrays[P.There.Array],
               OfHeader.Parsed.Prog.Arrays[P.Here]);
    if (const Obstacle *Why =
            launchObstacle(Before.Parsed.Prog.Arrays[P.There.Array]))
      return Why->text();
  }
  llvm::Expected<RewrittenFile> New =
      rewrite(file(Use, File.Before), Before.Parsed, There);
  if (!New)
    return llvm::toString(New.takeError());
  if (!File.After.empty() && File.After != New->Text)
    return "ways to compile it need different edits";
  const bool IsFirst = File.After.empty();
  File.After = std::move(New->Text);
  if (!IsFirst || Followed.empty())
    return std::nullopt;
  llvm::append_range(Out.Helpers, New->Helpers);
  note(Use, Before.Parsed, read(Use, File.After, Header.After).Parsed,
       Followed);
  return std::nullopt;
}

/// What the launches say now.
void UnitResizer::note(const HeaderUse &Use, const ParsedFile &Before,
                       const ParsedFile &After,
                       llvm::ArrayRef<FollowedPlan> Of) {
  for (auto [Old, New] : llvm::zip(Before.Map.HostSizes, After.Map.HostSizes)) {
    SourcePlace Place = Old.Place;
    Place.File = Use.Source;
    for (const FollowedPlan &P : Of)
      if (P.There.Array == Old.Array)
        Out.Sizes[P.Here].push_back(
            {Place, Old.Text, New.Text, /*IsChanged=*/true});
  }
}

/// What each fix by itself changes in the file as it is on the disk.
void UnitResizer::noteEdits(const HeaderUse &Use) {
  llvm::Expected<std::string> Text = readSource(Use.Source);
  if (!Text) {
    llvm::consumeError(Text.takeError()); // It was read before.
    return;
  }
  FileAnalysis Before = read(Use, *Text, Header.Before);
  for (const FollowedPlan &P : plansFor(Before.Parsed)) {
    asInHeader(Before.Parsed.Prog.Arrays[P.There.Array],
               OfHeader.Parsed.Prog.Arrays[P.Here]);
    addEdits(file(Use, *Text), Before.Parsed, P.There, Out.Edits[P.Here]);
  }
}

std::optional<std::string> UnitResizer::resize(llvm::ArrayRef<HeaderUse> Ways) {
  llvm::Expected<NewFile> File =
      asChanged(Ways.front().Source, Options.Project);
  if (!File)
    return llvm::toString(File.takeError());
  for (const HeaderUse &Use : Ways)
    if (std::optional<std::string> Why = resizeIn(Use, *File))
      return Why;
  if (File->Before == File->After)
    return std::nullopt;
  if (Options.Style.Format != ReportFormat::Text)
    noteEdits(Ways.front());
  Out.Units.push_back(std::move(*File));
  return std::nullopt;
}

} // namespace

llvm::Expected<std::optional<ResizedLaunches>>
bankfix::resizeUnits(const NewFile &Header, const FileAnalysis &Before,
                     llvm::ArrayRef<ArrayPlan> Plans, const RunOptions &Options,
                     ExprPool &Pool) {
  if (llvm::none_of(Plans, [&](const ArrayPlan &P) {
        const SharedArray &A = Before.Parsed.Prog.Arrays[P.Array];
        return P.Map && A.Space == MemorySpace::Dynamic &&
               !P.Map->change(A).keepsDeclaration();
      }))
    return std::nullopt;
  const ProjectBuilds &Project = Options.Project;
  std::map<std::string, std::vector<HeaderUse>> Ways; // By source.
  Ways[Project.Unit].push_back({Project.Unit, Project.Within,
                                Options.ClangFlags, Options.Headers,
                                Options.Model});
  for (const HeaderUse &Use : Project.OtherUses)
    if (!Use.Within.empty()) // Else it is the header itself, which is edited.
      Ways[Use.Source].push_back(Use);
  ResizedLaunches Out;
  UnitResizer Resizer(Header, Before, Plans, Options, Pool, Out);
  for (const auto &[Source, Each] : Ways)
    if (std::optional<std::string> Why = Resizer.resize(Each))
      return llvm::createStringError("it would not hold in '" + Source +
                                     "', which includes it: " + *Why);
  if (Out.Units.empty())
    return std::nullopt;
  return Out;
}
