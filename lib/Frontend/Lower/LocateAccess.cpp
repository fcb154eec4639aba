//===- LocateAccess.cpp - Where an access stands in the text --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "Lower/Lowering.h"
#include "PointsTo/Groups.h"
#include "PointsTo/WrittenTypes.h"
#include "Read/WordsFor.h"
#include "bankfix/Kernel/MacroPrefix.h"
#include "bankfix/Kernel/Words.h"

using namespace bankfix;

/// A macro that \p L is an argument of and that skipped code defines, too: it
/// may use the argument in other ways. Empty if there is none.
static std::string otherwiseDefined(const LoweredUnit &U,
                                    clang::SourceLocation L) {
  for (; L.isMacroID(); L = U.Source.manager().getImmediateMacroCallerLoc(L)) {
    std::string Name = U.Source.macroName(L);
    for (const SkippedCode &S : U.Preprocessed.Skipped)
      if (S.InDefines.count(Name))
        return Name;
  }
  return "";
}

/// The outermost subscript of which \p E is the element, or a part of it.
static const clang::ArraySubscriptExpr *subscriptIn(const clang::Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (auto *M = llvm::dyn_cast<clang::MemberExpr>(E))
      E = M->getBase();
    else if (auto *V = llvm::dyn_cast<clang::ExtVectorElementExpr>(E))
      E = V->getBase();
    else
      return llvm::dyn_cast<clang::ArraySubscriptExpr>(E);
  }
}

/// Behind the last bracket of the access, or behind `*p`; 0 where a macro
/// writes that.
static unsigned elementEnd(const LoweredUnit &U, const clang::Expr *E,
                           const MatchedAccess &A) {
  const clang::ArraySubscriptExpr *S = subscriptIn(E);
  std::optional<FileRange> R;
  if (A.Dereferenced)
    R = U.Source.range(A.Dereferenced->getSourceRange());
  else if (S)
    R = U.Source.range({S->getRBracketLoc(), S->getRBracketLoc()});
  return R ? R->End : 0;
}

/// `i[a]` somewhere in it.
static bool isReversed(const LoweredUnit &U, const clang::Expr *E) {
  const clang::ArraySubscriptExpr *S = subscriptIn(E);
  return S && (S->getLHS() != S->getBase() || isReversed(U, U.indexedBy(S)));
}

std::optional<unsigned> bankfix::bodyOf(const LoweredUnit &U,
                                        clang::SourceLocation Bracket) {
  const clang::SourceManager &SM = U.Source.manager();
  if (!Bracket.isMacroID() || SM.isMacroArgExpansion(Bracket))
    return std::nullopt;
  return U.Source.spelledAt(Bracket);
}

/// In another build, the macro may be expanded where nothing is known of.
static bool isNamedInSkippedCode(const LoweredUnit &U,
                                 const std::string &Macro) {
  std::set<std::string> Names = namesReaching(U.Preprocessed, Macro);
  return llvm::any_of(U.Preprocessed.Skipped, [&](const SkippedCode &S) {
    return llvm::any_of(Names, [&](const std::string &Name) {
      return S.Identifiers.count(Name) != 0;
    });
  });
}

/// The text of \p E, which \p At is a part of, is no range of the main file.
static void refuseText(LoweredUnit &U, unsigned Array, const clang::Expr *E,
                       clang::SourceLocation At) {
  const clang::SourceLocation L = E->getBeginLoc();
  if (U.Source.inMainFile(L))
    U.obstruct(Array, ObstacleKind::MacroSubscript, L, U.Source.macroName(At));
  else
    U.obstruct(Array, ObstacleKind::AccessElsewhere, L,
               U.Source.text(E->getSourceRange()));
}

/// All expansions have to lead to arrays of one layout, which those of one type
/// can have. Rows are rather padded, by as much as each array wants.
static bool agree(LoweredUnit &U, const std::set<unsigned> &Arrays) {
  const std::vector<SharedArray> &All = U.SharedArrays;
  const SharedArray &First = All[*Arrays.begin()];
  bool IsShared = llvm::all_of(Arrays, [&](unsigned I) {
    return First.Group && All[I].Group == First.Group;
  });
  if (IsShared || Arrays.size() == 1)
    return true;
  bool HasRows = First.Dims.size() != 1;
  bool IsAlike = !HasRows && llvm::all_of(Arrays, [&](unsigned I) {
    return All[I].hasKnownSize() && All[I].typeText() == First.typeText() &&
           All[I].Space == First.Space;
  });
  if (IsAlike)
    shareLayout(U.SharedArrays, Arrays);
  return IsAlike;
}

