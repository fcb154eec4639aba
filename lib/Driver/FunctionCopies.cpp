//===- FunctionCopies.cpp - What fixes need functions of their own --------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A text with copies is the same program: Clang reads both functions of each
// pair in every build that is tried (CopiedFunctions::Unlike), and no call of
// the one could have meant another. From there, all is as in any other file.
//
//===----------------------------------------------------------------------===//

#include "FunctionCopies.h"
#include "bankfix/Rewrite/Copies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;

namespace {

/// A text, and what became of it.
struct Stage {
  std::string Text;
  RunOptions Options;
  std::vector<SourceEdit> Edits;  ///< From the file to Text.
  std::vector<CopySource> Copies; ///< That these made.
  FileAnalysis Analysis;
  FixedSource Fixed;
};

class CopyRounds {
public:
  CopyRounds(llvm::StringRef Text, const FileAnalysis &Analysis,
             const FixedSource &Fixed, const RunOptions &Options,
             AnalyzeText Analyze, FixText Fix)
      : Text(Text), Before(Analysis), Without(Fixed), Options(Options),
        Analyze(Analyze), Fix(Fix) {}

  std::optional<FixedSource> run();

private:
  std::optional<Stage> allRounds(const std::set<std::string> *Of) const;
  std::optional<Stage> with(llvm::ArrayRef<CopySource> New, const Stage &S,
                            const SourceMap &Map) const;
  bool goOn(Stage &S, const std::set<std::string> *Of) const;
  std::vector<CopySource> wanted(const FileAnalysis &A, const FixedSource &F,
                                 const std::set<std::string> *Of) const;
  bool isSameProgram(const FileAnalysis &A) const;
  bool helps(const Stage &S) const;
  FixedSource inTermsOfText(Stage S, const FixedSource &Reasons) const;
  FixedSource withReasons(const Stage &S) const;

