//===- UseKind.cpp - What is done with an array where it is named ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the name outwards, as long as the expression around is still a place in
// the array or a pointer to one. Where that ends, something is done with it:
// what is not listed here is not understood.
//
//===----------------------------------------------------------------------===//

#include "Uses/UseKind.h"
#include "Arrays/ElementViews.h"
#include "Ast/KnownCalls.h"
#include "PointsTo/Groups.h"

using namespace bankfix;

namespace {

bool isToOne(const JudgedUnit &U, const clang::ValueDecl *V) {
  return V && U.Leads.get(V).IsToOne;
}

/// A variable, or what a call returns, that is a reference to no array, or a
/// pointer that is as good as one.
bool refersToElement(const JudgedUnit &U, const clang::Expr *Root) {
  clang::QualType T;
  const clang::VarDecl *V = namedVariable(Root);
  if (V)
    T = V->getType();
  else if (auto *Call = llvm::dyn_cast<clang::CallExpr>(Root))
    T = Call->getCallReturnType(Call->getDirectCallee()->getASTContext());
  return !T.isNull() && (T->isReferenceType() || isToOne(U, V)) &&
         !T->getPointeeType()->isArrayType() &&
         !T->getPointeeType()->isPointerType();
}

/// The object whose member \p E names, if that is what a method is called on.
const clang::CXXThisExpr *ownMember(const clang::Expr *E) {
  E = E->IgnoreParens();
  auto *M = llvm::dyn_cast<clang::MemberExpr>(E);
  auto *F = M ? llvm::dyn_cast<clang::FieldDecl>(M->getMemberDecl()) : nullptr;
  if (!F || F->isBitField() || F->getType()->isReferenceType())
    return nullptr;
  return M->isArrow() ? llvm::dyn_cast<clang::CXXThisExpr>(
                            M->getBase()->IgnoreParenImpCasts())
                      : ownMember(M->getBase());
}

/// All that \p F does with its object is to read members, and to set them.
bool usesMembersAlone(const clang::CXXMethodDecl *F) {
  auto *Body = llvm::cast<clang::CXXMethodDecl>(F->getDefinition());
  if (F->isVirtual() || F->getReturnType()->isReferenceType())
    return false;
  unsigned Named = 0, Plain = 0;
  // An assignment is a member again to what uses its value.
  llvm::DenseSet<const clang::Stmt *> Dropped;
  auto Drop = [&](const clang::Stmt *Part) {
    if (auto *Value = llvm::dyn_cast_or_null<clang::Expr>(Part))
      Dropped.insert(Value->IgnoreParens());
  };
  walk(Body->getBody(), [&](const clang::Stmt *S) {
    if (llvm::isa<clang::CompoundStmt, clang::IfStmt, clang::ForStmt>(S))
      llvm::for_each(S->children(), Drop);
    if (auto *Comma = llvm::dyn_cast<clang::BinaryOperator>(S);
        Comma && Comma->getOpcode() == clang::BO_Comma &&
        Dropped.contains(Comma))
      Drop(Comma->getLHS()), Drop(Comma->getRHS());
    Named += llvm::isa<clang::CXXThisExpr>(S);
    auto *C = llvm::dyn_cast<clang::ImplicitCastExpr>(S);
    auto *B = llvm::dyn_cast<clang::BinaryOperator>(S);
    Plain += C && C->getCastKind() == clang::CK_LValueToRValue &&
             ownMember(C->getSubExpr());
    Plain += B && Dropped.contains(B) && B->isAssignmentOp() &&
             !B->getType()->isRecordType() && ownMember(B->getLHS());
    return true;
  });
  return Named == Plain;
}

/// `sizeof(E) / n`, through parentheses and conversions, where the innermost of
/// \p Parents is the `sizeof`; or null.
const clang::Expr *countAround(llvm::ArrayRef<const clang::Stmt *> Parents) {
  for (const clang::Stmt *P : llvm::reverse(Parents.drop_back())) {
    auto *B = llvm::dyn_cast<clang::BinaryOperator>(P);
    if (B)
      return B->getOpcode() == clang::BO_Div ? B : nullptr;
    if (!llvm::isa<clang::ParenExpr, clang::ImplicitCastExpr>(P))
      return nullptr;
  }
  return nullptr;
}

/// How many sizes of dimensions \p T has, as the last ones of an array.
unsigned rankOf(const JudgedUnit &U, clang::QualType T) {
  unsigned Rank = 0;
  for (; const clang::ArrayType *A = U.Context.getAsArrayType(T); ++Rank)
    T = A->getElementType();
  return Rank;
}

/// The dimensions whose product \p Count is: `sizeof(a) / sizeof(a[0])`, of an
/// array that \p Root leads to. 0 where it is none.
unsigned countedDims(const JudgedUnit &U, const clang::Expr *Root,
                     const clang::Expr *Count) {
  auto *B = llvm::cast<clang::BinaryOperator>(Count);
  auto Measured = [](const clang::Expr *E) {
    auto *T = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(
        E->IgnoreParenImpCasts());
    return T && T->getKind() == clang::UETT_SizeOf ? T->getTypeOfArgument()
                                                   : clang::QualType();
  };
  clang::QualType All = Measured(B->getLHS()), Part = Measured(B->getRHS());
  if (All.isNull() || Part.isNull() ||
      !U.Context.hasSameUnqualifiedType(U.Context.getBaseElementType(All),
                                        U.Context.getBaseElementType(Part)))
    return 0;
  unsigned Dims = 0;
  for (unsigned Array : pointsTo(U, Root).Arrays) {
    const unsigned Rank = U.SharedArrays[Array].Dims.size();
    const unsigned First = Rank - std::min(Rank, rankOf(U, All)),
                   Last = Rank - std::min(Rank, rankOf(U, Part));
    for (unsigned D = First; D < Last; ++D)
      Dims |= 1u << D;
  }
  return Dims;
}

/// \p E is where rows of a matrix begin in a flat array, for \p Call, whose pitch
/// follows the layout.
bool isFlatFragment(const JudgedUnit &U, const clang::CallExpr *Call,
                    const clang::Expr *E) {
  if (!Call || matrixAddress(*Call) != E)
    return false;
  auto It = U.Pitches.find(Call->getArg(2));
  return It != U.Pitches.end() && It->second.IsFlat;
}

class UseJudge {
public:
  UseJudge(JudgedUnit &U, const clang::Expr *Root,
           const clang::FunctionDecl *In)
      : U(U), Root(Root), In(In), E(Root), Shown(Root),
        IsElement(refersToElement(U, Root)) {}