void bankfix::checkMacroBodies(LoweredUnit &U) {
  auto Refuse = [&](const std::set<unsigned> &Arrays, clang::SourceLocation L) {
    for (unsigned Array : Arrays)
      U.obstruct(Array, ObstacleKind::MacroSubscript, L, U.Source.macroName(L));
  };
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    walk(F->getBody(), [&](const clang::Stmt *S) {
      auto *E = llvm::dyn_cast<clang::ArraySubscriptExpr>(S);
      auto Body = E ? bodyOf(U, E->getRBracketLoc()) : std::nullopt;
      auto It = Body ? U.BodyAccesses.find(*Body) : U.BodyAccesses.end();
      if (It == U.BodyAccesses.end())
        return true;
      std::optional<MatchedAccess> A = U.match(E);
      if (!A || !U.Uses.of(A->Base).IsUnderstood || !agree(U, It->second))
        Refuse(It->second, E->getRBracketLoc());
      return true;
    });
  });
}

/// More than variables: `m - s` of two pointers does not.
static bool readsMemory(const clang::Expr *E) {
  bool Reads = false;
  walk(E, [&](const clang::Stmt *S) {
    auto *C = llvm::dyn_cast<clang::CastExpr>(S);
    Reads |= llvm::isa<clang::CallExpr>(S) ||
             (C && C->getCastKind() == clang::CK_LValueToRValue &&
              !namedVariable(C->getSubExpr()));
    return !Reads;
  });
  return Reads;
}

/// \p V is named in \p E.
static bool mentions(const clang::Expr *E, const clang::VarDecl *V) {
  bool Is = false;
  walk(E, [&](const clang::Stmt *S) {
    auto *R = llvm::dyn_cast<clang::DeclRefExpr>(S);
    Is |= R && R->getDecl()->getCanonicalDecl() == V->getCanonicalDecl();
    return !Is;
  });
  return Is;
}

/// \p Macro is a number here, or an expression of such: another build has
/// another number.
static bool isNumber(const LoweredUnit &U, const std::string &Macro,
                     unsigned Depth = 0) {
  constexpr unsigned MostNames = 8;
  auto Text = U.Preprocessed.Texts.find(Macro);
  if (Text == U.Preprocessed.Texts.end() || Text->second.IsFunction ||
      Depth == MostNames)
    return false;
  const llvm::StringRef Body = Text->second.Spelling;
  auto MayEnd = [](char C) { return isNamePart(C) || C == '(' || C == ')'; };
  return !Body.empty() && MayEnd(Body.front()) && MayEnd(Body.back()) &&
         llvm::all_of(Text->second.Names, [&](const std::string &Name) {
           return isNumber(U, Name, Depth + 1);
         });
}

/// Adds to \p Into what \p File spells in \p R and, where parentheses are open
/// there or follow, up to their end.
static void addWords(const LoweredUnit &U, clang::FileID File,
                     const FileRange &R, std::vector<std::string> &Into) {
  const clang::SourceManager &SM = U.Source.manager();
  clang::Lexer Raw(File, SM.getBufferOrFake(File), SM, U.Context.getLangOpts());
  Raw.seek(R.Begin, /*IsAtStartOfLine=*/false);
  unsigned Depth = 0;
  clang::Token T;
  for (Raw.LexFromRawLexer(T); T.isNot(clang::tok::eof);
       Raw.LexFromRawLexer(T)) {
    Depth += T.is(clang::tok::l_paren);
    if (!Depth && SM.getFileOffset(T.getLocation()) >= R.End)
      return;
    if (T.is(clang::tok::raw_identifier))
      Into.push_back(clang::Lexer::getSpelling(T, SM, U.Context.getLangOpts()));
    Depth -= Depth && T.is(clang::tok::r_paren);
  }
}

