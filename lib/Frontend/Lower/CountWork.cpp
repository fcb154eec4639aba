//===- CountWork.cpp - What a kernel computes besides addresses -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For estimates of time. Operations are those of the source, less what every
// compiler takes out of loops, folds or shares: what is made of thread indices,
// parameters, constants and the counters of loops that are unrolled is computed
// once, and a product that is added is one instruction. The addresses of shared
// memory are counted where it is known which are the same
// (lib/Analysis/WorkLog.cpp).
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "Ast/Types.h"
#include "Lower/Lowering.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringSwitch.h"
#include <functional>

using namespace bankfix;

namespace {

/// How often a value changes.
enum class Change : uint8_t {
  Never, ///< It is computed once, or known to the compiler.
  ByIteration,
  Always,
};

/// What is known of names.
struct NameFacts {
  std::function<Change(const clang::VarDecl *)> ChangeOf;
  std::function<bool(const clang::Expr *)> IsBuiltin;
  std::function<bool(const clang::CallExpr *)> IsInlined;
  /// The compiler knows its value, in each iteration.
  std::function<bool(const clang::Expr *)> IsKnown;
  const llvm::DenseMap<const clang::Expr *, WorkOfFrame::OutsidePlace> &Outside;
  const clang::ASTContext &Context;
};

class WorkCounter {
public:
  explicit WorkCounter(const NameFacts &N) : N(N) {}

  Change visit(const clang::Stmt *S, bool InSubscript = false);
  Work Sum;

private:
  Change binary(const clang::BinaryOperator *E, bool InSubscript);
  Change call(const clang::CallExpr *E);
  void ofSixteenBits(const clang::CXXOperatorCallExpr *E);
  Change element(const clang::ArraySubscriptExpr *E);
  Change children(const clang::Stmt *S);
  void operation(clang::QualType T, unsigned Times = 1);
  void product(clang::QualType T);
  void divide(const clang::BinaryOperator *E);
  void access(const clang::Expr *E, bool IsStore);
  bool isConstant(const clang::Expr *E) const {
    return !E->isValueDependent() && E->isEvaluatable(N.Context);
  }

  const NameFacts &N;
};

} // namespace

void WorkCounter::operation(clang::QualType T, unsigned Times) {
  T = T.getCanonicalType();
  if (auto *V = T->getAs<clang::VectorType>()) {
    Times *= V->getNumElements();
    T = V->getElementType();
  }
  // An instruction has one element of two bytes, or two of them.
  const bool IsFloat = T->isFloatingType() || isSixteenBitFloat(T);
  unsigned &Kind = T->isSpecificBuiltinType(clang::BuiltinType::Double)
                       ? Sum.Doubles
                   : IsFloat ? Sum.Floats
                             : Sum.Integers;
  Kind += Times;
  ++Sum.Chain;
}

void WorkCounter::product(clang::QualType T) {
  if (!T->isIntegralOrEnumerationType())
    return operation(T);
  ++Sum.Products;
  ++Sum.Chain;
}

/// A quotient is a sequence of instructions: by a constant, a product and
/// shifts. How many is assumed.
void WorkCounter::divide(const clang::BinaryOperator *E) {
  constexpr unsigned ByConstant = 3, ByVariable = 20, OfFloats = 8;
  clang::QualType T = E->getType();
  if (T->isFloatingType()) {
    ++Sum.Specials;
    return operation(T, isConstant(E->getRHS()) ? 1 : OfFloats);
  }
  operation(T, isConstant(E->getRHS()) ? ByConstant : ByVariable);
}

/// A product that this addition takes along: one instruction.
static bool takesProduct(const clang::Expr *E) {
  auto *B = llvm::dyn_cast<clang::BinaryOperator>(E->IgnoreParenImpCasts());
  return B && B->getOpcode() == clang::BO_Mul;
}

