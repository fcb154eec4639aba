//===- OtherBuilds.cpp - An edit holds in every build of its text ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OtherBuilds.h"
#include "HeaderUses.h"
#include "Helpers.h"
#include "LaunchSizes.h"
#include "MissedInstances.h"
#include "OtherTargets.h"
#include "TypeMacros.h"
#include "bankfix/Frontend/FlagDefines.h"
#include "bankfix/Kernel/Words.h"
#include "bankfix/Proof/Proof.h"
#include "bankfix/Rewrite/Rewrite.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

RunOptions bankfix::optionsIn(const Configuration &C,
                              const RunOptions &Options) {
  RunOptions Out = Options;
  if (C.Way)
    Out.ClangFlags = *C.Way;
  if (C.Use) {
    Out.ClangFlags = C.Use->Flags;
    Out.Headers = C.Use->Headers;
    Out.Project.Within = C.Use->Within;
  }
  if (C.Model)
    Out.Model = C.Model;
  llvm::append_range(Out.ClangFlags, C.flags());
  return Out;
}

RunOptions bankfix::optionsIn(const Configuration &C, const RunOptions &Options,
                              const FileAnalysis &Before) {
  RunOptions Out = optionsIn(C, Options);
  if (!C.Use)
    Out.Headers = headersOf(Before.Parsed);
  return Out;
}

/// Another definition of the macro that its indices go through holds there than
/// the one that a layout changes.
static bool hasOtherOffsets(const SharedArray &Here, const SharedArray &There) {
  return Here.Offsets && There.Offsets &&
         Here.Offsets->Terms != There.Offsets->Terms;
}

/// The plan with a layout for what the same text declares as \p A elsewhere.
static const ArrayPlan *samePlan(const SharedArray &A, const FileAnalysis &Here,
                                 llvm::ArrayRef<ArrayPlan> Plans) {
  auto It = llvm::find_if(Plans, [&](const ArrayPlan &P) {
    const SharedArray &Own = Here.Parsed.Prog.Arrays[P.Array];
    return P.Map && Own.isDeclaredAs(A) &&
           !(P.Map->change(Own).Offsets && hasOtherOffsets(Own, A));
  });
  return It == Plans.end() ? nullptr : It;
}

std::vector<ArrayPlan> bankfix::samePlans(const FileAnalysis &There,
                                          const FileAnalysis &Here,
                                          llvm::ArrayRef<ArrayPlan> Plans) {
  std::vector<ArrayPlan> Out;
  for (auto [I, A] : llvm::enumerate(There.Parsed.Prog.Arrays))
    if (const ArrayPlan *P = samePlan(A, Here, Plans)) {
      Out.push_back(*P);
      Out.back().Array = I;
    }
  return Out;
}

/// Both read it with the same flags, in the same place.
static bool differInGpuAlone(const Configuration &A, const Configuration &B,
                             const RunOptions &Own) {
  const HeaderUse Plain{"", Own.Project.Within, Own.ClangFlags, Own.Headers,
                        nullptr};
  auto IsPlain = [](const Configuration &C) {
    return !C.Way && C.Settings.empty();
  };
  const HeaderUse &InA = A.Use ? *A.Use : Plain, &InB = B.Use ? *B.Use : Plain;
  return IsPlain(A) && IsPlain(B) && InA.Within == InB.Within &&
         InA.Flags == InB.Flags && InA.Headers == InB.Headers;
}

EarlierAnalyses bankfix::knownFrom(const ReadText &Here, const Configuration &C,
                                   const RunOptions &Own) {
  EarlierAnalyses Out;
  if (!Here.Analysis || (C.Model && C.Model->WaveSize != Here.Model->WaveSize))
    return Out;
  Out.Alike = Here.Analysis;
  if (C.Model && differInGpuAlone(Here.In, C, Own))
    Out.ReadFor = Here.Model;
  return Out;
}

const FileAnalysis &OtherBuilds::before(const Configuration &C) {
  std::unique_ptr<FileAnalysis> &There = Known[C.text()];
  if (There)
    return *There;
  RunOptions In = optionsIn(C, Options, Before);
  In.Style = {}; // No report shows what its kernels do.
  There = std::make_unique<FileAnalysis>(
      analyze(Path, Text, In, modelOf(C), Pool, Hosts,
              knownFrom(here(&Before), C, Options)));
  return *There;
}