/// Of the index in \p R, another build may make something that has a side
/// effect: `#ifndef NEXT`, `#define NEXT(i) (i)`. What is open may be a part of
/// what is expanded, or given to it, be it to a macro that has the index in its
/// body.
static bool mayHaveSideEffects(const LoweredUnit &U, const FileRange &R) {
  const PreprocessorRecord &P = U.Preprocessed;
  const clang::SourceManager &SM = U.Source.manager();
  std::vector<std::string> Left;
  addWords(U, SM.getMainFileID(), R, Left);
  for (const auto &[Macro, Text] : P.Texts)
    if (Text.InMainFile && Text.IsFunction && Text.Body.Begin <= R.Begin &&
        R.Begin < Text.Body.End)
      for (unsigned Raw : Text.Expansions) {
        const clang::SourceLocation At =
            SM.getExpansionLoc(clang::SourceLocation::getFromRawEncoding(Raw));
        const unsigned Begin = SM.getFileOffset(At);
        addWords(U, SM.getFileID(At), {Begin, Begin + 1}, Left);
      }
  std::set<std::string> Seen;
  bool Pastes = false, HasOpen = false, HasOpenCode = false;
  while (!Left.empty()) {
    const std::string Word = std::move(Left.back());
    Left.pop_back();
    Pastes |= Word == "##";
    auto Text = P.Texts.find(Word);
    if (!Seen.insert(Word).second || Text == P.Texts.end() || isFixMacro(Word))
      continue;
    if (Text->second.IsConditional || Text->second.Definitions > 1 ||
        llvm::any_of(P.Skipped, [&](const SkippedCode &S) {
          return S.Defined.count(Word) != 0;
        })) {
      HasOpen = true;
      HasOpenCode |= !isNumber(U, Word);
    }
    if (auto Body = P.Macros.find(Word); Body != P.Macros.end())
      llvm::append_range(Left, Body->second);
  }
  return HasOpenCode || (HasOpen && Pastes);
}

/// What keeps a text from having the index \p X, in \p R, twice, or nothing.
static std::optional<ObstacleKind>
onceAlone(const LoweredUnit &U, const clang::Expr *X, const FileRange &R) {
  bool NamesArray = false;
  walk(X, [&](const clang::Stmt *S) {
    auto *Ref = llvm::dyn_cast<clang::Expr>(S);
    if (Ref && (placeTakenOf(U, Ref) || startNumber(U, Ref)))
      return false;
    NamesArray |= Ref && !U.arraysOf(Ref).empty();
    return !NamesArray;
  });
  if (NamesArray && !readsMemory(X))
    return ObstacleKind::AddressUse;
  if (hasSideEffects(X) || (!NamesArray && mayHaveSideEffects(U, R)))
    return ObstacleKind::SideEffect;
  return NamesArray ? std::optional(ObstacleKind::NestedAccess) : std::nullopt;
}

/// The type of a parameter that takes the index \p X as it is; empty where none
/// does.
static std::string functionType(const LoweredUnit &U, const clang::Expr *X) {
  clang::QualType T = X->getType();
  if (!T->isIntegerType() || T->isDependentType())
    return "";
  // What it is in arithmetic, which no type that is declared need be.
  if (clang::QualType Promoted = U.Context.isPromotableBitField(
          const_cast<clang::Expr *>(X)); // Which it only reads.
      !Promoted.isNull())
    T = Promoted;
  else if (U.Context.isPromotableIntegerType(T))
    T = U.Context.getPromotedIntegerType(T);
  T = T.getCanonicalType().getUnqualifiedType();
  const auto *Builtin = llvm::dyn_cast<clang::BuiltinType>(T.getTypePtr());
  switch (Builtin ? Builtin->getKind() : clang::BuiltinType::Void) {
  case clang::BuiltinType::Int:
    return "int";
  case clang::BuiltinType::UInt:
    return "unsigned";
  case clang::BuiltinType::Long:
    return "long";
  case clang::BuiltinType::ULong:
    return "unsigned long";
  case clang::BuiltinType::LongLong:
    return "long long";
  case clang::BuiltinType::ULongLong:
    return "unsigned long long";
  default:
    return "";
  }
}

/// The type of the pointer that the access goes through, where the array's own
/// elements are of another.
static std::string castTo(const LoweredUnit &U, const MatchedAccess &A) {
  const clang::VarDecl *Pointer = namedVariable(A.Base);
  clang::QualType T = Pointer->getType();
  const BaseParameter *B = U.baseOf(Pointer);
  bool IsOwn = false;
  for (auto [V, Array] : U.Arrays)
    if (Array == A.Array) {
      clang::QualType Of = B && B->Is ? B->Is->getType() : V->getType();
      Of = U.Context.getBaseElementType(
          Of->isPointerType() ? Of->getPointeeType() : Of);
      // A parameter that is added is declared as the pointer is.
      IsOwn = !U.Buffers.count(Array) &&
              U.Context.hasSameUnqualifiedType(T->getPointeeType(), Of) &&
              (Of.isVolatileQualified() || (B && !B->Is) ||
               !T->getPointeeType().isVolatileQualified());
    }
  auto *F = llvm::dyn_cast<clang::FunctionDecl>(Pointer->getDeclContext());
  if (F && F->isTemplateInstantiation() && !IsOwn)
    return writtenPointer(U, Pointer);
  return IsOwn ? ""
               : T.getUnqualifiedType().getAsString(
                     U.Context.getPrintingPolicy());
}