  llvm::StringRef Text;
  const FileAnalysis &Before;
  const FixedSource &Without;
  const RunOptions &Options;
  AnalyzeText Analyze;
  FixText Fix;
};

std::set<unsigned> fixedIn(const FixedSource &F) {
  std::set<unsigned> Out;
  for (const ArrayPlan &P : F.Plans)
    if (P.Map)
      Out.insert(P.Array);
  return Out;
}

bool haveOneOf(const std::set<unsigned> &A, const std::set<unsigned> &B) {
  return llvm::any_of(A, [&](unsigned I) { return B.count(I) != 0; });
}

/// Some call gives it one of \p Arrays.
bool serves(const CopySource &C, const std::set<unsigned> &Arrays) {
  return llvm::any_of(C.Calls, [&](const CopySource::Call &Each) {
    return haveOneOf(Each.Arrays, Arrays);
  });
}

/// For calls that give arrays which have conflicts and no fix; of functions
/// that \p Of names, if it is given.
std::vector<CopySource>
CopyRounds::wanted(const FileAnalysis &A, const FixedSource &F,
                   const std::set<std::string> *Of) const {
  std::set<unsigned> Left;
  for (const ArrayPlan &P : F.Plans)
    if (!P.Map &&
        hasConflicts(Before, [&](unsigned Array) { return Array == P.Array; }))
      Left.insert(P.Array);
  std::vector<CopySource> Out;
  for (CopySource C : A.Parsed.Map.Copies.Possible) {
    llvm::erase_if(C.Calls, [&](const CopySource::Call &Each) {
      return !haveOneOf(Each.Arrays, Left);
    });
    if (!C.Calls.empty() && (!Of || Of->count(C.Is.Of)))
      Out.push_back(std::move(C));
  }
  return Out;
}

/// The copies made no array, no kernel and no access, and lost none.
bool CopyRounds::isSameProgram(const FileAnalysis &A) const {
  const Program &Old = Before.Parsed.Prog, &New = A.Parsed.Prog;
  auto IsSameArray = [](const SharedArray &X, const SharedArray &Y) {
    return X.Name == Y.Name && X.Dims == Y.Dims && X.Space == Y.Space &&
           X.ElementType == Y.ElementType;
  };
  auto IsSameKernel = [](const Kernel &X, const Kernel &Y) {
    return X.Name == Y.Name &&
           llvm::equal(X.Sites, Y.Sites, [](const Site &S, const Site &T) {
             return S.Array == T.Array && S.Bytes == T.Bytes;
           });
  };
  return A.Parsed.Ok && A.Kernels.size() == Before.Kernels.size() &&
         llvm::equal(Old.Arrays, New.Arrays, IsSameArray) &&
         llvm::equal(Old.Kernels, New.Kernels, IsSameKernel);
}

/// \p S, of which \p Map tells, and \p New. Nothing where that is no text of
/// the same program.
std::optional<Stage> CopyRounds::with(llvm::ArrayRef<CopySource> New,
                                      const Stage &S,
                                      const SourceMap &Map) const {
  auto Edits = copyFunctions(S.Text, Map, New, Options.Edits.Comments);
  if (!Edits) {
    llvm::consumeError(Edits.takeError());
    return std::nullopt;
  }
  Stage Next;
  Next.Text = edited(S.Text, *Edits);
  Next.Options = S.Options;
  for (const CopySource &C : New)
    Next.Options.Project.Copies.push_back(C.Is);
  Next.Edits = composed(S.Edits, *Edits);
  Next.Copies = S.Copies;
  llvm::append_range(Next.Copies, New);
  Next.Analysis = Analyze(Next.Text, Next.Options);
  if (!isSameProgram(Next.Analysis))
    return std::nullopt;
  return Next;
}

/// One more round of copies: those that the ones before call may be wanted.
/// False where there is none.
bool CopyRounds::goOn(Stage &S, const std::set<std::string> *Of) const {
  const FileAnalysis &Now = S.Copies.empty() ? Before : S.Analysis;
  const FixedSource &Left = S.Copies.empty() ? Without : S.Fixed;
  std::vector<CopySource> New = wanted(Now, Left, Of);
  while (!New.empty()) {
    std::optional<Stage> Next = with(New, S, Now.Parsed.Map);
    if (!Next && New.size() > 1) { // Each that can be had.
      llvm::erase_if(New, [&](const CopySource &C) {
        return !with(C, S, Now.Parsed.Map);
      });
      Next = with(New, S, Now.Parsed.Map);
    }
    if (!Next)
      return false;
    const std::string Unlike = Next->Analysis.Parsed.Map.Copies.Unlike;
    if (Unlike.empty()) {
      Next->Fixed = Fix(Next->Text, Next->Analysis, Next->Options);
      S = std::move(*Next);
      return true;
    }
    const size_t Before = New.size();
    llvm::erase_if(New, [&](const CopySource &C) { return C.Is.Of == Unlike; });
    if (New.size() == Before) // It is one of those before.
      return false;
  }
  return false;
}

std::optional<Stage>
CopyRounds::allRounds(const std::set<std::string> *Of) const {
  constexpr unsigned MostRounds = 4; // Functions call others.
  Stage S;
  S.Text = Text.str();
  S.Options = Options;
  for (unsigned Round = 0; Round < MostRounds && goOn(S, Of); ++Round)
    ;
  if (S.Copies.empty())
    return std::nullopt;
  return S;
}

/// More arrays are fixed than without copies.
bool CopyRounds::helps(const Stage &S) const {
  const std::set<unsigned> Old = fixedIn(Without), New = fixedIn(S.Fixed);
  return New.size() > Old.size() && llvm::includes(New, Old);
}

/// What became of the text without copies, with the reasons that are left where
/// \p S has them: those for which the copies were no help.
FixedSource CopyRounds::withReasons(const Stage &S) const {
  FixedSource Out = Without;
  for (ArrayPlan &P : Out.Plans)
    for (const ArrayPlan &There : S.Fixed.Plans)
      if (!P.Map && !There.Map && There.Array == P.Array &&
          S.Analysis.Parsed.Prog.Arrays[P.Array].Obstacles.empty())
        P.Refusals = There.Refusals;
  return Out;
}

/// ", with copies of put and get"
std::string copiesFor(const Stage &S, unsigned Array) {
  std::vector<std::string> Names;
  for (const CopySource &C : S.Copies)
    if (serves(C, {Array}) && !llvm::is_contained(Names, C.Is.Of))
      Names.push_back(C.Is.Of);
  if (Names.empty())
    return "";
  const std::string Last = Names.back();
  Names.pop_back();
  return Names.empty()
             ? ", with a copy of " + Last
             : ", with copies of " + llvm::join(Names, ", ") + " and " + Last;
}

/// Its edits, and the lines that it names, are of the text with copies. Arrays
/// that it does not fix have their \p Reasons.
FixedSource CopyRounds::inTermsOfText(Stage S,
                                      const FixedSource &Reasons) const {
  FixedSource Out = std::move(S.Fixed);
  auto Translate = [&](SourcePlace &Place) {
    if (Place.File.empty())
      Place.Line = lineBefore(Text, S.Edits, Place.Line);
  };
  for (ArrayPlan &P : Out.Plans) {
    P.Summary += copiesFor(S, P.Array);
    P.Edits = composed(S.Edits, P.Edits);
    for (HostSizeText &Size : P.HostSizes)
      Translate(Size.Place);
    for (Reliance &R : P.Mind.Relies)
      Translate(R.Place);
    for (const ArrayPlan &Left : Reasons.Plans)
      if (!P.Map && Left.Array == P.Array)
        P = Left;
  }
  return Out;
}

std::optional<FixedSource> CopyRounds::run() {
  constexpr size_t MostKernels = 64; // Each round analyses all of them anew.
  if (Before.Kernels.size() > MostKernels ||
      wanted(Before, Without, nullptr).empty())
    return std::nullopt;
  std::optional<Stage> Best = allRounds(nullptr);
  if (!Best)
    return std::nullopt;
  const FixedSource Reasons = withReasons(*Best);
  if (!helps(*Best))
    return Reasons;
  // Without those that served no array.
  auto Serves = [](const Stage &S, const CopySource &C) {
    return serves(C, fixedIn(S.Fixed));
  };
  std::set<std::string> Useful;
  for (const CopySource &C : Best->Copies)
    if (Serves(*Best, C))
      Useful.insert(C.Is.Of);
  auto AllServe = [&](const Stage &S) {
    return llvm::all_of(S.Copies,
                        [&](const CopySource &C) { return Serves(S, C); });
  };
  if (!AllServe(*Best))
    Best = allRounds(&Useful);
  if (!Best || !helps(*Best) || !AllServe(*Best))
    return Reasons;
  return inTermsOfText(std::move(*Best), Reasons);
}

} // namespace

std::optional<FixedSource>
bankfix::fixWithCopies(llvm::StringRef Text, const FileAnalysis &Analysis,
                       const FixedSource &Fixed, const RunOptions &Options,
                       AnalyzeText Analyze, FixText Fix) {
  return CopyRounds(Text, Analysis, Fixed, Options, Analyze, Fix).run();
}
