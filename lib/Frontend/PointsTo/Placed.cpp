//===- Placed.cpp - Pointers that an element's place can be taken of ------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   extern __shared__ float buf[];    ->   as it is
//   float *y = buf + n;                    as it is
//   y[i] = 0;                              buf[MAP((int)(y - buf) + (i))] = 0;
//   *y++ = 0;                              buf[MAP((int)(y++ - buf))] = 0;
//
// Such a pointer counts elements as the layout before did, wherever arithmetic
// moves it, so it has to lead nowhere but to others of its kind and to full
// subscripts. In an array of several dimensions it counts those of all rows:
//
//   float *y = &buf[r][c];             as it is
//   y[i] = 0;               (&buf[0][0])[MAP((int)(y - buf[0]) + (i))] = 0;
//
// What a pointer to volatile elements accesses is volatile behind the array's
// name, too: `((volatile float *)buf)[MAP((int)(y - buf) + (i))]`. What counts
// groups of elements is cast where its place is taken: see Groups.h.
//
// A function's parameter is one, too, where all calls are seen and the function
// can name the array, or has it, or may get it: see Bases.cpp.
//
// The address is taken as `buf[0][...]` would be a subscript that the row does
// not have, which y[i] is not.
//
// Where the array cannot be named, a pointer that no arithmetic moves from the
// start of a row has its last subscript changed alone:
//
//   fill(buf[r]);                          as it is
//   y[i] = 0;                              y[MAP(i)] = 0;
//
//===----------------------------------------------------------------------===//

#include "Ast/KnownCalls.h"
#include "PointsTo/Bases.h"
#include "PointsTo/Groups.h"
#include "PointsTo/WrittenTypes.h"
#include "bankfix/Kernel/UsualConversions.h"

using namespace bankfix;

bool bankfix::isOnlyOne(const clang::FunctionDecl *F, const clang::VarDecl *A) {
  bool Only = llvm::none_of(F->parameters(), [&](const auto *P) {
    return P->getDeclName() == A->getDeclName() &&
           P->getCanonicalDecl() != A->getCanonicalDecl();
  });
  walk(F->getBody(), [&](const clang::Stmt *S) {
    if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
      for (const clang::Decl *Each : D->decls()) {
        auto *N = llvm::dyn_cast<clang::NamedDecl>(Each);
        Only &= !N || N->getDeclName() != A->getDeclName() ||
                N->getCanonicalDecl() == A->getCanonicalDecl();
      }
    return Only;
  });
  return Only;
}

/// \p A can be named in all of the body of \p F that follows it.
static bool isNamedIn(const PointerUnit &U, const clang::FunctionDecl *F,
                      const clang::VarDecl *A) {
  if (A->getLexicalDeclContext()->isTranslationUnit())
    return U.Source.manager().isBeforeInTranslationUnit(A->getLocation(),
                                                        F->getBeginLoc());
  if (A->getLexicalDeclContext() != F)
    return false;
  auto *Body = llvm::dyn_cast<clang::CompoundStmt>(F->getBody());
  return llvm::isa<clang::ParmVarDecl>(A) ||
         (Body && llvm::any_of(Body->body(), [&](const clang::Stmt *S) {
            auto *D = llvm::dyn_cast<clang::DeclStmt>(S);
            return D && llvm::is_contained(D->decls(), A);
          }));
}

std::string bankfix::writtenPointer(const PointerUnit &U,
                                    const clang::VarDecl *V) {
  const clang::TypeSourceInfo *Info = V->getTypeSourceInfo();
  auto Pointer = Info ? Info->getTypeLoc()
                            .getUnqualifiedLoc()
                            .getAs<clang::PointerTypeLoc>()
                      : clang::PointerTypeLoc();
  if (!Pointer || !V->getType()->isPointerType())
    return "";
  const clang::TypeLoc To = Pointer.getPointeeLoc();
  const clang::SourceRange R = To.getUnqualifiedLoc().getSourceRange();
  if (To.getType()->getContainedAutoType() || !U.Source.range(R))
    return "";
  return std::string(To.getType().isConstQualified() ? "const " : "") +
         (To.getType().isVolatileQualified() ? "volatile " : "") +
         U.Source.text(R) + " *";
}

/// What is done with a \p T is to read and to set it, or plain members of it.
static bool isPlain(const PointerUnit &U, clang::QualType T) {
  return T->isScalarType() || isSixteenBitFloat(T) || T->isVectorType() ||
         (T->isRecordType() && T.isTriviallyCopyableType(U.Context));
}