/// Why some array of another build may not have its layout of \p Same; empty if
/// all may.
std::string OtherBuilds::refusePlans(const FileAnalysis &There,
                                     llvm::ArrayRef<ArrayPlan> Same,
                                     llvm::ArrayRef<ArrayPlan> Plans,
                                     const Configuration &C) const {
  const Program Sized = withHostSizes(There.Parsed.Prog, There.Kernels);
  const Target &T = modelOf(C);
  for (const ArrayPlan &P : Same) {
    const SharedArray &A = There.Parsed.Prog.Arrays[P.Array];
    const ArrayPlan *Here = samePlan(A, Before, Plans);
    std::string Why =
        refuseMap({Sized, There.Parsed.Rights}, There.Kernels, T, Options.Plan,
                  P.Array, *P.Map, Before.Parsed.Prog.Arrays[Here->Array]);
    if (!Why.empty())
      return "'" + A.Name + "': " + Why;
  }
  // Blocks have to be launched in each; how many at once matters where it is
  // known that there are any.
  return refuseMemory(Sized, There.Kernels, T, Options.Plan, Same,
                      /*MayLoseBlocks=*/!C.Model);
}

/// The original and \p New are in \p C what they are with the user's flags, and
/// cost the same.
bool OtherBuilds::isProvedAlready(const Configuration &C,
                                  const FixedSource &New) const {
  const Target &M = modelOf(C);
  return isKnownAlready(knownFrom(here(&Before), C, Options), M) &&
         isKnownAlready(knownFrom(here(New.After.get()), C, Options), M);
}

/// The project's files that \p Use reads besides the header \p There is of.
static std::vector<std::string> otherFilesOf(const ParsedFile &There,
                                             const HeaderUse &Use) {
  std::vector<std::string> Out = {Use.Source};
  for (const std::string &File : There.Inputs.Files)
    if (llvm::none_of(There.Inputs.SystemFolders,
                      [&](llvm::StringRef Folder) {
                        return llvm::StringRef(File).starts_with(Folder);
                      }) &&
        !isSameFile(File, Use.Source))
      Out.push_back(File);
  return Out;
}

OtherBuilds::Outcome OtherBuilds::proveIn(const Configuration &C,
                                          llvm::ArrayRef<ArrayPlan> Plans,
                                          const FixedSource &New) {
  Outcome Out;
  if (isProvedAlready(C, New)) {
    std::vector<ArrayPlan> Same = samePlans(Before, Before, Plans);
    if (std::string Why = refusePlans(Before, Same, Plans, C); !Why.empty())
      Out.Why = Why;
    return Out;
  }
  const FileAnalysis &There = before(C);
  Out.IsBuild = There.Parsed.Ok;
  if (!Out.IsBuild)
    return Out;
  if (There.Parsed.SkippedKernels > Before.Parsed.SkippedKernels) {
    Out.Why = "some kernel cannot be read there";
    return Out;
  }
  const std::vector<ArrayPlan> Same = samePlans(There, Before, Plans);
  RunOptions Again = optionsIn(C, Options, Before);
  seeLaunches(Again, New);
  addHelpers(Again, New.Helpers);
  EarlierAnalyses Earlier = knownFrom(here(New.After.get()), C, Options);
  Earlier.Original = &There;
  FileAnalysis After =
      analyze(Path, New.Text, Again, modelOf(C), Pool, New.Hosts, Earlier);
  // What has instances with the user's flags is proved of them already.
  std::optional<ProvedUnit> Here;
  std::string Missed;
  if (New.After && C.Use) {
    Here.emplace(ProvedUnit{Before.Parsed, New.After->Parsed});
    Missed = missedInstance(There.Parsed, After.Parsed, Before.Parsed, Text,
                            otherFilesOf(There.Parsed, *C.Use));
  }
  if (std::string Why = refusePlans(There, Same, Plans, C); !Why.empty())
    Out.Why = Why;
  else if (!Missed.empty())
    Out.Why = Missed;
  else
    Out.Why =
        prove({There.Parsed, There.Kernels}, {After.Parsed, After.Kernels},
              Same, modelOf(C), Pool, Here ? &*Here : nullptr);
  return Out;
}

/// Some layout costs more in another build, or on another GPU, than the array as
/// it is.
static std::string worseOn(const Target &T, const FileAnalysis &There,
                           llvm::ArrayRef<ArrayPlan> Same) {
  for (const ArrayPlan &P : Same) {
    uint64_t Before = wavefrontsOf(There, P.Array, T, nullptr),
             After = wavefrontsOf(There, P.Array, T, P.Map.get());
    if (After > Before)
      return "'" + There.Parsed.Prog.Arrays[P.Array].Name + "' would take " +
             std::to_string(After) + " wavefronts there instead of " +
             std::to_string(Before);
  }
  return "";
}

