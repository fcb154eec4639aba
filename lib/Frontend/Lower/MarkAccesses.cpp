//===- MarkAccesses.cpp - The structure of a file, with the values of its
// subscripts -===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/Types.h"
#include "Ast/VariableFacts.h"
#include "Fingerprint/FingerprintWriter.h"
#include "Lower/Lowering.h"
#include "PointsTo/FlatIndex.h"
#include "Read/IncludedFiles.h"
#include "bankfix/Kernel/UsualConversions.h"

using namespace bankfix;

namespace {

/// Writes the subscripts behind the marks as values, too.
class ValuedWriter : public FingerprintWriter {
public:
  ValuedWriter(LoweredUnit &U, DeclFingerprint &Into)
      : FingerprintWriter(U, Into), Whole(U), Pure(U) {}

private:
  void marked(const MatchedAccess &A) override;
  void numbered(const NumberAccess &N) override;
  void nested(const clang::Expr *Index);
  void hostSize(const clang::Expr *E, unsigned Array) override;
  void pitch(const clang::Expr *E, unsigned Array) override;
  void numberVariables(llvm::ArrayRef<const clang::Expr *> Subscripts);

  LoweredUnit &Whole;
  Lowering Pure;
};

/// Variables get numbers when they are first met. In an access that is in the
/// order of their declarations, as a layout may swap the subscripts.
void ValuedWriter::numberVariables(
    llvm::ArrayRef<const clang::Expr *> Subscripts) {
  llvm::SmallVector<const clang::DeclRefExpr *, 4> Met;
  llvm::SmallVector<const clang::Expr *, 4> Left(Subscripts);
  while (!Left.empty())
    walk(Left.pop_back_val(), [&](const clang::Stmt *Below) {
      auto *R = llvm::dyn_cast<clang::DeclRefExpr>(Below);
      if (const clang::VarDecl *V = R ? U.indexVariable(R) : nullptr)
        Left.push_back(V->getInit());
      else if (R && llvm::isa<clang::VarDecl>(R->getDecl()) &&
               integerType(U.Context, R->getType()))
        Met.push_back(R);
      return true;
    });
  llvm::sort(Met, [](const auto *X, const auto *Y) {
    return X->getDecl()->getLocation() < Y->getDecl()->getLocation();
  });
  for (const clang::DeclRefExpr *R : Met)
    Pure.pureValue(R);
}

void ValuedWriter::marked(const MatchedAccess &A) {
  FingerprintAccess S;
  S.Array = A.Array;
  numberVariables(A.Subscripts);
  for (const clang::Expr *E : A.Subscripts)
    S.Subscripts.push_back(asOperand(Whole, E, Pure.pureValue(E)));
  // Of groups, as all else: elements.
  if (A.Elements != 1 && !A.Inner)
    S.Subscripts.back() =
        usualBinary(U.Pool, Op::Mul, U.Pool.constant(A.Elements, Int32),
                    S.Subscripts.back());
  if (A.isPlaced(U))
    S.Subscripts = placedSubscripts(U, A, S.Subscripts[0]);
  else if (A.isRow(U))
    S.Subscripts = rowSubscripts(U, A, S.Subscripts[0]);
  S.IsFlat = A.isFlat(U);
  S.Elements = A.Elements;
  S.Number = Whole.Names.find(A.Base);
  for (FlatParts &Parts : flatParts(U, A))
    if (auto Way = flatIndex(
            U, Parts, [&](const clang::Expr *E) { return Pure.pureValue(E); },
            /*MayDiffer=*/true)) // That is shown of the kernel.
      S.Flat.push_back(*Way);
  Into.Accesses.push_back(std::move(S));
  for (const clang::Expr *E : A.Subscripts)
    nested(E);
  if (auto *X = llvm::cast_or_null<clang::UnaryOperator>(A.Dereferenced))
    nested(X->getSubExpr());
}

/// Accesses inside a subscript are marks of their own, and what changes
/// something there stands as often as it did: a text that repeats either is
/// another structure.
void ValuedWriter::nested(const clang::Expr *Index) {
  walk(Index, [&](const clang::Stmt *Below) {
    auto *X = llvm::dyn_cast<clang::Expr>(Below);
    if (X && !builtinVariable(X).first.empty())
      return false;
    std::optional<MatchedAccess> Nested = X ? U.match(X) : std::nullopt;
    if (Nested)
      access(*Nested);
    bool IsEffect = !Nested && X && isSideEffect(X) && !isIndexFunction(X);
    if (IsEffect)
      stmt(X);
    return !Nested && !IsEffect;
  });
}

/// As the element's number, `(int)(at - start) / size`, which an edit has
/// there.
void ValuedWriter::numbered(const NumberAccess &N) {
  const SharedArray &A = U.SharedArrays[N.Array];
  FingerprintAccess S;
  S.Array = N.Array;
  S.IsFlat = A.Dims.size() > 1;
  S.Subscripts.assign(A.Dims.size(), U.Pool.constant(0, Int32));
  numberVariables(N.Of);
  const Expr *V = asOperand(Whole, N.Of, Pure.pureValue(N.Of));
  if (N.Element)
    S.Subscripts.back() = V;
  else
    S.Subscripts.back() = usualBinary(
        U.Pool, Op::Div,
        U.Pool.cast(usualBinary(U.Pool, Op::Sub, V,
                                U.Pool.cast(startValue(U, N.Array), V->type())),
                    Int32),
        U.Pool.constant(A.ElementBytes, Int32));
  Into.Accesses.push_back(std::move(S));
  nested(N.Of);
}

void ValuedWriter::hostSize(const clang::Expr *E, unsigned Array) {
  OS << "@size" << Array;
  if (hasOffsets(Array))
    node(E);
  Into.Accesses.push_back({Array, /*IsHostSize=*/true, {Pure.pureValue(E)}});
}

void ValuedWriter::pitch(const clang::Expr *E, unsigned Array) {
  OS << "@pitch" << Array;
  FingerprintAccess S;
  S.Array = Array;
  S.Subscripts = {Pure.pureValue(E)};
  S.IsPitch = true;
  Into.Accesses.push_back(std::move(S));
}

} // namespace