/// An access through the pointer is one to an element, as the array's own are.
static bool isToElements(const PointerUnit &U, const clang::VarDecl *V,
                         const clang::VarDecl *A, unsigned Array) {
  clang::QualType To = V->getType()->getPointeeType();
  clang::QualType Element = U.Context.getBaseElementType(
      A->getType()->isPointerType() ? A->getType()->getPointeeType()
                                    : A->getType());
  auto *F = llvm::dyn_cast<clang::FunctionDecl>(V->getDeclContext());
  const bool IsOwn = U.Context.hasSameUnqualifiedType(To, Element) &&
                     isPlain(U, To) && !U.Buffers.count(Array);
  // Instances of a template may spell their types alike that differ.
  const bool IsWritten =
      F && (!F->isTemplateInstantiation() || !writtenPointer(U, V).empty());
  if (To.isVolatileQualified() || Element.isVolatileQualified())
    return IsOwn && To.isVolatileQualified() &&
           (Element.isVolatileQualified() || IsWritten);
  if (countsGroups(U, V->getType(), Array))
    return IsWritten && !elementPointer(U, V, Array).empty();
  return IsOwn || (pointsToElements(U, V->getType(), Array) && IsWritten);
}

/// \p V is a parameter of \p F, as its body has it; not of another declaration.
static bool isOwnParameter(const clang::FunctionDecl *F,
                           const clang::VarDecl *V) {
  return F->doesThisDeclarationHaveABody() &&
         (!F->isTemplateInstantiation() || F->getPrimaryTemplate()) &&
         llvm::is_contained(F->parameters(), V);
}

const clang::VarDecl *bankfix::arrayNamedIn(const PointerUnit &U,
                                            const clang::FunctionDecl *F,
                                            unsigned Array) {
  for (auto [Known, Number] : U.Arrays) {
    if (Number != Array || U.Moved.contains(Known))
      continue;
    for (const clang::VarDecl *A : Known->redecls())
      if (U.declaration(A) == Known && isNamedIn(U, F, A) && isOnlyOne(F, A))
        return A;
  }
  return nullptr;
}

/// \p V leads into arrays, and counts their elements.
static bool leadsInto(const PointerUnit &U, const clang::VarDecl *V) {
  const PointsToSet *L = U.Leads.find(V);
  auto *F = llvm::dyn_cast<clang::FunctionDecl>(V->getDeclContext());
  if (!L || !L->Exact || L->IsToOne || !F || !F->getBody() ||
      !(V->isLocalVarDecl() || isOwnParameter(F, V)) || !V->hasLocalStorage() ||
      !V->getType()->isPointerType() || V->getType().isVolatileQualified() ||
      isWhole(V, *L->Exact))
    return false;
  const SharedArray &Array = U.SharedArrays[L->Exact->Array];
  return Array.IsArray && Array.Dims.size() == L->Exact->Level &&
         (Array.Dims.size() == 1 || Array.Space == MemorySpace::Static);
}

/// The array that \p V leads into has a name where V is, by which what V counts
/// may be indexed.
static bool isNamedBehind(const PointerUnit &U, const clang::VarDecl *V) {
  const PointsToSet *L = U.Leads.find(V);
  const clang::VarDecl *A =
      L->Arrays.size() == 1
          ? arrayNamedIn(U,
                         llvm::cast<clang::FunctionDecl>(V->getDeclContext()),
                         L->Exact->Array)
          : nullptr;
  return A && isToElements(U, V, A, L->Exact->Array);
}

/// A parameter that is the array itself may stand beside \p V.
static bool mayHaveBase(const PointerUnit &U, const clang::VarDecl *V) {
  const PointsToSet *L = U.Leads.find(V);
  const clang::QualType To = V->getType()->getPointeeType();
  return llvm::isa<clang::ParmVarDecl>(V) && L->Exact->Level == 1 &&
         (To->isScalarType() || isSixteenBitFloat(To)) &&
         llvm::all_of(L->Arrays, [&](unsigned Array) {
           return !U.Buffers.count(Array) && isElementOf(U, To, Array);
         });
}