static bool takes(const ParsedFile &There, const BuildBranch &B) {
  return llvm::any_of(There.Builds.Branches, [&](const BuildBranch &X) {
    return X.IsTaken && X.Place == B.Place && X.IsAbsence == B.IsAbsence;
  });
}

/// What is wrong with it, if it does not compile.
static std::string firstError(const ParsedFile &There) {
  for (const FileDiagnostic &D : There.Diagnostics)
    if (D.Level == Severity::Error)
      return D.Message;
  return "it cannot be read";
}

/// Why nothing is known of some branch; empty if something is of each: a build
/// with it compiles, or none can.
std::string OtherBuilds::uncovered(const ArrayBuilds &Of,
                                   llvm::ArrayRef<Configuration> Builds) {
  for (unsigned I : Of.Branches) {
    const BuildBranch &B = Before.Parsed.Builds.Branches[I];
    bool IsKnown = B.IsTaken, IsAnyBroken = false;
    const Configuration *Unknown = nullptr;
    for (const Configuration &C : Builds) {
      const ParsedFile &There = before(C).Parsed;
      if (!takes(There, B))
        continue;
      IsKnown |= There.Ok;
      IsAnyBroken |= !There.Ok && There.Builds.AreContradictory;
      if (!There.Ok && !There.Builds.AreContradictory && !Unknown)
        Unknown = &C;
    }
    if (IsKnown || (IsAnyBroken && !Unknown))
      continue;
    const std::string Where = "another build may compile " + B.Place.text();
    return Unknown ? Where + ", and one with " + Unknown->text() +
                         " does not compile here: " +
                         firstError(before(*Unknown).Parsed)
                   : Where + ", which no macro was found to select";
  }
  return "";
}

static constexpr llvm::StringLiteral TooManyBuilds =
    "the code that it depends on is under more conditions of the preprocessor "
    "than can be tried";

/// What another build leaves out of array number \p Array; of one that does not
/// declare it, all that it leaves out.
std::vector<FileRange> OtherBuilds::hiddenIn(const FileAnalysis &There,
                                             unsigned Array) const {
  const SharedArray &A = Before.Parsed.Prog.Arrays[Array];
  std::vector<FileRange> Out;
  for (auto [Other, Source] :
       llvm::zip_equal(There.Parsed.Prog.Arrays, There.Parsed.Map.Arrays))
    if (Other.isDeclaredAs(A)) {
      for (const HiddenCode &H : Source.Hidden)
        Out.push_back(H.Range);
      return Out;
    }
  return There.Parsed.Map.Skipped;
}

/// The parts of \p Left that lie in some of \p Ranges, too.
static std::vector<HiddenCode> common(llvm::ArrayRef<HiddenCode> Left,
                                      llvm::ArrayRef<FileRange> Ranges) {
  std::vector<HiddenCode> Out;
  for (const HiddenCode &H : Left)
    for (const FileRange &R : Ranges) {
      HiddenCode Part = H;
      Part.Range = {std::max(H.Range.Begin, R.Begin),
                    std::min(H.Range.End, R.End)};
      if (Part.Range.Begin < Part.Range.End &&
          llvm::none_of(Out, [&](const HiddenCode &Known) {
            return Known.Range.Begin == Part.Range.Begin &&
                   Known.Range.End == Part.Range.End;
          }))
        Out.push_back(std::move(Part));
    }
  return Out;
}

llvm::Expected<std::vector<PlannedBuild>>
OtherBuilds::hidden(llvm::ArrayRef<ArrayPlan> Plans) {
  std::vector<PlannedBuild> Out;
  for (const ArrayPlan &P : Plans) {
    const ArraySource &Source = Before.Parsed.Map.Arrays[P.Array];
    if (!P.Map || Source.Hidden.empty())
      continue;
    const auto Builds = conditionalBuilds(Before.Parsed.Builds, Source.Builds);
    if (!Builds)
      return llvm::createStringError(TooManyBuilds);
    std::vector<HiddenCode> Left = Source.Hidden;
    for (const Configuration &C : *Builds) {
      const FileAnalysis &There = before(C);
      if (!There.Parsed.Ok)
        continue;
      Left = common(Left, hiddenIn(There, P.Array));
      if (llvm::none_of(Out, [&](const PlannedBuild &Known) {
            return Known.Parsed == &There.Parsed;
          }))
        Out.push_back({&There.Parsed, samePlans(There, Before, Plans)});
    }
    if (!Left.empty())
      return llvm::createStringError(Obstacle{
          ObstacleKind::SkippedCode, {"", Left[0].Line, 1}, Left[0].Name}
                                         .text());
  }
  return Out;
}