  ArrayUse run(llvm::ArrayRef<const clang::Stmt *> Parents);

private:
  using Verdict = std::optional<UseKind>; ///< Nothing: go on outwards.

  Verdict step(const clang::Stmt *P);
  Verdict cast(const clang::CastExpr *C);
  Verdict unary(const clang::UnaryOperator *X);
  Verdict binary(const clang::BinaryOperator *B);
  bool comparesPlaces(const clang::BinaryOperator *B) const;
  Verdict call(const clang::Expr *C, const clang::FunctionDecl *F,
               llvm::ArrayRef<const clang::Expr *> Args);
  Verdict declared(const clang::DeclStmt *D);
  UseKind access() const {
    if (IsElement && !IsAddress)
      return UseKind::Start;
    return Matched && !IsAddress ? UseKind::Access : UseKind::Pointer;
  }
  /// E is what \p X, an assignment, assigns to; in C++ X is the same lvalue.
  Verdict assigned(const clang::Expr *X) {
    if (!X->isGLValue())
      return access();
    IsAssigned = true;
    E = X;
    return std::nullopt;
  }
  /// References promise that elements are aligned as their type is.
  void bindReference() {
    bool Packable = isPackable(U, Root->getType());
    for (unsigned Array : pointsTo(U, Root).Arrays) {
      const SharedArray &A = U.SharedArrays[Array];
      U.ArraySources[Array].IsPointedTo |= !Packable || A.Alignment > 4;
    }
  }
  bool isPlain() const;
  UseKind boundTo(const clang::ValueDecl *To);
  /// \p X names one element by full subscripts of the root.
  bool isElement(const clang::Expr *X) const {
    std::optional<MatchedAccess> A = U.match(X);
    return A && A->Base == Root;
  }
  /// \p X is the address of one, under whatever type.
  bool takesElement(const clang::Expr *X) const {
    auto *Of = llvm::dyn_cast<clang::UnaryOperator>(X->IgnoreParenCasts());
    return isSum(X->IgnoreParenCasts()) ||
           (Of && Of->getOpcode() == clang::UO_AddrOf &&
            isElement(Of->getSubExpr()));
  }
  /// \p X is `a + i`, as another way to write `&a[i]`.
  bool isSum(const clang::Expr *X) const {
    return U.Sums.contains(X) && isElement(X);
  }
  /// \p Of is no longer an lvalue of its own type.
  void takePlace(const clang::Expr *Of) {
    IsAddress = true;
    IsPlace = isElement(Of);
    PlaceOffset = IsPlace ? U.match(Of)->MemberOffset : 0;
  }
  bool view(clang::QualType T);
  bool viewAs(const clang::ValueDecl *To, clang::QualType T);
  UseKind toNumber(unsigned Bytes);
  Verdict number();
  bool keepsToMember(const clang::Stmt *P) const;
  Verdict method(const clang::MemberExpr *M);
  UseKind calledOn(const clang::Expr *Object, const clang::CXXMethodDecl *F);
  /// The root is a pointer variable that was not read yet, but may have been
  /// stepped.
  bool isVariable() const {
    auto *X = llvm::dyn_cast<clang::UnaryOperator>(E->IgnoreParens());
    const clang::Expr *Of =
        X && X->isIncrementDecrementOp() ? X->getSubExpr() : E;
    return Of->IgnoreParens() == Root->IgnoreParens() && E->isGLValue() &&
           E->getType()->isPointerType();
  }