/// \p V leads to the start of some row, wherever it leads.
static bool leadsToRows(const PointerUnit &U, const clang::VarDecl *V) {
  const PointsToSet *L = U.Leads.find(V);
  auto *F = llvm::dyn_cast<clang::FunctionDecl>(V->getDeclContext());
  if (!L || !L->Exact || L->IsToOne || !L->Exact->AtStart || !F ||
      !F->doesThisDeclarationHaveABody() || !V->hasLocalStorage() ||
      !V->getType()->isPointerType() || V->getType().isVolatileQualified())
    return false;
  const clang::QualType To = V->getType()->getPointeeType();
  return L->Exact->Level > 1 && (To->isScalarType() || isSixteenBitFloat(To)) &&
         llvm::all_of(L->Arrays, [&](unsigned Array) {
           const SharedArray &A = U.SharedArrays[Array];
           return A.IsArray && A.Dims.size() == L->Exact->Level &&
                  isElementOf(U, To, Array);
         });
}

/// `&buf[k]` in \p E: the elements whose addresses are what it is computed of.
static void forEachAddressed(const clang::Expr *E,
                             llvm::function_ref<void(const clang::Expr *)> F) {
  E = uncast(E);
  while (auto *C = llvm::dyn_cast<clang::ExplicitCastExpr>(E)) {
    if (C->getCastKind() != clang::CK_BitCast)
      return;
    E = uncast(C->getSubExpr());
  }
  if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(E)) {
    if (X->getOpcode() == clang::UO_AddrOf)
      F(X->getSubExpr()->IgnoreParens());
  } else if (auto *X = llvm::dyn_cast<clang::BinaryOperator>(E)) {
    if (X->isAdditiveOp())
      for (const clang::Expr *Each : {X->getLHS(), X->getRHS()})
        if (Each->getType()->isPointerType())
          forEachAddressed(Each, F);
  } else if (auto *X = llvm::dyn_cast<clang::ConditionalOperator>(E)) {
    forEachAddressed(X->getTrueExpr(), F);
    forEachAddressed(X->getFalseExpr(), F);
  }
}

/// `*p` has a subscript, too.
static void findDereferenced(PointerUnit &U) {
  if (U.Placed.empty())
    return;
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    walk(F->getBody(), [&](const clang::Stmt *S) {
      auto *X = llvm::dyn_cast<clang::UnaryOperator>(S);
      const clang::VarDecl *V = X && X->getOpcode() == clang::UO_Deref
                                    ? namedVariable(steppedIn(X->getSubExpr()))
                                    : nullptr;
      // That of a `for (.. : a)` is written nowhere.
      if (V && !V->isImplicit() && U.placed(V))
        U.MadeIndices[X] = clang::IntegerLiteral::Create(
            U.Context, llvm::APInt(U.Context.getIntWidth(U.Context.IntTy), 0),
            U.Context.IntTy, X->getOperatorLoc());
      return true;
    });
  });
}

void bankfix::findPlaced(PointerUnit &U,
                         llvm::ArrayRef<const clang::VarDecl *> Variables,
                         const SeenCalls &Calls) {
  BaseFinder Bases(U, Calls);
  for (const clang::VarDecl *V : Variables)
    if (leadsInto(U, V) && !isNamedBehind(U, V) && mayHaveBase(U, V))
      Bases.add(llvm::cast<clang::ParmVarDecl>(V));
  Bases.run();
  // In their order in the text, so that what is edited has the same numbers.
  for (const clang::VarDecl *V : Variables)
    if (leadsInto(U, V) && (isNamedBehind(U, V) || U.baseOf(V)))
      U.Placed.try_emplace(V->getCanonicalDecl(), U.Placed.size());
  findDereferenced(U);
  Bases.findPlainBases();
  for (const clang::VarDecl *V : Variables)
    if (!U.placed(V) && leadsToRows(U, V))
      U.Rows.try_emplace(V->getCanonicalDecl(), U.Rows.size());
}

void bankfix::keepAddresses(PointerUnit &U, const clang::Expr *From) {
  forEachAddressed(From, [&](const clang::Expr *E) {
    U.Addressed.insert(U.Names.number(U.nameIn(E)));
  });
}

bool bankfix::isZero(const clang::Expr *E) {
  auto *N = llvm::dyn_cast<clang::IntegerLiteral>(E->IgnoreParenImpCasts());
  return N && N->getValue() == 0;
}