/// "it is not for sm_75"
static std::string whereNot(const Configuration &C) {
  if (C.Use)
    return "it would not hold in '" + C.Use->Source + "'";
  if (C.Model)
    return "it is not for " + C.Model->Name.str();
  return "it would not hold where the project compiles it with " + C.text();
}

std::optional<std::string> OtherBuilds::refute(llvm::ArrayRef<ArrayPlan> Plans,
                                               const FixedSource &New) {
  std::set<std::pair<std::set<unsigned>, std::set<unsigned>>> Done;
  for (const ArrayPlan &P : Plans) {
    const ArrayBuilds &Of = Before.Parsed.Map.Arrays[P.Array].Builds;
    // What builds decide about one array is nothing to another.
    if (P.Map && Done.insert({Of.Macros, Of.Branches}).second)
      if (std::optional<std::string> Why = refuteIn(Of, Plans, New))
        return Why;
  }
  for (const Configuration &C : ways()) {
    Outcome There = proveIn(C, Plans, New);
    std::optional<std::string> &Why = There.Why;
    if (!There.IsBuild && C.Use)
      Why = "it does not compile there";
    if (!Why && C.Model && !isProvedAlready(C, New) && before(C).Parsed.Ok)
      if (std::string Worse =
              worseOn(*C.Model, before(C), samePlans(before(C), Before, Plans));
          !Worse.empty())
        Why = std::move(Worse);
    if (Why)
      return whereNot(C) + ": " + *Why;
  }
  return std::nullopt;
}

std::optional<std::string>
OtherBuilds::refuteIn(const ArrayBuilds &Of, llvm::ArrayRef<ArrayPlan> Plans,
                      const FixedSource &New) {
  if (Of.Branches.empty())
    return std::nullopt;
  std::optional<std::vector<Configuration>> Builds =
      conditionalBuilds(Before.Parsed.Builds, Of);
  if (!Builds)
    return TooManyBuilds.str();
  // No edit helps against it, so that it is asked before any is proved.
  if (std::string Why = uncovered(Of, *Builds); !Why.empty())
    return Why;
  for (const Configuration &C : *Builds) {
    const Outcome There = proveIn(C, Plans, New);
    if (There.Why)
      return "it would not hold in a build with " + C.text() + ": " +
             *There.Why;
    if (!There.IsBuild)
      continue;
    std::string Worse =
        worseOn(modelOf(C), before(C), samePlans(before(C), Before, Plans));
    if (!Worse.empty())
      return "it would cost more in a build with " + C.text() + ": " + Worse;
  }
  return std::nullopt;
}

/// The layout is right for some values of a macro only, or may be.
static bool dependsOnValues(const LayoutMap &Map, const SharedArray &A) {
  const SourceChange Change = Map.change(A);
  return (Map.needsBoundedSubscripts() && A.Dims.size() > 1) || Change.Rows ||
         Change.Offsets;
}

/// A condition asks for more than whether it is defined.
static bool isCompared(const BuildMacro &M) {
  return llvm::count_if(M.Values, [](const auto &V) { return V; }) > 1;
}

/// The open macros that decide about the array.
std::vector<const BuildMacro *>
OtherBuilds::openMacros(const ArrayPlan &P) const {
  const SharedArray &A = Before.Parsed.Prog.Arrays[P.Array];
  const ArrayBuilds &Of = Before.Parsed.Map.Arrays[P.Array].Builds;
  std::set<unsigned> Macros = Of.Macros;
  const bool ByElement = P.Map->change(A).padsElements() || A.ViewBytes;
  if (ByElement)
    Macros.insert(Of.ElementMacros.begin(), Of.ElementMacros.end());
  std::vector<const BuildMacro *> Open;
  bool IsTested = ByElement && !Of.ElementMacros.empty();
  for (unsigned I : Macros) {
    const BuildMacro &M = Before.Parsed.Builds.Macros[I];
    if (!M.IsOpen)
      continue;
    Open.push_back(&M);
    IsTested |= isCompared(M);
  }
  if (!IsTested && !dependsOnValues(*P.Map, A))
    Open.clear();
  return Open;
}

