//===- SharedSites.cpp - Accesses to shared memory, and what escapes ------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lower/SharedSites.h"
#include "Ast/Functions.h"

using namespace bankfix;

static constexpr IntType Bytes64{64, true};

/// Another way to an access; of many, some.
static void addPath(std::string &Paths, llvm::StringRef Path) {
  constexpr size_t Enough = 4;
  llvm::SmallVector<llvm::StringRef, Enough> Known;
  llvm::StringRef(Paths).split(Known, "; ");
  if (Path.empty() || Known.size() > Enough || llvm::is_contained(Known, Path))
    return;
  Paths += "; " + (Known.size() < Enough ? Path.str() : "...");
}

/// \p E as people say it: of what a macro expands to, not the macro's call.
static std::string spelled(const LoweredUnit &U, const clang::Expr *E) {
  if (E->getBeginLoc().isFileID() && E->getEndLoc().isFileID())
    return U.Source.text(E->getSourceRange());
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  E->printPretty(OS, nullptr, U.Context.getPrintingPolicy());
  return Text;
}

/// The element from which on \p E sees something else, or a part of that:
/// `a[i]` of `*(T *)&a[i]`, of `((T *)&a[i])[0]`, of `reinterpret_cast<T
/// &>(a[i])` and of `((T *)&a[i])->x`. Null for others.
static const clang::Expr *viewedElement(const LoweredUnit &U,
                                        const clang::Expr *E) {
  E = E->IgnoreParenNoopCasts(U.Context);
  const clang::Expr *Pointer = nullptr;
  if (auto *X = llvm::dyn_cast<clang::MemberExpr>(E)) {
    if (!X->isArrow())
      return viewedElement(U, X->getBase());
    Pointer = X->getBase();
  } else if (auto *X = llvm::dyn_cast<clang::ExtVectorElementExpr>(E)) {
    if (!X->isArrow())
      return viewedElement(U, X->getBase());
    Pointer = X->getBase();
  } else if (auto *X = llvm::dyn_cast<clang::ArraySubscriptExpr>(E)) {
    auto *At = llvm::dyn_cast<clang::IntegerLiteral>(
        X->getIdx()->IgnoreParenImpCasts());
    Pointer = At && At->getValue() == 0 ? X->getBase() : nullptr;
  } else if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(E)) {
    Pointer = X->getOpcode() == clang::UO_Deref ? X->getSubExpr() : nullptr;
  } else if (auto *X = llvm::dyn_cast<clang::ExplicitCastExpr>(E)) {
    return X->getCastKind() == clang::CK_LValueBitCast
               ? X->getSubExpr()->IgnoreParens()
               : nullptr;
  }
  auto *Of =
      Pointer
          ? llvm::dyn_cast<clang::UnaryOperator>(Pointer->IgnoreParenCasts())
          : nullptr;
  return Of && Of->getOpcode() == clang::UO_AddrOf
             ? Of->getSubExpr()->IgnoreParens()
             : nullptr;
}

/// What \p E, an access of \p Array at \p P, subscripts that with: itself, or
/// by the element that it sees as something wider.
static std::optional<MatchedAccess> subscriptsOf(LoweredUnit &U,
                                                 const clang::Expr *E,
                                                 const Place &P,
                                                 unsigned Array) {
  if (P.Direct)
    return P.Direct;
  const clang::Expr *Element = viewedElement(U, E);
  if (!Element || P.At.Subscripts.empty())
    return std::nullopt;
  std::optional<MatchedAccess> A = U.match(Element);
  bool IsPlain = A && A->Array == Array && A->Elements == 1 &&
                 !A->isPlaced(U) && !A->isRow(U);
  return IsPlain ? A : std::nullopt;
}

unsigned SharedSites::siteOf(const clang::Expr *E, const Place &P, AccessOp O,
                             unsigned Array, unsigned Bytes) {
  auto [It, New] =
      Sites.try_emplace({E, Array, O, Bytes}, unsigned(K->Sites.size()));
  std::string Path = Frames.empty() ? "" : Frames.back().Path;
  if (!New) {
    addPath(K->Sites[It->second].Path, Path);
    return It->second;
  }
  Site S;
  S.Array = Array;
  S.Op = O;
  S.Bytes = Bytes;
  S.Place = U.Source.place(E->getBeginLoc());
  S.Text = textOf(E);
  // Through another name, the text that has the macro is that of the element.
  if (auto It = P.Direct ? Indexed.end() : Indexed.find(Array);
      It != Indexed.end())
    S.Text = It->second;
  S.IsFlat = P.Direct && P.Direct->isFlat(U);
  S.IsRow = P.Direct && P.Direct->isRow(U);
  if (P.Direct)
    S.Number = U.Names.number(P.Direct->Base);
  S.Part = P.Part;
  // What a cast has carved, or a pointer leads to, goes by another name.
  if (P.Direct && !P.Direct->Dereferenced && !P.Direct->Inner && !S.IsRow &&
      !U.Buffers.count(Array)) {
    for (const clang::Expr *X : P.Direct->Subscripts)
      S.IndexText += "[" + U.Source.text(X->getSourceRange()) + "]";
  } else {
    S.IndexText = S.Text;
  }
  if (std::optional<MatchedAccess> A = subscriptsOf(U, E, P, Array);
      A && !A->Dereferenced && !A->Inner && !S.IsRow && !U.Buffers.count(Array))
    for (const clang::Expr *X : A->Subscripts)
      S.Subscripts.push_back(spelled(U, X));
  if (S.IsFlat || S.Subscripts.size() != U.SharedArrays[Array].Dims.size())
    S.Subscripts.clear();
  S.Path = std::move(Path);
  clang::QualType T = E->getType();
  S.IsVolatile =
      (T->isPointerType() && !E->isGLValue() ? T->getPointeeType() : T)
          .isVolatileQualified();
  K->Sites.push_back(std::move(S));
  return It->second;
}

