//===- OffsetMacros.cpp - Macros that spread indices over banks -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A macro's definition may change if whatever it is used for is the place of an
// element, or room for elements: then another definition only moves elements.
// So every expansion of it, and every use of a variable that got its value, has
// to be accounted for, in all code that may see it.
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "Uses/OffsetParameters.h"
#include "bankfix/Kernel/MacroPrefix.h"

using namespace bankfix;

namespace {

/// What is known of one macro.
struct MacroUses {
  OffsetExpansion Shape;
  std::set<unsigned> Arrays;
  std::set<unsigned> Found;          ///< Expansions, as in MacroText.
  const clang::Expr *Left = nullptr; ///< What has to do with no place.
  std::optional<Obstacle> Why;
};

class OffsetFinder {
public:
  explicit OffsetFinder(JudgedUnit &U)
      : U(U), Macros(macrosByBody(U.Preprocessed)) {}
  FoundOffsets run() &&;

private:
  void collect(const clang::Stmt *S, OffsetExpansions &Into);
  void function(FunctionOffsets &Of);
  void index(const clang::Expr *E, OffsetIndices &Indices);
  void declaredSize(const clang::VarDecl *V, unsigned Array);
  void checkSizedAlone(unsigned Array, const std::set<std::string> &Macros);
  void checkAccesses();
  void checkDefinition(const std::string &Name, MacroUses &M);
  void settle(const std::string &Name, const MacroUses &M);
  OffsetSource source(const std::string &Name, const MacroUses &M) const;
  void stay(MacroUses &M, ObstacleKind Kind, clang::SourceLocation L,
            std::string Detail) {
    if (!M.Why)
      M.Why = Obstacle{Kind, U.Source.place(L), std::move(Detail)};
  }
  std::string text(const clang::Expr *E) const {
    return U.Source.text(E->getSourceRange());
  }