  JudgedUnit &U;
  const clang::Expr *Root;
  const clang::FunctionDecl *In;
  const clang::Expr *E;     ///< What has been seen of it.
  const clang::Expr *Shown; ///< The largest part to show a reader.
  bool Matched = false;     ///< E is, or points to, an element in full.
  bool IsAddress = false;   ///< Its address was taken.
  /// E is the address of an element in full, or of so many bytes into it, under
  /// whatever type.
  bool IsPlace = false;
  unsigned PlaceOffset = 0;
  bool IsView = false; ///< E is what that leads to, or a part of it.
  /// E is a member of the element that is an array, or decayed from one.
  bool InMember = false;
  bool IsAssigned = false;  ///< It is accessed, whatever is done with it then.
  bool IsReference = false; ///< E is what the call of an operator returns.
  /// The root refers to one element: what named that is judged there.
  bool IsElement = false;
};

/// What the root is, no layout changes: the array's start, or a pointer that
/// counts elements as they were.
bool UseJudge::isPlain() const {
  const clang::VarDecl *Named = namedVariable(Root);
  const PointsToSet *Of = Named ? U.Leads.find(Named) : nullptr;
  return U.arrayOf(Root) ||
         (Named && (U.placed(Named) || U.row(Named) ||
                    (Named->getType()->isPointerType() && Of && Of->Exact &&
                     isWhole(Named, *Of->Exact))));
}

/// \p To gets what E is.
UseKind UseJudge::boundTo(const clang::ValueDecl *To) {
  const PointsToSet *L = To ? U.Leads.find(To) : nullptr;
  auto *V = llvm::dyn_cast_or_null<clang::VarDecl>(To);
  if (V && V->hasGlobalStorage())
    return UseKind::Escapes;
  PointsToSet Is = pointsTo(U, E);
  bool IsTracked = L && llvm::all_of(Is.Arrays, [&](unsigned Array) {
                     return L->Arrays.count(Array) != 0;
                   });
  if (!IsTracked || Is.Arrays.empty())
    return UseKind::Escapes;
  auto *F = llvm::dyn_cast<clang::FunctionDecl>(To);
  if (F && mayBeLinked(U, F))
    return UseKind::Escapes;
  clang::QualType T = F ? F->getReturnType() : To->getType();
  if (IsView)
    return UseKind::Pointer;
  if ((Matched || IsElement) && !IsAddress && T->isReferenceType())
    return IsElement ? UseKind::Start : UseKind::Access;
  if (isToOne(U, To)) {
    if (IsElement && viewedPointer(E) == Root->IgnoreParens())
      return UseKind::Start;
    std::optional<MatchedAccess> Element = addressedElement(U, E);
    bool IsWhole = Element && Element->Base == Root;
    if (IsWhole ? viewAs(To, clang::QualType())
                : IsPlace && viewAs(To, T->getPointeeType()))
      return UseKind::Access;
  }
  if (isPlain() && U.placed(To))
    return UseKind::Start;
  if (U.row(To) && !E->isGLValue() && Is.Exact && Is.Exact->AtStart)
    return UseKind::Start;
  bool IsStart =
      Is.Exact && (E->isGLValue() ? Is.Exact->Level == 0
                                  : Is.Exact->Level == 1 && Is.Exact->AtStart);
  // `*v` would be several elements, which nothing says.
  bool IsOneGroup = isToOne(U, To) && llvm::any_of(Is.Arrays, [&](unsigned A) {
                      return isGroupOf(U, T->getPointeeType(), A);
                    });
  if (!IsStart || IsOneGroup)
    return UseKind::Pointer;
  const unsigned Bytes = isToOne(U, To) ? L->ViewBytes : 0;
  return !Bytes || viewElements(U, Is.Arrays, 0, Bytes, Bytes)
             ? UseKind::Start
             : UseKind::Pointer;
}

UseJudge::Verdict UseJudge::cast(const clang::CastExpr *C) {
  switch (C->getCastKind()) {
  case clang::CK_LValueToRValue:
    if (!isVariable())
      return access();
    [[fallthrough]];
  case clang::CK_ArrayToPointerDecay:
  case clang::CK_NoOp:
  case clang::CK_AddressSpaceConversion:
  case clang::CK_BitCast:
  case clang::CK_UserDefinedConversion: // Around the call of the operator.
    E = C;
    return std::nullopt;
  case clang::CK_LValueBitCast:
    takePlace(C->getSubExpr());
    view(C->getType());
    E = C;
    return std::nullopt;
  case clang::CK_PointerToBoolean:
  case clang::CK_ToVoid:
    return UseKind::Start;
  default:
    return UseKind::Escapes;
  }
}

UseJudge::Verdict UseJudge::unary(const clang::UnaryOperator *X) {
  if (X->isIncrementDecrementOp()) {
    if (!isVariable())
      return access();
    E = X;
    return std::nullopt;
  }
  switch (X->getOpcode()) {
  case clang::UO_AddrOf:
    if (isVariable())
      return UseKind::Escapes;
    takePlace(X->getSubExpr());
    E = X;
    return std::nullopt;
  case clang::UO_Deref:
    if (isElement(X)) // `*((T *)&a[n] + i)`
      IsPlace = IsAddress = false;
    view(X->getType());
    [[fallthrough]];
  case clang::UO_Extension:
    E = X;
    return std::nullopt;
  case clang::UO_LNot:
    return UseKind::Start;
  default:
    return UseKind::Escapes;
  }
}

UseJudge::Verdict UseJudge::binary(const clang::BinaryOperator *B) {
  bool IsLeft = B->getLHS() == E;
  const clang::Expr *Other = IsLeft ? B->getRHS() : B->getLHS();
  auto Outwards = [&] {
    E = B;
    return std::nullopt;
  };
  if (B->isAssignmentOp()) {
    if (!IsLeft)
      return boundTo(namedVariable(B->getLHS()));
    return isVariable() ? Outwards() : assigned(B);
  }
  if (B->getOpcode() == clang::BO_Comma)
    return IsLeft ? Verdict(UseKind::Start) : Outwards();
  if (B->isLogicalOp())
    return UseKind::Start;
  if (const clang::VarDecl *V = placeTakenOf(U, B))
    return countsRows(U, V) ? UseKind::SizeOf : UseKind::Start;
  if (B->isAdditiveOp() && !Other->getType()->isPointerType()) {
    if (isSum(B))
      takePlace(B);
    return Outwards();
  }
  if (B->isComparisonOp() &&
      Other->isNullPointerConstant(U.Context,
                                   clang::Expr::NPC_ValueDependentIsNotNull))
    return UseKind::Start;
  if (B->isComparisonOp() && comparesPlaces(B))
    return UseKind::Start;
  return B->isComparisonOp() || B->isAdditiveOp() ? UseKind::Address
                                                  : UseKind::Escapes;
}

/// `p < q`, `p < s + n`: both count the elements of one flat array as they are
/// counted in the text, whatever lies where.
bool UseJudge::comparesPlaces(const clang::BinaryOperator *B) const {
  std::set<unsigned> Arrays;
  auto IsCount = [&](const clang::Expr *X) {
    const PointsToSet L = pointsTo(U, X);
    const clang::Expr *Of = uncast(X);
    while (auto *Sum = llvm::dyn_cast<clang::BinaryOperator>(Of)) {
      if (!Sum->isAdditiveOp() || U.Sums.contains(Sum))
        return false;
      Of = uncast(Sum->getLHS()->getType()->isPointerType() ? Sum->getLHS()
                                                            : Sum->getRHS());
    }
    if (auto *C = llvm::dyn_cast<clang::CastExpr>(Of);
        C && C->getCastKind() == clang::CK_ArrayToPointerDecay)
      Of = C->getSubExpr()->IgnoreParens();
    const clang::VarDecl *V = namedVariable(Of);
    Arrays.insert(L.Arrays.begin(), L.Arrays.end());
    return L.Exact && L.Exact->Level == 1 &&
           (U.arrayOf(Of) || (V && U.placed(V)));
  };
  return IsCount(B->getLHS()) && IsCount(B->getRHS()) && Arrays.size() == 1 &&
         U.SharedArrays[*Arrays.begin()].Dims.size() == 1;
}

UseJudge::Verdict UseJudge::call(const clang::Expr *C,
                                 const clang::FunctionDecl *F,
                                 llvm::ArrayRef<const clang::Expr *> Args) {
  auto *Call = llvm::dyn_cast<clang::CallExpr>(C);
  auto *Operator = llvm::dyn_cast<clang::CXXOperatorCallExpr>(C);
  auto *Made = llvm::dyn_cast<clang::CXXConstructExpr>(C);
  const auto *At = llvm::find(Args, E);
  if (At == Args.end())
    return UseKind::Escapes;
  unsigned I = At - Args.begin();
  bool Copies = (Operator && isTrivialAssignment(Operator)) ||
                (Made && Made->getConstructor()->isTrivial() &&
                 Made->getConstructor()->isCopyOrMoveConstructor());
  if (Copies && E->isGLValue()) {
    IsReference |= I == 0 && Operator;
    if (!F->isTrivial())
      bindReference();
    return I == 0 && Operator ? assigned(C) : access();
  }
  if (Operator && isSixteenBitOperator(F) && E->isGLValue()) {
    bindReference();
    bool Changes = I == 0 && changesOperand(Operator);
    IsReference |= Changes;
    return Changes ? assigned(C) : access();
  }
  if (Call && classify(*Call) == CallKind::Atomic && I == 0) {
    if (IsElement && viewedPointer(E) == Root->IgnoreParens())
      return UseKind::Start;
    return takesElement(E) ? UseKind::Access : UseKind::Pointer;
  }
  if (isFlatFragment(U, Call, E)) {
    if (std::optional<MatchedAccess> A = addressedElement(U, E))
      return A->Base == Root ? Verdict(UseKind::Access) : std::nullopt;
    return UseKind::Start;
  }
  bool IsVector = Call && (classify(*Call) == CallKind::VectorLoad ||
                           classify(*Call) == CallKind::VectorStore);
  if (IsVector)
    return UseKind::Pointer;
  // The destination of an asynchronous copy: the lowering has understood those
  // that copy one element each, which may then lie anywhere.
  if (Call && classify(*Call) == CallKind::AsyncCopy && I == 0) {
    if (IsElement && viewedPointer(E) == Root->IgnoreParens())
      return UseKind::Start;
    if (U.Uses.of(Root).IsUnderstood && takesElement(E))
      return UseKind::Access;
  }
  if (!F || !isFollowedInto(U, F) ||
      (Call && classify(*Call) != CallKind::Unknown))
    return UseKind::Escapes;
  F = F->getDefinition();
  if (Operator && llvm::isa<clang::CXXMethodDecl>(F)) {
    if (I == 0)
      return calledOn(E, llvm::cast<clang::CXXMethodDecl>(F));
    --I;
  }
  return I < F->getNumParams() ? boundTo(F->getParamDecl(I)) : UseKind::Escapes;
}

UseJudge::Verdict UseJudge::declared(const clang::DeclStmt *D) {
  for (const clang::Decl *Each : D->decls())
    if (auto *V = llvm::dyn_cast<clang::VarDecl>(Each))
      if (V->getInit() == E)
        return boundTo(V);
  return UseKind::Escapes;
}

/// What lies at the element's place is seen as a \p T.
bool UseJudge::view(clang::QualType T) {
  if (!IsPlace || !viewElements(U, pointsTo(U, Root).Arrays, PlaceOffset, T))
    return false;
  IsPlace = IsAddress = false;
  return IsView = true;
}

/// What lies at the element's place is seen through \p To: as a \p T, unless it
/// is the element, and as what is accessed by what is made of it.
bool UseJudge::viewAs(const clang::ValueDecl *To, clang::QualType T) {
  unsigned Bytes = U.Leads.get(To).ViewBytes;
  if (Bytes &&
      !viewElements(U, pointsTo(U, Root).Arrays, PlaceOffset, Bytes, Bytes))
    return false;
  return T.isNull() || (Bytes && T->isVoidType()) || view(T);
}

/// The address becomes a number, for accesses of so many bytes.
UseKind UseJudge::toNumber(unsigned Bytes) {
  if (IsElement && passedPointer(E) == Root->IgnoreParens())
    return UseKind::Start;
  return takesElement(E) && viewElements(U, pointsTo(U, Root).Arrays,
                                         PlaceOffset, Bytes, Bytes)
             ? UseKind::Access
             : UseKind::Escapes;
}

/// E becomes a number, all uses of which are known.
UseJudge::Verdict UseJudge::number() {
  if (auto It = U.ElementNumbers.find(E); It != U.ElementNumbers.end())
    return toNumber(It->second);
  auto It = U.NumberPlaces.find(E);
  if (It == U.NumberPlaces.end())
    return std::nullopt;
  const unsigned Bytes = It->second;
  return isPlain() && viewElements(U, pointsTo(U, Root).Arrays, 0, Bytes, Bytes)
             ? UseKind::Start
             : UseKind::Escapes;
}

/// \p P leads from an array within an element to what is certainly in it.
bool UseJudge::keepsToMember(const clang::Stmt *P) const {
  if (auto *C = llvm::dyn_cast<clang::CastExpr>(P))
    return C->getCastKind() == clang::CK_ArrayToPointerDecay;
  auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(P);
  if (!S || S->getBase() != E)
    return llvm::isa<clang::ParenExpr>(P);
  clang::Expr::EvalResult At;
  const auto *T = U.Context.getAsConstantArrayType(
      S->getBase()->IgnoreParenImpCasts()->getType());
  return T && !S->getIdx()->isValueDependent() &&
         S->getIdx()->EvaluateAsInt(At, U.Context) &&
         !At.Val.getInt().isNegative() &&
         At.Val.getInt().getLimitedValue() < T->getSize().getZExtValue();
}

/// A method that is called on the element.
UseJudge::Verdict UseJudge::method(const clang::MemberExpr *M) {
  auto *F = llvm::dyn_cast<clang::CXXMethodDecl>(M->getMemberDecl());
  return F && !M->isArrow() ? calledOn(M->getBase(), F) : UseKind::Escapes;
}

/// \p F is called on \p Object, as a method or as an operator.
UseKind UseJudge::calledOn(const clang::Expr *Object,
                           const clang::CXXMethodDecl *F) {
  if (isSixteenBitOperator(F))
    bindReference();
  else if (!isFollowedInto(U, F) || !usesMembersAlone(F))
    return UseKind::Escapes;
  if (IsElement && !IsAddress)
    return UseKind::Start;
  return isElement(Object) ? UseKind::Access : UseKind::Escapes;
}

UseJudge::Verdict UseJudge::step(const clang::Stmt *P) {
  if (InMember && !keepsToMember(P))
    Matched = IsElement = false;
  if (Verdict V = number())
    return V;
  IsPlace &= staysPlace(E, P);
  if (auto *C = llvm::dyn_cast<clang::CastExpr>(P))
    return cast(C);
  if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(P))
    return unary(X);
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(P))
    return binary(B);
  if (auto *C = llvm::dyn_cast<clang::CallExpr>(P))
    return call(C, C->getDirectCallee(), {C->getArgs(), C->getNumArgs()});
  if (auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(P))
    return call(C, C->getConstructor(), {C->getArgs(), C->getNumArgs()});
  if (auto *D = llvm::dyn_cast<clang::DeclStmt>(P))
    return declared(D);
  if (llvm::isa<clang::ReturnStmt>(P))
    return isFollowedInto(U, In) ? boundTo(In) : UseKind::Escapes;
  if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(P))
    return measured(E->getType());
  if (auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(P);
      S && S->getBase() != E)
    return UseKind::Escapes;
  if (auto *M = llvm::dyn_cast<clang::MemberExpr>(P);
      M && !llvm::isa<clang::FieldDecl>(M->getMemberDecl()))
    return method(M);
  if (auto *C = llvm::dyn_cast<clang::AbstractConditionalOperator>(P);
      C && C->getCond() == E)
    return UseKind::Start;
  if (llvm::isa<clang::CompoundStmt, clang::IfStmt, clang::ForStmt,
                clang::WhileStmt, clang::DoStmt, clang::SwitchCase,
                clang::LabelStmt, clang::AttributedStmt>(P))
    return UseKind::Start; // Nothing is done with it.
  if (llvm::isa<clang::AsTypeExpr>(P) && E->isGLValue())
    return access();
  auto *L = llvm::dyn_cast<clang::InitListExpr>(P);
  bool Same = (L && L->getNumInits() == 1 && L->getType()->isPointerType()) ||
              (llvm::isa<clang::MaterializeTemporaryExpr>(P) &&
               !E->getType()->isPointerType());
  if (Same || llvm::isa<clang::ParenExpr, clang::FullExpr,
                        clang::ArraySubscriptExpr, clang::MemberExpr,
                        clang::ExtVectorElementExpr, clang::ConditionalOperator,
                        clang::SubstNonTypeTemplateParmExpr>(P)) {
    auto *At = llvm::dyn_cast<clang::ArraySubscriptExpr>(P);
    if (At && isElement(At)) // `(&a[0][0])[i]`
      IsPlace = IsAddress = false;
    if (IsPlace && (At || llvm::isa<clang::MemberExpr>(P)))
      view(E->getType()->getPointeeType());
    E = llvm::cast<clang::Expr>(P);
    InMember |= llvm::isa<clang::MemberExpr>(P) && E->getType()->isArrayType();
    InMember &= !At || E->getType()->isArrayType();
    return std::nullopt;
  }
  return UseKind::Escapes;
}

