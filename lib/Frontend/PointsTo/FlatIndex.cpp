//===- FlatIndex.cpp - Flat arrays used as rows ---------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointsTo/FlatIndex.h"
#include "Arrays/Factors.h"
#include "llvm/ADT/StringSet.h"

using namespace bankfix;

bool bankfix::isSpelledOnlyAt(const PointerUnit &U, clang::FileID File,
                              llvm::StringRef Name,
                              const std::set<unsigned> &Known,
                              std::optional<FileRange> Within) {
  const clang::SourceManager &SM = U.Source.manager();
  clang::Lexer Raw(File, SM.getBufferOrFake(File), SM, U.Context.getLangOpts());
  if (Within)
    Raw.seek(Within->Begin, /*IsAtStartOfLine=*/false);
  const unsigned End = Within ? Within->End : UINT_MAX;
  static const llvm::StringSet<> Directives = {"define", "undef", "ifdef",
                                               "ifndef", "defined"};
  // The last name, through a parenthesis, of a directive.
  std::string Before;
  bool IsDirective = false;
  clang::Token T;
  for (Raw.LexFromRawLexer(T);
       T.isNot(clang::tok::eof) && SM.getFileOffset(T.getLocation()) < End;
       Raw.LexFromRawLexer(T)) {
    if (T.isAtStartOfLine()) {
      IsDirective = T.is(clang::tok::hash);
      Before.clear();
    }
    if (T.isNot(clang::tok::raw_identifier)) {
      if (T.isNot(clang::tok::l_paren))
        Before.clear();
      continue;
    }
    std::string Spelled =
        clang::Lexer::getSpelling(T, SM, U.Context.getLangOpts());
    if (Within && IsDirective &&
        llvm::StringRef(Spelled).starts_with("include"))
      return false;
    if (Spelled == Name && !Known.count(SM.getFileOffset(T.getLocation())) &&
        !(IsDirective && Directives.contains(Before)))
      return false;
    Before = std::move(Spelled);
  }
  return true;
}

/// All that the main file says of the macro that writes \p Bracket was read: no
/// other build may have something else of it, or give it other arguments.
static bool isReadWhole(const PointerUnit &U, clang::SourceLocation Bracket) {
  const clang::SourceManager &SM = U.Source.manager();
  const std::string Name = U.Source.macroName(Bracket);
  auto It = U.Preprocessed.Texts.find(Name);
  if (It == U.Preprocessed.Texts.end() || It->second.Definitions != 1)
    return false;
  std::set<unsigned> Known;
  for (unsigned Raw : It->second.Expansions) {
    const clang::SourceLocation L =
        SM.getSpellingLoc(clang::SourceLocation::getFromRawEncoding(Raw));
    if (SM.isWrittenInMainFile(L))
      Known.insert(SM.getFileOffset(L));
  }
  return isSpelledOnlyAt(U, SM.getMainFileID(), Name, Known, std::nullopt);
}

/// It is computed of a product, as rows are.
static bool multiplies(const clang::Expr *E) {
  bool Has = false;
  walk(E, [&](const clang::Stmt *S) {
    auto *B = llvm::dyn_cast<clang::BinaryOperator>(S);
    Has |= B && B->getOpcode() == clang::BO_Mul;
    return !Has;
  });
  return Has;
}

namespace {

using Terms = std::vector<std::pair<const clang::Expr *, bool>>;

/// More ways than these say nothing of how the array is meant.
constexpr size_t MostWays = 4;

void addTerms(const PointerUnit &U, const clang::Expr *E, bool Subtracted,
              Terms &Out) {
  const clang::Expr *Inner = E->IgnoreParenImpCasts();
  if (const clang::VarDecl *V = U.indexVariable(Inner))
    return addTerms(U, V->getInit(), Subtracted, Out);
  auto *B = llvm::dyn_cast<clang::BinaryOperator>(Inner);
  const bool IsSum = B && B->isAdditiveOp() && B->getType()->isIntegerType();
  // `k - (L + 1)`: only the values say whether that is a length.
  const bool IsWhole = IsSum &&
                       llvm::isa<clang::ParenExpr>(E->IgnoreImpCasts()) &&
                       (!multiplies(B) || B->isEvaluatable(U.Context));
  if (!IsSum || IsWhole) {
    Out.push_back({IsWhole ? E->IgnoreImpCasts() : Inner, Subtracted});
    return;
  }
  addTerms(U, B->getLHS(), Subtracted, Out);
  addTerms(U, B->getRHS(), Subtracted != (B->getOpcode() == clang::BO_Sub),
           Out);
}

constexpr IntType Wide{64, true};

bool isUniform(const Expr &E) {
  switch (E.kind()) {
  case ExprKind::Const:
    return E.value() > 1;
  case ExprKind::LaunchValue:
    return E.launchValue() == LaunchValue::BlockDim;
  case ExprKind::Param:
  case ExprKind::Var: // Whether it is, the planner finds out.
    return true;
  case ExprKind::Opaque:
    return true; // Of a structure: only compared.
  case ExprKind::Cast:
    return isUniform(*E.operand(0));
  case ExprKind::Binary: // `L + 1`, once it is longer.
    return E.operand(1)->isConst() && isUniform(*E.operand(0));
  default:
    return false;
  }
}

} // namespace