/// Values of some macros that are worth a try: each by itself, and all
/// together.
static std::vector<std::vector<int64_t>>
candidates(llvm::ArrayRef<const BuildMacro *> Open) {
  constexpr size_t MostVaried = 3;
  std::vector<int64_t> Now;
  for (const BuildMacro *M : Open)
    Now.push_back(*M->Number);
  std::vector<std::vector<int64_t>> Out;
  if (Open.size() > MostVaried)
    return Out;
  for (size_t I = 0; I < Now.size(); ++I)
    for (int64_t V : otherValues(Now[I])) {
      Out.push_back(Now);
      Out.back()[I] = V;
    }
  for (bool IsDouble : {false, true}) {
    Out.push_back(Now);
    for (int64_t &V : Out.back())
      V = IsDouble ? V * 2 : std::max<int64_t>(V / 2, 1);
  }
  llvm::sort(Out);
  Out.erase(llvm::unique(Out), Out.end());
  llvm::erase(Out, Now);
  return Out;
}

/// What \p There has for these macros; nothing where it lacks one.
static std::optional<std::vector<int64_t>>
valuesIn(llvm::ArrayRef<const BuildMacro *> Open, const BuildChoices &There) {
  std::vector<int64_t> Out;
  for (const BuildMacro *M : Open) {
    auto It = llvm::find_if(There.Macros, [&](const BuildMacro &Other) {
      return Other.Name == M->Name && Other.Number;
    });
    if (It == There.Macros.end())
      return std::nullopt;
    Out.push_back(*It->Number);
  }
  return Out;
}

/// "(N) == 16 || (N) == 32", or "((BX) == 16 && (BY) == 8) || ...": a flag may
/// give an operator without parentheses of its own.
static std::string conditionOf(llvm::ArrayRef<const BuildMacro *> Open,
                               llvm::ArrayRef<std::vector<int64_t>> Admitted) {
  std::vector<std::string> Any;
  for (const std::vector<int64_t> &Values : Admitted) {
    std::vector<std::string> All;
    for (auto [M, V] : llvm::zip_equal(Open, Values))
      All.push_back("(" + M->Name + ") == " + std::to_string(V));
    std::string One = llvm::join(All, " && ");
    bool IsPart = All.size() > 1 && Admitted.size() > 1;
    Any.push_back(IsPart ? "(" + One + ")" : One);
  }
  return llvm::join(Any, " || ");
}

/// "(9999 / N * 3) == 9999 / (N) * 3": \p M is one operand, so that `48 - N` is
/// what it is here, too. By -DN='8 + 8' it would be 48, and by '4 * 4', `N / N`
/// would be 16; such values have this fail on one side or the other.
static std::string asOneOperand(const BuildMacro &M, int64_t Least,
                                int64_t Most) {
  // Zero divides nothing.
  std::string Left = Least > 0 ? "9999 / " : "~";
  if (Least > 0 && Most > 999)
    Left = "999999999 / ";
  return "(" + Left + M.Name + " * 3) == " + Left + "(" + M.Name + ") * 3";
}

/// That, of those of \p Open that the text has beside operators.
static std::string asOperands(llvm::ArrayRef<const BuildMacro *> Open,
                              llvm::ArrayRef<std::vector<int64_t>> Admitted) {
  std::string Out;
  for (auto [I, M] : llvm::enumerate(Open)) {
    if (!M->IsOperand)
      continue;
    auto Less = [I = I](const auto &A, const auto &B) { return A[I] < B[I]; };
    auto [Least, Most] =
        std::minmax_element(Admitted.begin(), Admitted.end(), Less);
    Out += " && " + asOneOperand(*M, (*Least)[I], (*Most)[I]);
  }
  return Out;
}

/// How many conditionals of the preprocessor \p Offset is in.
static unsigned conditionsAround(llvm::StringRef Text, unsigned Offset) {
  unsigned Depth = 0;
  for (llvm::StringRef Line : llvm::split(Text.take_front(Offset), '\n')) {
    Line = Line.ltrim();
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim();
    if (Line.starts_with("if"))
      ++Depth;
    else if (Line.starts_with("endif") && Depth)
      --Depth;
  }
  return Depth;
}

/// Some of \p Open mean something behind the array alone, and what stands at
/// the end of \p Text is there in each build that has the array.
static bool isForEnd(llvm::StringRef Text, const ArraySource &Source,
                     llvm::ArrayRef<const BuildMacro *> Open) {
  const bool IsBehind = llvm::any_of(
      Open, [&](const BuildMacro *M) { return M->DefinedAt > Source.Behind; });
  return IsBehind && Source.Behind && !Text.rtrim().ends_with("\\") &&
         conditionsAround(Text, *Source.Behind) == 0 &&
         llvm::all_of(Open, [&](const BuildMacro *M) {
           return M->DefinedAt && conditionsAround(Text, *M->DefinedAt) <= 1;
         });
}