ArrayUse UseJudge::run(llvm::ArrayRef<const clang::Stmt *> Parents) {
  for (unsigned I = Parents.size(); I-- > 0;) {
    const clang::Stmt *P = Parents[I];
    bool IsUsed =
        IsReference && !llvm::isa<clang::ParenExpr, clang::FullExpr>(P);
    Verdict V = step(P);
    if (V == UseKind::Start && IsAssigned)
      V = access();
    else if (IsUsed)
      bindReference();
    auto *Around = llvm::dyn_cast<clang::Expr>(P);
    bool Shows = Around &&
                 !llvm::isa<clang::InitListExpr, clang::BinaryOperator>(Around);
    if (V == UseKind::SizeOf)
      if (const clang::Expr *Count = countAround(Parents.take_front(I + 1)))
        return {*V, Count, countedDims(U, Root, Count)};
    if (V) {
      // A call and a comparison say more than the pointer in them.
      bool Says = *V == UseKind::SizeOf || *V == UseKind::Element ||
                  *V == UseKind::Address ||
                  llvm::isa<clang::CallExpr, clang::CXXConstructExpr,
                            clang::CXXNewExpr>(P);
      if (auto *Call = llvm::dyn_cast_or_null<clang::CXXMemberCallExpr>(
              I ? Parents[I - 1] : nullptr);
          Call && Call->getCallee() == P)
        return {*V, Call};
      return {*V, (Shows || *V == UseKind::Address) && Says ? Around : Shown};
    }
    if (Shows || E == P)
      Shown = E;
    if (auto M = U.match(E); M && M->Base == Root)
      Matched = !M->IsGrouped ||
                viewElements(U, pointsTo(U, Root).Arrays, 0, E->getType());
  }
  return {UseKind::Escapes, Shown};
}

} // namespace

UseKind bankfix::measured(clang::QualType T) {
  T = T.getNonReferenceType();
  bool IsPointer = T->isPointerType();
  while (T->isPointerType())
    T = T->getPointeeType();
  if (T->isArrayType() || T->isDependentType() || T->isFunctionType())
    return UseKind::SizeOf;
  return IsPointer ? UseKind::Start : UseKind::Element;
}

ArrayUse bankfix::judgeUse(JudgedUnit &U, const clang::Expr *Root,
                           llvm::ArrayRef<const clang::Stmt *> Parents,
                           const clang::FunctionDecl *In) {
  return UseJudge(U, Root, In).run(Parents);
}