Change WorkCounter::binary(const clang::BinaryOperator *E, bool InSubscript) {
  const clang::Expr *L = E->getLHS(), *R = E->getRHS();
  if (E->isAssignmentOp()) {
    visit(R);
    visit(L);
    access(L, /*IsStore=*/true);
    if (E->isCompoundAssignmentOp()) {
      access(L, /*IsStore=*/false);
      if (!takesProduct(R) && !(N.IsKnown(L) && N.IsKnown(R)))
        operation(L->getType());
    }
    return Change::Always;
  }
  Change C = std::max(visit(L, InSubscript), visit(R, InSubscript));
  if (E->isComparisonOp()) {
    if (!N.IsKnown(E)) // Of floats, too, it is made where integers are added.
      operation(N.Context.IntTy);
    return C;
  }
  if (C == Change::Never || E->isLogicalOp() || E->isCommaOp() ||
      E->isPtrMemOp())
    return C;
  // Constants become part of the instruction that loads or stores.
  bool IsFolded = InSubscript && E->isAdditiveOp() && isConstant(R);
  if (IsFolded || (E->isAdditiveOp() && (takesProduct(L) || takesProduct(R))))
    return C;
  if (E->getOpcode() == clang::BO_Div || E->getOpcode() == clang::BO_Rem)
    divide(E);
  else if (E->getOpcode() == clang::BO_Mul)
    product(E->getType());
  else
    operation(E->getType());
  return C;
}

/// So many instructions of floating-point units, besides those of the special
/// functions' unit, that a library function takes, which is assumed; 0: not one
/// of these.
static unsigned floatsOf(llvm::StringRef Name) {
  Name.consume_front("__");
  if (Name.size() > 1)
    Name.consume_back("f");
  return llvm::StringSwitch<unsigned>(Name)
      .Cases({"sqrt", "rsqrt", "exp", "exp2", "exp10", "fdivide"}, 6)
      .Cases({"log", "log2", "log10", "tanh", "cbrt"}, 10)
      .Cases({"sin", "cos", "tan", "sincos", "pow", "erf", "atan2"}, 20)
      .Default(0);
}

/// An operator of elements of two bytes, which is one of theirs and no call.
void WorkCounter::ofSixteenBits(const clang::CXXOperatorCallExpr *E) {
  const bool Changes = changesOperand(E);
  for (auto [I, A] : llvm::enumerate(E->arguments())) {
    if (I || E->getOperator() != clang::OO_Equal)
      access(A, /*IsStore=*/false);
    if (!I && Changes)
      access(A, /*IsStore=*/true);
  }
  auto IsProduct = [](const clang::Expr *A) {
    auto *O =
        llvm::dyn_cast<clang::CXXOperatorCallExpr>(A->IgnoreParenImpCasts());
    return O && O->getOperator() == clang::OO_Star && O->getNumArgs() == 2;
  };
  const clang::OverloadedOperatorKind Kind = E->getOperator();
  const bool Adds = Kind == clang::OO_Plus || Kind == clang::OO_Minus ||
                    Kind == clang::OO_PlusEqual || Kind == clang::OO_MinusEqual;
  if (Kind != clang::OO_Equal &&
      !(Adds && llvm::any_of(E->arguments(), IsProduct)))
    operation(N.Context.FloatTy);
}

Change WorkCounter::call(const clang::CallExpr *E) {
  for (const clang::Expr *A : E->arguments())
    visit(A);
  if (auto *O = llvm::dyn_cast<clang::CXXOperatorCallExpr>(E);
      O && isSixteenBitOperator(E->getDirectCallee())) {
    ofSixteenBits(O);
    return Change::Always;
  }
  const clang::FunctionDecl *F = E->getDirectCallee();
  if (!F || N.IsInlined(E) || !F->getDeclName().isIdentifier())
    return Change::Always;
  llvm::StringRef Name = F->getName();
  if (Name.contains("shfl")) {
    ++Sum.Shuffles;
    ++Sum.Chain;
    return Change::Always;
  }
  if (Name.starts_with("atomic")) // Memory computes.
    return Change::Always;
  unsigned Floats = floatsOf(Name);
  if (Floats && E->getType()->isFloatingType()) {
    ++Sum.Specials;
    operation(E->getType(), Floats);
  } else if (E->getType()->isScalarType() || isSixteenBitFloat(E->getType())) {
    operation(E->getType());
  }
  return Change::Always;
}

/// \p E is read or written: it counts where it is not shared memory.
void WorkCounter::access(const clang::Expr *E, bool IsStore) {
  const clang::Expr *Of = E->IgnoreParenImpCasts();
  // (float4 &)p[i] is p[i], and more.
  while (auto *C = llvm::dyn_cast<clang::ExplicitCastExpr>(Of)) {
    if (C->getCastKind() != clang::CK_LValueBitCast)
      break;
    Of = C->getSubExpr()->IgnoreParenImpCasts();
  }
  auto It = N.Outside.find(Of);
  if (It == N.Outside.end() || E->getType()->isIncompleteType())
    return;
  uint64_t Bytes = N.Context.getTypeSizeInChars(E->getType()).getQuantity();
  const auto &[Index, Unit, Base] = It->second;
  Sum.Outside.push_back({Index, unsigned(std::min<uint64_t>(Bytes, 1 << 20)),
                         IsStore, Unit, Base});
}