static Requirement requiredValues(llvm::ArrayRef<const BuildMacro *> Open,
                                  std::vector<std::vector<int64_t>> Admitted,
                                  const std::string &Array, bool IsAtEnd) {
  llvm::sort(Admitted);
  Admitted.erase(llvm::unique(Admitted), Admitted.end());
  const std::string Values = conditionOf(Open, Admitted);
  const std::string Operands = asOperands(Open, Admitted);
  const bool IsPart = Admitted.size() > 1 && !Operands.empty();
  return {(IsPart ? "(" + Values + ")" : Values) + Operands,
          "the layout of '" + Array + "' is proved for these values alone",
          IsAtEnd};
}

/// The user says what it is.
static bool isGiven(const RunOptions &Options, const std::string &Macro) {
  return definedByFlags(Options.ClangFlags).count(Macro) != 0;
}

/// As the text has \p Open where nobody says anything; nothing where nobody does.
std::optional<Configuration>
OtherBuilds::withoutGiven(llvm::ArrayRef<const BuildMacro *> Open) const {
  auto IsGiven = [&](const BuildMacro *M) {
    return isGiven(Options, M->setBy());
  };
  if (llvm::none_of(Open, IsGiven))
    return std::nullopt;
  Configuration Out;
  for (const BuildMacro *M : Open)
    Out.Settings.push_back({M->setBy(), std::nullopt});
  return Out;
}

/// What hosts give \p Open in the builds that they make; an error where they
/// may give one of them anything.
llvm::Expected<std::vector<std::vector<int64_t>>>
OtherBuilds::hostValues(llvm::ArrayRef<const BuildMacro *> Open) const {
  std::vector<std::vector<int64_t>> Out;
  for (const HostBuild &B : Before.Parsed.Builds.OfHosts) {
    std::vector<int64_t> Values;
    for (const BuildMacro *M : Open) {
      auto Known = B.Defines.find(M->setBy());
      int64_t Value = M->Number.value_or(0);
      const bool IsOther =
          B.Unknown.count(M->setBy()) ? true
          : Known == B.Defines.end()
              ? !B.IsRead
              : llvm::StringRef(Known->second).getAsInteger(0, Value);
      if (IsOther && !isGiven(Options, M->setBy()))
        return llvm::createStringError(
            "the host builds it with options that are not read, which may "
            "define '" +
            M->setBy() + "' otherwise; say what it is, behind '--', as -D" +
            M->setBy() + "=N");
      Values.push_back(isGiven(Options, M->setBy()) ? M->Number.value_or(0)
                                                    : Value);
    }
    if (!llvm::is_contained(Out, Values))
      Out.push_back(std::move(Values));
  }
  return Out;
}

static Configuration settingOf(llvm::ArrayRef<const BuildMacro *> Open,
                               llvm::ArrayRef<int64_t> Values) {
  Configuration Out;
  for (auto [M, V] : llvm::zip_equal(Open, Values))
    Out.Settings.push_back({M->setBy(), std::to_string(V)});
  return Out;
}

/// \p C is a build, and the edits that made \p New hold in it.
bool OtherBuilds::holdsIn(const Configuration &C, llvm::ArrayRef<ArrayPlan> All,
                          const FixedSource &New) {
  auto [It, IsNew] = Holds.try_emplace(C.text());
  if (IsNew) {
    Outcome One = proveIn(C, All, New);
    It->second = One.IsBuild && !One.Why;
  }
  return It->second;
}

/// The integer types that \p M is one of by the user's flags, where the
/// elements of array number \p Array are of another; or null.
static const IntegerTypes *givenTypes(const ParsedFile &Here,
                                      const RunOptions &Options, unsigned Array,
                                      const BuildMacro &M) {
  const unsigned Number = &M - Here.Builds.Macros.data();
  const bool IsOfElements =
      Here.Map.Arrays[Array].Builds.ElementMacros.count(Number) != 0;
  return M.Number || !M.SetBy.empty() || IsOfElements ||
                 !Here.Builds.OfHosts.empty()
             ? nullptr
             : integerTypesOf(definedByFlags(Options.ClangFlags)[M.Name]);
}