  JudgedUnit &U;
  FoundOffsets Out;
  MacrosByBody Macros;
  std::map<std::string, MacroUses> Uses;
  std::map<std::string, OffsetExpansions> Marks;
  /// Of each array: an access that goes through no macro.
  std::map<unsigned, const clang::Expr *> Others;
  /// Of each array: the macros that its sizes are written with; none, for one
  /// that is written otherwise.
  std::map<unsigned, std::set<std::string>> SizedBy;
  std::map<unsigned, uint64_t> SizedFor; ///< By the only one.
};

/// All expansions in \p S that are sums of what is left out.
void OffsetFinder::collect(const clang::Stmt *S, OffsetExpansions &Into) {
  walk(S, [&](const clang::Stmt *Each) {
    auto *E = llvm::dyn_cast<clang::Expr>(Each);
    auto X = E ? offsetExpansion(U, Macros, E) : std::nullopt;
    if (!X)
      return true;
    auto [It, New] = Uses.try_emplace(X->Macro);
    if (New)
      It->second.Shape = *X;
    else if (!It->second.Shape.isAs(*X))
      stay(It->second, ObstacleKind::OffsetElsewhere, E->getBeginLoc(),
           text(E));
    It->second.Found.insert(X->At);
    Marks[X->Macro][E] = *X;
    Into[E] = std::move(*X);
    return true;
  });
}

void OffsetFinder::index(const clang::Expr *E, OffsetIndices &Indices) {
  std::optional<MatchedAccess> A = U.match(E);
  if (!A || A->Subscripts.size() != 1)
    return;
  // What a pointer adds to the index is no multiple of the macro's; of a sum,
  // not all terms need be there where the macro's argument is; and the macro
  // counts elements, not groups of them.
  if (A->isPlaced(U) || A->isRow(U) || A->IsSum || A->IsGrouped)
    return void(Others.try_emplace(A->Array, E));
  std::string Macro = Indices.place(A->Subscripts.front());
  std::set<unsigned> Arrays = U.arraysOf(A->Base);
  Arrays.insert(A->Array);
  for (unsigned Array : Arrays)
    if (!Macro.empty())
      Uses[Macro].Arrays.insert(Array);
    else if (!Indices.isFirst(A->Subscripts.front()))
      Others.try_emplace(Array, E);
}

void OffsetFinder::function(FunctionOffsets &Of) {
  OffsetIndices &Indices = Of.Indices;
  walk(Of.F->getBody(), [&](const clang::Stmt *S) {
    if (llvm::isa<clang::ArraySubscriptExpr, clang::UnaryOperator,
                  clang::BinaryOperator>(S))
      index(llvm::cast<clang::Expr>(S), Indices);
    auto *E = llvm::dyn_cast<clang::Expr>(S);
    auto Size = E ? U.HostSizes.find(E) : U.HostSizes.end();
    if (Size == U.HostSizes.end())
      return true;
    SizedBy[Size->second].insert(Indices.size(E));
    return true;
  });
  for (auto &[Name, M] : Uses)
    if (!M.Left)
      M.Left = Indices.leftOver(Name);
}

/// `T s[N + OFFSET(N)]`.
void OffsetFinder::declaredSize(const clang::VarDecl *V, unsigned Array) {
  if (U.SharedArrays[Array].Space != MemorySpace::Static ||
      U.SharedArrays[Array].Dims.size() != 1)
    return;
  auto L = V->getTypeSourceInfo()
               ->getTypeLoc()
               .getUnqualifiedLoc()
               .getAsAdjusted<clang::ArrayTypeLoc>();
  const clang::Expr *Size = L ? L.getSizeExpr() : nullptr;
  if (!Size)
    return;
  OffsetExpansions Here;
  collect(Size, Here);
  OffsetIndices Indices(U, Here, nullptr);
  std::string Macro = Indices.place(Size);
  for (auto &[E, X] : Here)
    if (Macro.empty())
      stay(Uses[X.Macro], ObstacleKind::OffsetSize, Size->getBeginLoc(),
           text(Size));
  if (Macro.empty())
    return;
  SizedFor[Array] = uint64_t(
      elementAt(Uses[Macro].Shape.Terms, U.SharedArrays[Array].Dims.front()));
  SizedBy[Array].insert(Macro);
}

/// The macros that \p Array has its size from, where no access goes through
/// one. Such an array is as if its size were a number, where it is accessed at
/// all, and needs that size: the macro stays as it is.
void OffsetFinder::checkSizedAlone(unsigned Array,
                                   const std::set<std::string> &Macros) {
  auto Other = Others.find(Array);
  for (const std::string &Name : Macros)
    if (!Name.empty() && Other == Others.end())
      Uses[Name].Arrays.insert(Array);
    else if (!Name.empty())
      stay(Uses[Name], ObstacleKind::OffsetAccess, Other->second->getBeginLoc(),
           text(Other->second));
}

/// All accesses to an array go through one macro, or none does. Its size may be
/// written with another.
void OffsetFinder::checkAccesses() {
  for (auto &[Array, Macros] : SizedBy)
    if (llvm::none_of(Uses, [&, I = Array](auto &Each) {
          return Each.second.Arrays.count(I) != 0;
        }))
      checkSizedAlone(Array, Macros);
  std::map<unsigned, MacroUses *> First;
  for (auto &[Name, M] : Uses)
    for (unsigned Array : M.Arrays) {
      auto [It, New] = First.try_emplace(Array, &M);
      const SharedArray &A = U.SharedArrays[Array];
      for (MacroUses *Each : {&M, It->second})
        if (!New && !Each->Why)
          Each->Why = Obstacle{ObstacleKind::OffsetAccess, A.Place, A.Name};
      auto Other = Others.find(Array);
      if (Other != Others.end())
        stay(M, ObstacleKind::OffsetAccess, Other->second->getBeginLoc(),
             text(Other->second));
    }
}

/// The names in \p Name's body, and in those of macros in it.
std::set<std::string> namesIn(const PreprocessorRecord &R,
                              const std::string &Name) {
  std::set<std::string> Out;
  std::vector<std::string> Left = {Name};
  while (!Left.empty()) {
    auto It = R.Texts.find(Left.back());
    Left.pop_back();
    if (It == R.Texts.end())
      continue;
    for (const std::string &Each : It->second.Names)
      if (Out.insert(Each).second)
        Left.push_back(Each);
  }
  return Out;
}

/// No compilation has both the definition of a macro at \p Definition and, from
/// there on, what \p S makes of it: that comes before, or is another branch of
/// the same `#if`.
bool isAlternative(const PreprocessorRecord &R, const SkippedCode &S,
                   unsigned Definition) {
  if (!S.File.empty())
    return !S.IncludedAt || *S.IncludedAt < Definition;
  if (S.Range.End <= Definition)
    return true;
  const FileRange *Inner = nullptr;
  for (const FileRange &C : R.Conditionals)
    if (C.Begin < S.Range.End && S.Range.Begin < C.End &&
        (!Inner || C.Begin > Inner->Begin))
      Inner = &C;
  return Inner && Inner->Begin < Definition && Definition < Inner->End;
}

/// The definition stands here, for all that is known of.
void OffsetFinder::checkDefinition(const std::string &Name, MacroUses &M) {
  const MacroText &Text = U.Preprocessed.Texts.at(Name);
  const clang::SourceManager &SM = U.Source.manager();
  auto At =
      clang::SourceLocation::getFromRawEncoding(Text.Bodies.begin()->first);
  if (M.Left)
    stay(M, ObstacleKind::OffsetElsewhere, M.Left->getBeginLoc(), text(M.Left));
  if (Text.Definitions != 1 || !Text.InMainFile || U.isHeader())
    stay(M, ObstacleKind::OffsetDefinition, At, Name);
  std::set<std::string> Inside = namesIn(U.Preprocessed, Name),
                        Reaching = namesReaching(U.Preprocessed, Name);
  for (const SkippedCode &S : U.Preprocessed.Skipped) {
    bool Uses = llvm::any_of(Reaching, [&](const std::string &Each) {
      return S.Used.count(Each) || (Each != Name && S.Defined.count(Each));
    });
    bool Defines = llvm::any_of(Inside, [&](const std::string &Each) {
      return S.Defined.count(Each) != 0;
    });
    bool Redefines = S.Defined.count(Name) &&
                     !isAlternative(U.Preprocessed, S, Text.Body.Begin);
    if ((Uses || Defines || Redefines) && !M.Why)
      M.Why = Obstacle{ObstacleKind::OffsetSkipped, {S.File, S.Line, 1}, Name};
  }
  for (unsigned Each : Text.Expansions)
    if (!M.Found.count(Each)) {
      auto L = clang::SourceLocation::getFromRawEncoding(Each);
      stay(M, ObstacleKind::OffsetElsewhere, SM.getExpansionLoc(L), Name);
    }
}

/// "NUM_BANKS" of "LOG_NUM_BANKS".
std::string powerNameOf(llvm::StringRef Log) {
  for (llvm::StringRef Prefix : {"LOG2_", "LOG_", "LOG2", "LOG"})
    if (Log.consume_front_insensitive(Prefix))
      return Log.str();
  for (llvm::StringRef Suffix : {"_LOG2", "_LOG", "_SHIFT", "_BITS"})
    if (Log.consume_back_insensitive(Suffix))
      return Log.str();
  return "";
}

/// Where the definition may be edited. Where one constant, which nothing else
/// uses, says how far the macro shifts, there, too; and where another says the
/// power of two of it.
OffsetSource OffsetFinder::source(const std::string &Name,
                                  const MacroUses &M) const {
  const clang::SourceManager &SM = U.Source.manager();
  const auto &Texts = U.Preprocessed.Texts;
  const MacroText &Text = Texts.at(Name);
  OffsetSource Out{Name, Text.Body, {}, {}};
  auto IsFree = [&](const std::string &Each, int64_t Value) {
    const MacroText &T = Texts.at(Each);
    return T.Definitions == 1 && T.InMainFile && !T.IsFunction &&
           T.Number == std::to_string(Value) &&
           llvm::none_of(U.Preprocessed.Skipped, [&](const SkippedCode &S) {
             return S.Identifiers.count(Each) != 0;
           });
  };
  std::set<std::string> Inside = Text.Names;
  for (const std::string &P : Text.Parameters)
    Inside.erase(P);
  if (Inside.size() != 1 || !Texts.count(*Inside.begin()) ||
      M.Shape.Terms.size() != 1 || M.Shape.Terms[0].Times != 1)
    return Out;
  const std::string &Log = *Inside.begin(), Power = powerNameOf(Log);
  unsigned Shift = M.Shape.Terms[0].Shift;
  bool OnlyHere = llvm::all_of(Texts.at(Log).Expansions, [&](unsigned Each) {
    auto L = clang::SourceLocation::getFromRawEncoding(Each);
    clang::SourceLocation Spelled = SM.getSpellingLoc(L);
    unsigned At = SM.getFileOffset(Spelled);
    return L.isMacroID() && SM.isWrittenInMainFile(Spelled) &&
           At >= Text.Body.Begin && At < Text.Body.End;
  });
  if (!OnlyHere || !IsFree(Log, Shift))
    return Out;
  if (!Power.empty() && Texts.count(Power)) {
    if (!Texts.at(Power).Expansions.empty() ||
        !IsFree(Power, int64_t(1) << Shift))
      return Out;
    Out.Power = Texts.at(Power).Body;
  }
  Out.Shift = Texts.at(Log).Body;
  return Out;
}

void OffsetFinder::settle(const std::string &Name, const MacroUses &M) {
  for (unsigned Array : M.Arrays) {
    OffsetMacro Offsets;
    Offsets.Name = Name;
    Offsets.Parameter = U.Preprocessed.Texts.at(Name).Parameters.front();
    Offsets.AddsIndex = M.Shape.AddsIndex;
    Offsets.Terms = M.Shape.Terms;
    Offsets.Operations = M.Shape.Operations;
    Offsets.SizesFollow = SizedBy[Array] == std::set<std::string>{Name};
    if (auto It = SizedFor.find(Array);
        It != SizedFor.end() && Offsets.SizesFollow)
      Offsets.SizedFor = It->second;
    Out.OfArrays[Array] = {std::move(Offsets), M.Why};
  }
  if (M.Why)
    return;
  Out.Alike.push_back(M.Arrays);
  Out.Sources.push_back(source(Name, M));
  for (auto &[E, X] : Marks[Name])
    Out.Marks[E] = {Name, X.Arguments.front()};
}

FoundOffsets OffsetFinder::run() && {
  if (Macros.empty() || U.SharedArrays.empty())
    return std::move(Out);
  std::map<unsigned, const clang::VarDecl *> Declared; // In a fixed order.
  for (auto [V, Array] : U.Arrays)
    Declared[Array] = V;
  for (auto [Array, V] : Declared)
    declaredSize(V, Array);
  std::vector<std::unique_ptr<FunctionOffsets>> Functions;
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    OffsetExpansions Here;
    collect(F->getBody(), Here);
    Functions.push_back(
        std::make_unique<FunctionOffsets>(U, F, std::move(Here)));
  });
  passOffsets(U.Calls, Functions);
  for (const auto &Each : Functions)
    function(*Each);
  checkAccesses();
  for (auto &[Name, M] : Uses) {
    if (M.Arrays.empty() || isFixMacro(Name))
      continue;
    checkDefinition(Name, M);
    settle(Name, M);
  }
  return std::move(Out);
}

} // namespace

FoundOffsets bankfix::findOffsetMacros(JudgedUnit &U) {
  return OffsetFinder(U).run();
}