Change WorkCounter::element(const clang::ArraySubscriptExpr *E) {
  visit(E->getBase());
  const bool Changes = visit(E->getIdx(), /*InSubscript=*/true) != Change::Never;
  if (Changes && N.Outside.contains(E))
    operation(N.Context.IntTy); // Its place is a sum, and a product.
  return Change::Always;
}

Change WorkCounter::children(const clang::Stmt *S) {
  Change C = Change::Never;
  for (const clang::Stmt *Child : S->children())
    if (Child)
      C = std::max(C, visit(Child));
  return C;
}

Change WorkCounter::visit(const clang::Stmt *S, bool InSubscript) {
  if (auto *E = llvm::dyn_cast<clang::Expr>(S); E && N.IsBuiltin(E))
    return Change::Never;
  if (auto *P = llvm::dyn_cast<clang::ParenExpr>(S))
    return visit(P->getSubExpr(), InSubscript);
  if (auto *F = llvm::dyn_cast<clang::FullExpr>(S))
    return visit(F->getSubExpr(), InSubscript);
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(S))
    return binary(B, InSubscript);
  if (auto *R = llvm::dyn_cast<clang::DeclRefExpr>(S)) {
    auto *V = llvm::dyn_cast<clang::VarDecl>(R->getDecl());
    return V ? N.ChangeOf(V) : Change::Never;
  }
  if (auto *C = llvm::dyn_cast<clang::CastExpr>(S)) {
    Change Of = visit(C->getSubExpr(), InSubscript);
    if (C->getCastKind() == clang::CK_LValueToRValue)
      access(C->getSubExpr(), /*IsStore=*/false);
    bool Converts = C->getCastKind() == clang::CK_IntegralToFloating ||
                    C->getCastKind() == clang::CK_FloatingToIntegral;
    if (Converts && Of != Change::Never)
      operation(N.Context.IntTy);
    return Of;
  }
  if (auto *I = llvm::dyn_cast<clang::ArraySubscriptExpr>(S))
    return element(I);
  if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(S)) {
    Change Of = visit(X->getSubExpr());
    bool Steps = X->isIncrementDecrementOp();
    if (Steps || (X->getOpcode() == clang::UO_Not && Of != Change::Never))
      operation(X->getType());
    if (Steps)
      for (bool IsStore : {false, true})
        access(X->getSubExpr(), IsStore);
    return X->getOpcode() == clang::UO_Deref ? Change::Always : Of;
  }
  if (auto *O = llvm::dyn_cast<clang::CXXOperatorCallExpr>(S);
      O && isTrivialAssignment(O)) {
    Change Of = children(O);
    access(O->getArg(1), /*IsStore=*/false);
    access(O->getArg(0), /*IsStore=*/true);
    return Of;
  }
  if (auto *M = llvm::dyn_cast<clang::CXXConstructExpr>(S);
      M && M->getNumArgs() == 1) {
    Change Of = visit(M->getArg(0));
    access(M->getArg(0)->IgnoreImpCasts(), /*IsStore=*/false);
    return Of;
  }
  if (auto *C = llvm::dyn_cast<clang::CallExpr>(S))
    return call(C);
  if (llvm::isa<clang::LambdaExpr, clang::UnaryExprOrTypeTraitExpr>(S))
    return Change::Never;
  if (auto *C = llvm::dyn_cast<clang::AbstractConditionalOperator>(S);
      C && !N.IsKnown(C->getCond()))
    operation(N.Context.IntTy);
  return children(S);
}

/// Made of constants and of \p Known.
static bool isMadeOf(const clang::ASTContext &C,
                     const llvm::DenseSet<const void *> &Known,
                     const clang::Stmt *S) {
  auto *E = llvm::dyn_cast<clang::Expr>(S);
  if (!E)
    return false;
  if (auto *R = llvm::dyn_cast<clang::DeclRefExpr>(E))
    if (Known.contains(R->getDecl()->getCanonicalDecl()))
      return true;
  if (!E->isValueDependent() && E->isEvaluatable(C))
    return true;
  return E->child_begin() != E->child_end() && !llvm::isa<clang::CallExpr>(E) &&
         llvm::all_of(E->children(), [&](const clang::Stmt *Child) {
           return Child && isMadeOf(C, Known, Child);
         });
}