const clang::VarDecl *bankfix::placeTakenOf(const PointerUnit &U,
                                            const clang::Expr *E) {
  auto *B = llvm::dyn_cast<clang::BinaryOperator>(E->IgnoreParens());
  if (!B || B->getOpcode() != clang::BO_Sub)
    return nullptr;
  const clang::DeclRefExpr *Left = namedPointer(steppedIn(B->getLHS()));
  const bool IsCast = !Left;
  if (auto *C = llvm::dyn_cast<clang::ExplicitCastExpr>(uncast(B->getLHS()));
      C && IsCast && C->getCastKind() == clang::CK_BitCast)
    Left = namedPointer(steppedIn(C->getSubExpr()));
  const clang::VarDecl *V = Left ? namedVariable(Left) : nullptr;
  const clang::Expr *Of = B->getRHS()->IgnoreParenImpCasts();
  unsigned Level = 1;
  for (; auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(Of); ++Level) {
    if (!isZero(S->getIdx()))
      return nullptr;
    Of = S->getBase()->IgnoreParenImpCasts();
  }
  if (const clang::Expr *Cast = castArray(U, Of))
    Of = Cast;
  else
    Of = uncast(Of)->IgnoreParenImpCasts();
  if (!V || !U.placed(V) || U.Leads.find(V)->Exact->Level != Level)
    return nullptr;
  // What counts groups is no number of elements until it is cast.
  const unsigned Into = U.Leads.find(V)->Exact->Array;
  if ((!IsCast && countsGroups(U, V->getType(), Into)) ||
      U.Context.getTypeSizeInChars(B->getLHS()->getType()->getPointeeType())
              .getQuantity() != U.SharedArrays[Into].ElementBytes)
    return nullptr;
  if (const BaseParameter *B = U.baseOf(V); B && B->Is)
    return namedVariable(Of) == B->Is ? V : nullptr;
  std::optional<unsigned> Array = U.arrayOf(Of);
  return Array && U.Leads.find(V)->Exact->Array == *Array ? V : nullptr;
}

bool bankfix::takesPlace(const PointerUnit &U, const clang::Expr *E) {
  bool Takes = false;
  walk(U.Placed.empty() ? nullptr : E, [&](const clang::Stmt *S) {
    auto *Part = llvm::dyn_cast<clang::Expr>(S);
    Takes |= Part && placeTakenOf(U, Part);
    return !Takes;
  });
  return Takes;
}

bool bankfix::countsRows(const PointerUnit &U, const clang::VarDecl *V) {
  return U.Leads.find(V)->Exact->Level > 1;
}

bool MatchedAccess::isPlaced(const PointerUnit &U) const {
  const clang::VarDecl *V = namedVariable(Base);
  return V && U.placed(V);
}

bool MatchedAccess::isRow(const PointerUnit &U) const {
  const clang::VarDecl *V = namedVariable(Base);
  return V && U.row(V);
}

bool MatchedAccess::isFlat(const PointerUnit &U) const {
  return isPlaced(U) && countsRows(U, namedVariable(Base));
}

const Expr *bankfix::placeOf(const PointerUnit &U, const clang::VarDecl *V) {
  return U.Pool.opaque("the place of pointer " + std::to_string(*U.placed(V)) +
                           ", '" + V->getNameAsString() + "'",
                       IntType{64, true});
}

llvm::SmallVector<const Expr *, 2>
bankfix::placedSubscripts(const PointerUnit &U, const MatchedAccess &A,
                          const Expr *Subscript) {
  size_t Dims = U.SharedArrays[A.Array].Dims.size();
  llvm::SmallVector<const Expr *, 2> Out(Dims, U.Pool.constant(0, Int32));
  const Expr *Place = placeOf(U, namedVariable(A.Base));
  Out.back() =
      usualBinary(U.Pool, Op::Add, U.Pool.cast(Place, Int32), Subscript);
  return Out;
}

llvm::SmallVector<const Expr *, 2>
bankfix::rowSubscripts(const PointerUnit &U, const MatchedAccess &A,
                       const Expr *Subscript) {
  const clang::VarDecl *V = namedVariable(A.Base);
  llvm::SmallVector<const Expr *, 2> Out;
  for (size_t D = 1; D < U.SharedArrays[A.Array].Dims.size(); ++D)
    Out.push_back(U.Pool.opaque(
        "subscript " + std::to_string(D) + " of the row of pointer " +
            std::to_string(*U.row(V)) + ", '" + V->getNameAsString() + "'",
        IntType{64, true}));
  Out.push_back(Subscript);
  return Out;
}