std::optional<FileRange> bankfix::lengthRange(const PointerUnit &U,
                                              const MatchedAccess &A,
                                              const clang::Expr *Length) {
  const clang::SourceRange R = Length->getSourceRange();
  if (std::optional<FileRange> Plain = U.Source.range(R))
    return Plain;
  return isReadWhole(U, A.Brackets.back())
             ? U.Source.partRange(R, A.Brackets.back())
             : std::nullopt;
}

std::vector<FlatParts> bankfix::flatParts(const PointerUnit &U,
                                          const MatchedAccess &A) {
  std::vector<FlatParts> Out;
  const bool HasAll =
      A.Subscripts.size() == U.SharedArrays[A.Array].Dims.size();
  if (!(HasAll || A.isRow(U)) || A.Elements != 1 || A.Inner || A.isPlaced(U))
    return Out;
  const clang::Expr *Index = A.Subscripts.back();
  Terms All;
  addTerms(U, Index, false, All);
  bool Usable = Index->getType()->isIntegerType() && !hasSideEffects(Index);
  walk(Index, [&](const clang::Stmt *S) {
    auto *E = llvm::dyn_cast<clang::Expr>(S);
    Usable &= !E || !U.arrayOf(E);
    return true;
  });
  if (!Usable)
    return Out;
  for (size_t I = 0; I < All.size(); ++I) {
    std::vector<const clang::Expr *> Factors;
    addFactors(All[I].first, Factors);
    for (size_t F = 0; F < Factors.size() && Factors.size() > 1; ++F) {
      FlatParts P;
      P.Length = Factors[F];
      if (All[I].second || Out.size() == MostWays ||
          !lengthRange(U, A, P.Length))
        continue;
      P.Lengths = {P.Length};
      P.Row = Factors;
      P.Row.erase(P.Row.begin() + F);
      P.Column = All;
      P.Column.erase(P.Column.begin() + I);
      Out.push_back(std::move(P));
    }
  }
  return Out;
}

namespace {

/// Sums the parts of one way.
class FlatSum {
public:
  FlatSum(const PointerUnit &U, LowerValue Lower, FlatParts &Parts)
      : U(U), Pool(U.Pool), Lower(Lower), Parts(Parts) {}

  std::optional<FlatIndex> run(bool MayDiffer) {
    FlatIndex Out{product(Parts.Row), Lower(Parts.Length),
                  Pool.constant(0, Wide)};
    if (!Out.Row || !Out.Length || !(MayDiffer || isUniform(*Out.Length)))
      return std::nullopt;
    for (auto [Term, Subtracted] : Parts.Column)
      if (!add(Term, Subtracted, Out))
        return std::nullopt;
    return Out;
  }

private:
  /// A sum in parentheses is a length as a whole, or its terms. False where
  /// nothing is known of one.
  bool add(const clang::Expr *Term, bool Subtracted, FlatIndex &To) {
    const Expr *Rows = rows(Term, To.Length);
    Terms Inner;
    if (auto *P = llvm::dyn_cast<clang::ParenExpr>(Term); P && !Rows)
      addTerms(U, P->getSubExpr(), Subtracted, Inner);
    if (!Inner.empty())
      return llvm::all_of(Inner, [&](const auto &Each) {
        return add(Each.first, Each.second, To);
      });
    const Expr *V = Rows ? Rows : Lower(Term);
    const Expr *&Sum = Rows ? To.Row : To.Column;
    if (V)
      Sum =
          Pool.binary(Subtracted ? Op::Sub : Op::Add, Sum, Pool.cast(V, Wide));
    return V;
  }

  const Expr *product(llvm::ArrayRef<const clang::Expr *> Factors) {
    const Expr *Out = Pool.constant(1, Wide);
    for (const clang::Expr *F : Factors) {
      const Expr *V = Lower(F);
      if (!V)
        return nullptr;
      Out = Pool.mul(Out, Pool.cast(V, Wide));
    }
    return Out;
  }

  /// How many rows \p Term is, as in `k - L` and `k + 2 * L`; null for a part
  /// of a column.
  const Expr *rows(const clang::Expr *Term, const Expr *Length) {
    std::vector<const clang::Expr *> Factors;
    addFactors(Term, Factors);
    auto It = llvm::find_if(
        Factors, [&](const clang::Expr *F) { return Lower(F) == Length; });
    if (It == Factors.end())
      return nullptr;
    Parts.Lengths.push_back(*It);
    Factors.erase(It);
    return product(Factors);
  }

  const PointerUnit &U;
  ExprPool &Pool;
  LowerValue Lower;
  FlatParts &Parts;
};

} // namespace

std::optional<FlatIndex> bankfix::flatIndex(const PointerUnit &U,
                                            FlatParts &Parts, LowerValue Lower,
                                            bool MayDiffer) {
  return FlatSum(U, Lower, Parts).run(MayDiffer);
}