static bool isKnownUnrolled(const Lowering &L, const clang::Stmt *S) {
  return isMadeOf(L.U.Context, L.Frames.back().Work.Unrolled, S);
}

void bankfix::countWork(Lowering &L, const clang::Expr *E) {
  if (!L.isEmitting() || L.Frames.empty())
    return;
  const VariableFacts &Facts = L.U.facts(L.Frames.back().F);
  std::function<Change(const clang::VarDecl *)> ChangeOf;
  auto IsBuiltin = [&](const clang::Expr *X) {
    return L.builtinValue(X) != nullptr;
  };
  NameFacts N{{},
              IsBuiltin,
              [&](const clang::CallExpr *C) {
                return C->getDirectCallee() &&
                       L.U.Calls.isInlinable(C->getDirectCallee());
              },
              [&](const clang::Expr *X) { return isKnownUnrolled(L, X); },
              L.Frames.back().Work.Outside,
              L.U.Context};
  unsigned Depth = 0;
  N.ChangeOf = [&](const clang::VarDecl *V) {
    V = V->getCanonicalDecl();
    if (V->hasGlobalStorage() || V->isConstexpr())
      return Change::Never; // Its elements are another matter.
    if (L.Frames.back().Work.Unrolled.contains(V))
      return Change::Never;
    if (L.Frames.back().Work.Counters.contains(V))
      return Change::ByIteration;
    if (Facts.assignments(V) || Facts.escapes(V))
      return Change::Always;
    if (llvm::isa<clang::ParmVarDecl>(V))
      return L.Frames.size() == 1 ? Change::Never : Change::Always;
    if (!V->hasInit() || Depth > 8)
      return Change::Always;
    ++Depth;
    Change Of = WorkCounter(N).visit(V->getInit());
    --Depth;
    return Of;
  };
  WorkCounter Counter(N);
  Counter.visit(E);
  if (!Counter.Sum.isNothing())
    L.emitWork(std::move(Counter.Sum));
}

/// `for (int i = 0; ...)`, where the compiler can tell what `i` is or can count
/// once for all lanes.
void bankfix::noteCounter(Lowering &L, const clang::ForStmt *S) {
  auto *D = llvm::dyn_cast_or_null<clang::DeclStmt>(S->getInit());
  if (!D || !D->isSingleDecl() || L.Frames.empty())
    return;
  auto *V = llvm::dyn_cast<clang::VarDecl>(D->getSingleDecl());
  if (!V || !V->hasInit())
    return;
  V = V->getCanonicalDecl();
  if (L.constantOf(V->getInit()))
    L.Frames.back().Work.Counters.insert(V);
  if (!isKnownUnrolled(L, V->getInit()) || !S->getCond() || !S->getInc())
    return;
  const VariableFacts &Facts = L.U.facts(L.Frames.back().F);
  L.Frames.back().Work.Unrolled.insert(V);
  if (Facts.assignments(V) != 1 || Facts.escapes(V) ||
      !isKnownUnrolled(L, S->getCond()) || !isKnownUnrolled(L, S->getInc()))
    L.Frames.back().Work.Unrolled.erase(V);
}

/// Assignments to \p V in front of all branches of \p Body, of what is known.
static unsigned knownAssignments(const clang::ASTContext &C,
                                 const llvm::DenseSet<const void *> &Known,
                                 const clang::VarDecl *V,
                                 const clang::Stmt *Body) {
  auto *Statements = llvm::dyn_cast_or_null<clang::CompoundStmt>(Body);
  if (!Statements)
    return 0;
  return llvm::count_if(Statements->body(), [&](const clang::Stmt *S) {
    auto *B = llvm::dyn_cast<clang::BinaryOperator>(S);
    return B && B->isAssignmentOp() && namedVariable(B->getLHS()) == V &&
           isMadeOf(C, Known, B->getRHS());
  });
}