/// By itself: what is marked there is nothing to the proof.
static std::string patternText(LoweredUnit &U,
                               const clang::FunctionTemplateDecl *T,
                               bool WithBody) {
  DeclFingerprint Out;
  ValuedWriter Writer(U, Out);
  Writer.pattern(T, WithBody);
  for (const clang::FunctionDecl *S : T->specializations())
    if (!WithBody)
      Writer.decl(S);
  return Out.Text;
}

/// Some instance of \p T has its body in another unit, `extern template`, or is
/// called without one: what is no part of this unit's text is one of its
/// program.
static bool isUsedAsDeclared(const clang::FunctionTemplateDecl *T) {
  return llvm::any_of(T->specializations(), [](const clang::FunctionDecl *S) {
    const auto Kind = S->getTemplateSpecializationKind();
    return S->isUsed(/*CheckUsedAttr=*/false) ||
           (Kind != clang::TSK_Undeclared &&
            Kind != clang::TSK_ImplicitInstantiation);
  });
}

/// Of a block, one entry for each declaration in it, between two for itself.
static void append(LoweredUnit &U, const clang::Decl *D,
                   std::vector<DeclFingerprint> &To) {
  DeclFingerprint S;
  if (auto *N = llvm::dyn_cast<clang::NamedDecl>(D))
    S.Name = N->getNameAsString();
  S.Place = U.Source.place(D->getLocation());
  S.Text = blockOf(D);
  bool IsBlock = !S.Text.empty();
  if (!IsBlock)
    ValuedWriter(U, S).decl(D);
  if (auto *T = llvm::dyn_cast<clang::FunctionTemplateDecl>(D);
      T && (hasInstance(T) || !isUsedAsDeclared(T)))
    S.Template = {patternText(U, T, false), patternText(U, T, true),
                  hasInstance(T)};
  To.push_back(S);
  if (!IsBlock)
    return;
  for (const clang::Decl *Each : llvm::cast<clang::DeclContext>(D)->decls())
    append(U, Each, To);
  S.Text = ")";
  To.push_back(std::move(S));
}

/// The declaration may see what an edit of the main file changes: where that is
/// a header, all of the project that stands around it does.
static bool isInSight(const LoweredUnit &U, const clang::Decl *D) {
  const clang::SourceManager &SM = U.Source.manager();
  clang::SourceLocation L = D->getLocation();
  if (L.isInvalid() || U.Source.inMainFile(L))
    return L.isValid();
  return U.Read.Role == FileRole::InUnit &&
         isProjectFile(SM, SM.getFileID(SM.getExpansionLoc(L)));
}

std::vector<DeclFingerprint> bankfix::fingerprint(LoweredUnit &U) {
  std::vector<DeclFingerprint> Out;
  for (const clang::Decl *D :
       U.Context.getTranslationUnitDecl()->noload_decls())
    if (isInSight(U, D) && !isRequirement(D))
      append(U, D, Out);
  return Out;
}