/// Some type that \p Text names may be another one in another build, where a
/// macro that is expanded declares its name once more.
static bool mayBeHidden(const LoweredUnit &U, llvm::StringRef Text) {
  auto IsRedefined = [&](llvm::StringRef Word) {
    if (Word.empty() ||
        U.Context.Idents.get(Word).isKeyword(U.Context.getLangOpts()))
      return false;
    const WordsFor Names(U, Word.str());
    return llvm::any_of(U.Preprocessed.Skipped, [&](const SkippedCode &S) {
      return !Names.in(S, S.InDefines).empty();
    });
  };
  while (!Text.empty()) {
    const llvm::StringRef Word = Text.take_while(isNamePart);
    if (IsRedefined(Word))
      return true;
    Text = Text.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return false;
}

/// Where the pointer stands that the access counts from, and what its array is
/// there. False where it cannot be written with that.
static bool locatePlace(const LoweredUnit &U, const clang::Expr *E,
                        const MatchedAccess &A, AccessSource &Source) {
  auto *X = llvm::cast_or_null<clang::UnaryOperator>(A.Dereferenced);
  const clang::Expr *Pointer = X ? X->getSubExpr() : A.Base;
  Source.Pointer = U.Source.range(Pointer->getSourceRange());
  auto IsInBody = [&](clang::SourceLocation L) {
    return L.isMacroID() && !U.Source.manager().isMacroArgExpansion(L);
  };
  if (!Source.Pointer || (Source.IsReversed && !A.IsSum) ||
      IsInBody((X ? E : A.Base)->getBeginLoc()) || IsInBody(A.Brackets[0]))
    return false;
  Source.PointerType = castTo(U, A);
  if (const clang::VarDecl *V = namedVariable(A.Base);
      countsGroups(U, V->getType(), A.Array))
    Source.ElementPointer = elementPointer(U, V, A.Array);
  if (mayBeHidden(U, Source.PointerType) ||
      mayBeHidden(U, Source.ElementPointer))
    return false;
  if (const BaseParameter *B = U.baseOf(namedVariable(A.Base)))
    Source.Base = B->Name;
  return true;
}

/// What a group is counted from lies within \p A's array, and what comes of it:
/// the index before the groups moves behind the array.
static bool locateInner(const LoweredUnit &U, const MatchedAccess &A,
                        AccessSource &Source) {
  const std::optional<SubscriptStep> Step = innerStep(U, A.Inner);
  auto Range = [&](const clang::Expr *E) {
    return U.Source.range(E->getSourceRange());
  };
  const std::optional<FileRange> All = Range(A.Inner), Of = Range(Step->Of),
                                 Index = Range(Step->Index);
  if (!All || !Of || !Index || A.Inner->getBeginLoc().isMacroID() ||
      A.Brackets.back().isMacroID() || All->Begin > Of->Begin ||
      Of->End > Index->Begin || Index->End > All->End)
    return false;
  Source.Inner = {{All->Begin, Of->Begin}, {Of->End, All->End}, *Index};
  return true;
}

/// The index \p I of \p A as the text has it.
static const clang::Expr *writtenIndex(const MatchedAccess &A, unsigned I) {
  if (A.Dereferenced)
    return A.Dereferenced;
  if (!A.Inner || I + 1 != A.Subscripts.size())
    return A.Subscripts[I];
  auto *Sum = llvm::cast<clang::BinaryOperator>(A.Subscripts[I]);
  auto *Groups =
      llvm::cast<clang::BinaryOperator>(Sum->getRHS()->IgnoreImpCasts());
  return Groups->getRHS();
}

/// Where a variable that is the subscript of \p A is computed, if the layout's
/// index may be there instead. Nothing elsewhere.
static std::optional<FileRange> computedIndex(const LoweredUnit &U,
                                              const MatchedAccess &A) {
  const clang::VarDecl *V = U.indexVariable(A.Subscripts[0]);
  if (!V || !U.IndexVariables.lookup(V).IsWhole)
    return std::nullopt;
  const clang::Expr *Value = V->getInit();
  std::optional<FileRange> R = U.Source.range(Value->getSourceRange());
  const bool Is = R && !Value->getBeginLoc().isMacroID() &&
                  !Value->getEndLoc().isMacroID() &&
                  !U.Preprocessed.hasDirectiveIn(*R) &&
                  !onceAlone(U, Value, *R);
  return Is ? R : std::nullopt;
}

/// `*p++`; not `*p` that is volatile.
static bool stepsPlace(const MatchedAccess &A) {
  auto *X = llvm::cast_or_null<clang::UnaryOperator>(A.Dereferenced);
  return X && hasSideEffects(X->getSubExpr());
}

void bankfix::locateAccess(LoweredUnit &U, const clang::Expr *E,
                           const MatchedAccess &A) {
  AccessSource Source;
  Source.Array = A.Array;
  Source.Elements = A.Elements;
  Source.Number = U.Names.number(A.Base);
  Source.ElementEnd = elementEnd(U, E, A);
  Source.IsReversed = A.IsSum || isReversed(U, E);
  Source.IsDereferenced = A.Dereferenced;
  if (!Source.ElementEnd || A.Dereferenced) // `*p.v` is `*(p.v)`.
    U.EndInMacros.insert(A.Array);
  clang::SourceLocation L = E->getBeginLoc();
  std::string Text = U.Source.text(E->getSourceRange());
  std::optional<FileRange> Whole = U.Source.range(E->getSourceRange());
  if (Whole && U.Preprocessed.hasDirectiveIn(*Whole))
    U.obstruct(A.Array, ObstacleKind::DirectiveInside, L,
               U.SharedArrays[A.Array].Name + "[...]");
  if ((A.isPlaced(U) && !locatePlace(U, E, A, Source)) ||
      (A.Inner && !locateInner(U, A, Source)))
    return U.obstruct(A.Array, ObstacleKind::PointerUse, L, Text);
  // An array that the macro gets is edited where its index is given, too.
  bool IsGiven = U.Source.manager().isMacroArgExpansion(A.Base->getBeginLoc());
  for (auto [I, Bracket] : llvm::enumerate(A.Brackets)) {
    const clang::Expr *X = A.Subscripts[I];
    std::optional<FileRange> R;
    std::optional<unsigned> Body = bodyOf(U, Bracket);
    if (!Body || (IsGiven && !A.IsSum))
      R = U.Source.range(writtenIndex(A, I)->getSourceRange());
    if (Body && !R && !A.IsSum) { // checkMacroBodies sees brackets alone.
      R = U.Source.bodyRange(X->getSourceRange(), Bracket);
      if (R && isNamedInSkippedCode(U, U.Source.macroName(Bracket)))
        R.reset();
      if (Bracket == A.Brackets.back())
        U.BodyAccesses[*Body].insert(A.Array);
    }
    if (!R)
      return refuseText(U, A.Array, E,
                        Bracket.isMacroID() ? Bracket : X->getBeginLoc());
    std::string M = otherwiseDefined(U, X->getBeginLoc());
    if (M.empty())
      M = otherwiseDefined(U, Bracket);
    if (!M.empty())
      U.obstruct(A.Array, ObstacleKind::MacroSubscript, L, M);
    Source.Subscripts.push_back(computedIndex(U, A).value_or(*R));
    std::optional<ObstacleKind> Once = onceAlone(U, X, *R);
    if (stepsPlace(A)) {
      Source.OnceType = "int"; // Of `(int)(p++ - a)`.
      continue;
    }
    // Nor may it change the pointer that the index counts from.
    bool Follows = Once && Once != ObstacleKind::AddressUse && !A.Inner &&
                   A.Subscripts.size() == 1 && !A.isRow(U) &&
                   !(A.isPlaced(U) && mentions(X, namedVariable(A.Base)));
    if (Follows)
      Source.OnceType = functionType(U, X);
    if (Once && Source.OnceType.empty())
      U.obstruct(A.Array, *Once, L, Text);
  }
  U.AccessSources.push_back(std::move(Source));
}

void bankfix::locateNumbers(LoweredUnit &U) {
  for (const auto &[E, Array] : U.NumberSums) {
    AccessSource Source;
    Source.Array = Array;
    // It gives a `size_t`.
    Source.IsNumber = true;
    Source.NumberCast =
        U.Context.getTypeSize(E->getType()) == 32 ? "(unsigned)" : "";
    std::optional<FileRange> R = U.Source.range(E->getSourceRange());
    const std::string Text = U.Source.text(E->getSourceRange());
    if (!R)
      refuseText(U, Array, E, E->getBeginLoc());
    else if (U.Preprocessed.hasDirectiveIn(*R))
      U.obstruct(Array, ObstacleKind::DirectiveInside, E->getBeginLoc(), Text);
    else
      Source.Subscripts = {*R};
    if (hasSideEffects(E) || readsMemory(E))
      Source.OnceType = "int"; // Of `(int)(at - start) / size`.
    std::string M = otherwiseDefined(U, E->getBeginLoc());
    if (!M.empty())
      U.obstruct(Array, ObstacleKind::MacroSubscript, E->getBeginLoc(), M);
    if (!Source.Subscripts.empty())
      U.AccessSources.push_back(std::move(Source));
  }
}