static Requirement
requiredTypes(const BuildMacro &M, llvm::StringRef Array,
              llvm::ArrayRef<const IntegerTypes *> Admitted) {
  return {
      typeCondition(M.Name, Admitted),
      ("the layout of '" + Array + "' is proved for these types alone").str()};
}

/// Takes those of \p Open that are integer types, and admits what they are now,
/// where several macros decide: all combinations would be too many.
static void keepTypes(const ParsedFile &Here, const RunOptions &Options,
                      ArrayPlan &P, std::vector<const BuildMacro *> &Open) {
  llvm::erase_if(Open, [&](const BuildMacro *M) {
    const IntegerTypes *Now = givenTypes(Here, Options, P.Array, *M);
    if (!Now || Now->Spellings.size() != 1)
      return false;
    P.Requirements.push_back(
        requiredTypes(*M, Here.Prog.Arrays[P.Array].Name, {Now}));
    return true;
  });
}

/// Admits the types that \p M may name, with which the edits are proved.
/// Returns why that cannot be, if so.
std::string OtherBuilds::listTypes(ArrayPlan &P, const BuildMacro &M,
                                   llvm::ArrayRef<ArrayPlan> All,
                                   const FixedSource &New) {
  const IntegerTypes *Own = givenTypes(Before.Parsed, Options, P.Array, M);
  const std::string Now = definedByFlags(Options.ClangFlags)[M.Name];
  std::vector<const IntegerTypes *> Admitted;
  for (const IntegerTypes &T : integerTypes()) {
    const bool IsProved =
        llvm::all_of(T.Spellings, [&](llvm::StringRef Spelling) {
          return (&T == Own && T.Spellings.size() == 1) || Spelling == Now ||
                 holdsIn({{{M.Name, Spelling.str()}}}, All, New);
        });
    if (IsProved)
      Admitted.push_back(&T);
    else if (&T == Own)
      return "a build may define '" + M.Name +
             "' otherwise, as a type of the same size, for which it would not "
             "hold";
  }
  P.Requirements.push_back(requiredTypes(M, nameOf(P), Admitted));
  askSizes(P);
  return "";
}

static std::string isNoInteger(const BuildMacro &M) {
  return "a build may define '" + M.Name + "'" +
         (M.Place.Line ? ", see " + M.Place.text() + "," : "") +
         " otherwise, which decides where its elements are and is no integer";
}

/// Admits the values of open macros with which the edits are proved.
std::optional<std::string>
OtherBuilds::listValues(ArrayPlan &P, llvm::ArrayRef<ArrayPlan> All,
                        const FixedSource &New) {
  std::vector<const BuildMacro *> Open = openMacros(P);
  if (Open.size() == 1 &&
      givenTypes(Before.Parsed, Options, P.Array, *Open.front())) {
    std::string Why = listTypes(P, *Open.front(), All, New);
    return Why.empty() ? std::nullopt : std::optional(std::move(Why));
  }
  keepTypes(Before.Parsed, Options, P, Open);
  if (Open.empty()) {
    askSizes(P);
    return std::nullopt;
  }
  std::vector<std::vector<int64_t>> Admitted(1);
  for (const BuildMacro *M : Open) {
    if (!M->Number)
      return isNoInteger(*M);
    Admitted.front().push_back(*M->Number);
  }
  llvm::Expected<std::vector<std::vector<int64_t>>> OfHosts = hostValues(Open);
  if (!OfHosts)
    return llvm::toString(OfHosts.takeError());
  std::vector<std::vector<int64_t>> Tried = candidates(Open);
  auto Try = [&](const std::vector<int64_t> &Values) {
    if (Values != Admitted.front() && !llvm::is_contained(Tried, Values))
      Tried.push_back(Values);
  };
  llvm::for_each(*OfHosts, Try);
  for (const Configuration &Way : ways())
    if (auto Values = valuesIn(Open, before(Way).Parsed.Builds))
      Try(*Values);
  auto Admit = [&](const Configuration &C) {
    const bool IsProved = holdsIn(C, All, New);
    // Of `#define N 2 * R`, N is something else than what R was set to.
    if (auto Got = valuesIn(Open, before(C).Parsed.Builds); IsProved && Got)
      Admitted.push_back(std::move(*Got));
    return IsProved;
  };
  if (std::optional<Configuration> Plain = withoutGiven(Open))
    Admit(*Plain);
  for (const std::vector<int64_t> &Values : Tried) {
    const Configuration C = settingOf(Open, Values);
    if (!Admit(C) && llvm::is_contained(*OfHosts, Values))
      return "it would not hold where the host builds it with " + C.text();
  }
  // What selects a branch sets them, too.
  if (llvm::any_of(Open, [](const BuildMacro *M) { return !M->SetBy.empty(); }))
    for (const Configuration &C :
         conditionalBuilds(Before.Parsed.Builds,
                           Before.Parsed.Map.Arrays[P.Array].Builds)
             .value_or(std::vector<Configuration>()))
      Admit(C);
  P.Requirements.push_back(
      requiredValues(Open, std::move(Admitted), nameOf(P),
                     isForEnd(Text, Before.Parsed.Map.Arrays[P.Array], Open)));
  return std::nullopt;
}