void bankfix::noteArguments(const Lowering &L, const clang::Expr *Call,
                            Frame &Inner) {
  auto *C = llvm::dyn_cast<clang::CallExpr>(Call);
  if (!C || !L.isEmitting() || C->getNumArgs() != Inner.F->getNumParams())
    return;
  llvm::DenseSet<const void *> &Known = Inner.Work.Unrolled;
  for (auto [P, A] : llvm::zip(Inner.F->parameters(), C->arguments()))
    if (!P->getType()->isReferenceType() && isKnownUnrolled(L, A))
      Known.insert(P->getCanonicalDecl());
  const VariableFacts &Facts = L.U.facts(Inner.F);
  // One that takes an unknown value may be what another is assigned.
  auto IsLost = [&](const clang::ParmVarDecl *P) {
    return Facts.escapes(P) ||
           Facts.assignments(P) !=
               knownAssignments(L.U.Context, Known, P, Inner.F->getBody());
  };
  for (bool Loses = true; Loses;) {
    Loses = false;
    for (const clang::ParmVarDecl *P : Inner.F->parameters())
      if (Known.contains(P->getCanonicalDecl()) && IsLost(P))
        Loses = Known.erase(P->getCanonicalDecl());
  }
}

/// The object that \p E is made from the address of, by casts alone:
/// `reinterpret_cast<float4 *>(&a[i])`, `(float4 *)a`.
static const clang::Expr *viewedBy(const clang::Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    auto *C = llvm::dyn_cast<clang::CastExpr>(E);
    // What memory holds leads elsewhere; what a variable does is known by it.
    if (C && (C->getCastKind() != clang::CK_LValueToRValue ||
              llvm::isa<clang::DeclRefExpr>(C->getSubExpr()->IgnoreParens())))
      E = C->getSubExpr();
    else if (auto *A = llvm::dyn_cast<clang::UnaryOperator>(E);
             A && A->getOpcode() == clang::UO_AddrOf)
      return A->getSubExpr()->IgnoreParens();
    else
      return E;
  }
}

/// The variable that holds \p E as a part.
static const clang::VarDecl *wholeOf(const clang::Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    if (auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(E))
      E = S->getBase();
    else if (auto *M = llvm::dyn_cast<clang::MemberExpr>(E); M && !M->isArrow())
      E = M->getBase();
    else
      break;
    if (E->IgnoreParenImpCasts()->getType()->isPointerType())
      return nullptr;
  }
  auto *R = llvm::dyn_cast<clang::DeclRefExpr>(E);
  return R ? llvm::dyn_cast<clang::VarDecl>(R->getDecl()) : nullptr;
}

void bankfix::noteOutside(Lowering &L, const clang::Expr *E,
                          const clang::Expr *Base, const Place &P,
                          const Expr *Index) {
  if (!L.K || L.Frames.empty() || P.Kind != Place::Unknown)
    return;
  WorkOfFrame &Work = L.Frames.back().Work;
  const clang::Expr *Whole = viewedBy(Base);
  const bool IsStart = !Index || Index->isConst(0);
  if (auto It = Work.Outside.find(Whole); It != Work.Outside.end()) {
    // A wider look at what has been found before.
    const WorkOfFrame::OutsidePlace Found = It->second;
    Work.Outside[E->IgnoreParens()] =
        IsStart ? Found : WorkOfFrame::OutsidePlace{nullptr, 4, 0};
    return;
  }
  auto *R = llvm::dyn_cast<clang::DeclRefExpr>(Whole);
  auto *V = R ? llvm::dyn_cast<clang::VarDecl>(R->getDecl()) : nullptr;
  if (!Whole->getType()->isPointerType()) {
    // Local arrays are in registers, and constants in a cache of their own.
    const clang::VarDecl *Of = wholeOf(Whole);
    if (!Of || !Of->hasGlobalStorage() || Of->hasAttr<clang::CUDAConstantAttr>())
      return;
  } else {
    // What a pointer starts at is the same for all lanes where the host says it.
    bool IsGiven = V && llvm::isa<clang::ParmVarDecl>(V) &&
                   L.Frames.size() == 1 &&
                   !L.U.facts(L.Frames.back().F).assignments(V);
    V = IsGiven ? V : nullptr;
  }
  const clang::QualType T = E->getType();
  const unsigned Unit =
      T->isIncompleteType()
          ? 4
          : unsigned(L.U.Context.getTypeSizeInChars(T).getQuantity());
  const unsigned Number =
      V ? Work.Bases.try_emplace(V->getCanonicalDecl(), Work.Bases.size() + 1)
              .first->second
        : 0;
  Work.Outside[E->IgnoreParens()] = {V ? Index : nullptr, Unit, Number};
}