void SharedSites::notUnderstood(const clang::Expr *E, const Pointer &P,
                                std::string Why) {
  if (!K)
    return;
  for (int Target : P.Targets) {
    if (Target == Elsewhere)
      continue;
    Access A;
    A.Site = siteOf(E, Place(), AccessOp::Load, Target,
                    U.SharedArrays[Target].ElementBytes);
    A.Reason = Why;
    emit({std::move(A)});
  }
}

void SharedSites::escape(const Pointer &P, const clang::Expr *E,
                         const clang::Expr *Around) {
  if (P.ToLocal)
    lose(*P.ToLocal);
  if (!P.mayBeShared())
    return;
  SourcePlace Where = U.Source.place(E->getBeginLoc());
  bool Recursive = !RecursiveCallee.empty();
  ObstacleKind Kind = Recursive ? ObstacleKind::Recursion
                      : Around && isLibraryCall(U, Around)
                          ? ObstacleKind::Library
                          : ObstacleKind::Escapes;
  notUnderstood(
      E, P,
      Obstacle{Kind, Where,
               Recursive
                   ? RecursiveCallee
                   : U.Source.text((Around ? Around : E)->getSourceRange())}
          .text());
}

/// The pointers in a record that goes where nobody follows it.
void SharedSites::escapeMembers(const Object &O, clang::QualType T,
                                const clang::Expr *E,
                                const clang::Expr *Around) {
  if (!K || !T->isRecordType() || !isFollowable(U.Context, T))
    return;
  forEachLeaf(U.Context, T, O.Path,
              [&](const MemberPath &Path, clang::QualType Leaf) {
                if (Leaf->isPointerType())
                  escape(readPointer({O.Of, Path}), E, Around);
              });
}

/// Addresses in \p V go where nobody follows them.
void SharedSites::giveNumber(const Expr *V, const clang::Expr *E) {
  Pointer P;
  P.Targets = addressesIn(V);
  if (!P.Targets.empty())
    escape(P, E);
}

/// \p A, which says where, for each array that \p P may lead to.
void SharedSites::unspecifiedAccess(const clang::Expr *At, const Pointer &P,
                                    Access A, AccessOp O, unsigned Bytes) {
  StmtList Inner;
  A.Targets = P.arrays();
  for (int Target : P.Targets) {
    if (Target == Elsewhere)
      continue;
    A.Site = siteOf(At, Place(), O, Target, Bytes);
    K->Sites[A.Site].IsUnspecified = true;
    if (P.Which)
      A.Only = Pool.binary(Op::Eq, P.Which, Pool.constant(Target));
    Inner.push_back({A});
  }
  append(std::move(Inner));
}

Pointer SharedSites::addressOf(const Place &P) {
  if (P.Kind == Place::Local) {
    Pointer A = Pointer::elsewhere();
    A.ToLocal = P.Var;
    return A;
  }
  if (P.Kind == Place::Unknown)
    return Pointer::elsewhere();
  if (!P.Direct)
    return P.At;
  U.Uses.at(P.Direct->Base).IsTaken = true;
  const SharedArray &Array = U.SharedArrays[*P.At.Targets.begin()];
  Pointer A = P.At;
  A.Offset = Pool.constant(0, Bytes64);
  for (auto [I, S] : llvm::enumerate(P.At.Subscripts))
    A.Offset = Pool.add(
        A.Offset,
        Pool.mul(Pool.cast(S, Bytes64),
                 Pool.constant(Array.stride(I) * Array.ElementBytes, Bytes64)));
  A.Offset = Pool.add(A.Offset, Pool.constant(P.At.Member, Bytes64));
  return A;
}

Place SharedSites::placeAt(const Pointer &P) {
  Place R;
  if (P.ToLocal) {
    R.Kind = Place::Local;
    R.Var = *P.ToLocal;
  } else if (P.mayBeShared()) {
    R.Kind = Place::Shared;
    R.At = P;
  }
  return R;
}