/// What the source calls the size of dimension \p Dim of \p Array, as an
/// operand; empty where that is a number, or nowhere.
std::string OtherBuilds::sizeText(unsigned Array, unsigned Dim) const {
  const std::vector<DimensionSource> &Dims =
      Before.Parsed.Map.Arrays[Array].Dims;
  if (Dim >= Dims.size() || Dims[Dim].IsLiteral)
    return "";
  const FileRange R = Dims[Dim].Range;
  return ("(" + Text.slice(R.Begin, R.End) + ")").str();
}

/// The sizes that \p P is for alone, each a condition.
std::vector<std::string> OtherBuilds::equalSizes(const ArrayPlan &P) const {
  std::vector<std::string> Out;
  for (const SizeNeed &N : P.Map->sizeNeeds(Before.Parsed.Prog.Arrays[P.Array]))
    if (std::string Of = sizeText(P.Array, N.Dim);
        !Of.empty() && N.Is == SizeNeed::Equal)
      Out.push_back(Of + " == " + std::to_string(N.Value));
  return Out;
}

/// Another plan of \p All is for what the same text declares in another
/// instance of a template, with other sizes than those that \p P is for alone.
bool OtherBuilds::haveOtherSizes(const ArrayPlan &P,
                                 llvm::ArrayRef<ArrayPlan> All) const {
  const std::vector<ArraySource> &Sources = Before.Parsed.Map.Arrays;
  const std::vector<std::string> Sizes = equalSizes(P);
  return llvm::any_of(All, [&](const ArrayPlan &Other) {
    return Other.Map && nameOf(Other) == nameOf(P) &&
           Sources[Other.Array].Behind == Sources[P.Array].Behind &&
           equalSizes(Other) != Sizes;
  });
}

/// Asks for what the layout needs of sizes that have names.
void OtherBuilds::askSizes(ArrayPlan &P) const {
  const SharedArray &A = Before.Parsed.Prog.Arrays[P.Array];
  for (const SizeNeed &N : P.Map->sizeNeeds(A)) {
    std::string Of = sizeText(P.Array, N.Dim);
    if (Of.empty() || N.Is == SizeNeed::Equal)
      continue;
    std::string Value = std::to_string(N.Value);
    if (N.Is == SizeNeed::MultipleOf)
      P.Requirements.push_back(
          {Of + " % " + Value + " == 0",
           "the swizzle of '" + A.Name + "' needs a multiple of " + Value});
    else
      P.Requirements.push_back(
          {Of + " <= " + Value,
           "the swizzle of '" + A.Name + "' needs at most " + Value});
  }
  for (std::string &Size : equalSizes(P))
    P.Requirements.push_back({std::move(Size), "the layout of '" + A.Name +
                                                   "' is for this size alone"});
}

std::optional<std::string>
OtherBuilds::require(llvm::MutableArrayRef<ArrayPlan> Plans,
                     const FixedSource &New) {
  Holds.clear();
  for (ArrayPlan &P : Plans)
    P.Requirements.clear();
  const std::vector<ArrayPlan> Bare(Plans.begin(), Plans.end());
  for (ArrayPlan &P : Plans) {
    if (!P.Map)
      continue;
    if (haveOtherSizes(P, Bare))
      return "'" + nameOf(P) +
             "': it would be for the sizes of one instance of the template "
             "alone; declare it without its padding";
    if (std::optional<std::string> Why = listValues(P, Bare, New))
      return "'" + nameOf(P) + "': " + *Why;
    if (!llvm::all_of(P.Requirements,
                      [](const Requirement &R) { return R.IsAtEnd; }) &&
        !Before.Parsed.Map.Arrays[P.Array].Behind)
      return "'" + nameOf(P) +
             "': there is no place behind its declaration to ask for '" +
             P.Requirements.front().Condition + "'";
  }
  return std::nullopt;
}
