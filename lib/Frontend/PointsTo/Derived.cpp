//===- Derived.cpp - Variables that lead into shared arrays ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "Ast/KnownCalls.h"
#include "PointsTo/Bases.h"
#include "PointsTo/Groups.h"
#include "PointsTo/NumberFollower.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace bankfix;

namespace {

/// \p To gets the value of \p From, or is moved by some elements (null).
struct Binding {
  const clang::ValueDecl *To;
  const clang::Expr *From;
};

bool isPointerLike(clang::QualType T) {
  return T->isPointerType() || T->isReferenceType();
}

/// Everything that gives a value to a pointer or a reference, in the code of
/// the user: in all instances of templates, and not in the templates.
class BindingCollector : public clang::DynamicRecursiveASTVisitor {
public:
  explicit BindingCollector(PointerUnit &U) : U(U) {
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitImplicitCode = true;
  }

  bool TraverseDecl(clang::Decl *D) override {
    auto *F = llvm::dyn_cast_or_null<clang::FunctionDecl>(D);
    if (F && F->isDependentContext())
      return true;
    const clang::FunctionDecl *Outer = Function;
    Function = F ? F : Function;
    if (F)
      Traversed.insert(F);
    bool Result = clang::DynamicRecursiveASTVisitor::TraverseDecl(D);
    Function = Outer;
    return Result;
  }
  bool TraverseLambdaExpr(clang::LambdaExpr *L) override {
    const clang::FunctionDecl *Outer = Function;
    Function = L->getCallOperator();
    bool Result = clang::DynamicRecursiveASTVisitor::TraverseLambdaExpr(L);
    Function = Outer;
    return Result;
  }

  bool VisitVarDecl(clang::VarDecl *V) override {
    if (!isPointerLike(V->getType()))
      return true;
    Variables.push_back(V);
    if (V->hasInit() && !llvm::isa<clang::ParmVarDecl>(V))
      bind(V, V->getInit());
    return true;
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *C) override {
    if (C->getCastKind() == clang::CK_LValueToRValue)
      Followed.insert(C->getSubExpr()->IgnoreParens());
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *B) override {
    const clang::VarDecl *V = namedVariable(B->getLHS());
    if (!B->isAssignmentOp() || !V || !V->getType()->isPointerType())
      return true;
    Followed.insert(B->getLHS()->IgnoreParens());
    if (B->getOpcode() == clang::BO_Assign)
      Set.insert(B->getLHS()->IgnoreParens());
    bind(V, B->isCompoundAssignmentOp() ? nullptr : B->getRHS());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *X) override {
    if (X->getOpcode() == clang::UO_Deref) {
      dereference(X->getSubExpr());
      view(X->getSubExpr());
    }
    const clang::VarDecl *V = namedVariable(X->getSubExpr());
    if (!X->isIncrementDecrementOp() || !V || !V->getType()->isPointerType())
      return true;
    Followed.insert(X->getSubExpr()->IgnoreParens());
    bind(V, nullptr);
    return true;
  }
  bool VisitReturnStmt(clang::ReturnStmt *R) override {
    if (Function && R->getRetValue() &&
        isPointerLike(Function->getReturnType()))
      bind(Function, R->getRetValue());
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *R) override {
    References.push_back(R);
    if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(R->getDecl()))
      ++Named[definition(F)];
    return true;
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *S) override {
    // `((float4 *)p)[0]`; what a variable is indexed with is followed.
    if (isZero(S->getIdx()) && !namedPointer(S->getBase())) {
      dereference(S->getBase());
      view(S->getBase());
    }
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *M) override {
    if (M->isArrow() && llvm::isa<clang::FieldDecl>(M->getMemberDecl())) {
      dereference(M->getBase());
      view(M->getBase());
    }
    if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(M->getMemberDecl()))
      ++Named[definition(F)];
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *C) override {
    const clang::FunctionDecl *F = C->getDirectCallee();
    if (!F)
      return true;
    F = definition(F);
    ++Called[F];
    Calls[F].push_back({C, Function});
    if (F != Function)
      Reached.insert(F);
    if (copies(F))
      return true;
    if (C->getNumArgs() > 0 && classify(*C) == CallKind::Atomic)
      atomic(C->getArg(0));
    if (C->getNumArgs() > 2 && classify(*C) == CallKind::AsyncCopy)
      copyTo(C->getArg(0), C->getArg(2));
    if (const clang::Expr *At = matrixAddress(*C))
      matrix(At, C->getArg(2));
    bool Shifted = llvm::isa<clang::CXXOperatorCallExpr>(C) &&
                   llvm::isa<clang::CXXMethodDecl>(F);
    arguments(F, {C->getArgs(), C->getNumArgs()}, Shifted ? 1 : 0);
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *C) override {
    const clang::FunctionDecl *F = definition(C->getConstructor());
    Reached.insert(F);
    if (copies(F))
      return true;
    arguments(F, {C->getArgs(), C->getNumArgs()}, 0);
    return true;
  }

  void run();

  std::vector<Binding> Bindings;
  std::vector<const clang::VarDecl *> Variables;
  SeenCalls Calls;

private:
  static const clang::FunctionDecl *definition(const clang::FunctionDecl *F) {
    const clang::FunctionDecl *D = F->getDefinition();
    return D ? D : F->getCanonicalDecl();
  }
  /// Its parameter is read once, as the access that the call is taken for.
  static bool copies(const clang::FunctionDecl *F) {
    auto *C = llvm::dyn_cast<clang::CXXConstructorDecl>(F);
    auto *M = llvm::dyn_cast<clang::CXXMethodDecl>(F);
    return F->isTrivial() && (C ? C->isCopyOrMoveConstructor()
                                : M && (M->isCopyAssignmentOperator() ||
                                        M->isMoveAssignmentOperator()));
  }
  /// What \p Address points to is accessed, or a part of it.
  void dereference(const clang::Expr *Address) {
    const clang::DeclRefExpr *R = viewedPointer(Address);
    if (!R)
      return;
    Dereferenced.insert(R);
    noteView(R, Address->getType());
  }
  /// What \p R points to is accessed as what a \p T points to.
  bool noteView(const clang::DeclRefExpr *R, clang::QualType T) {
    const clang::QualType As = T->getPointeeType();
    if (As->isIncompleteType() ||
        U.Context.hasSameUnqualifiedType(As, R->getType()->getPointeeType()))
      return false;
    const unsigned Bytes = U.Context.getTypeSizeInChars(As).getQuantity();
    // Only what lies at multiples of its size is one group of elements.
    const bool IsGroup =
        Bytes == U.Context.getTypeAlignInChars(As).getQuantity();
    return noteBytes(R, IsGroup ? Bytes : unsigned(-1));
  }
  bool noteBytes(const clang::DeclRefExpr *R, unsigned Bytes) {
    unsigned &Known = U.Leads.at(R->getDecl()).ViewBytes;
    return Bytes > Known ? (Known = Bytes, true) : false;
  }
  void atomic(const clang::Expr *Address) {
    dereference(Address);
    if (const clang::BinaryOperator *Sum = sumIn(Address))
      U.Sums.insert(Sum);
  }
  /// `__pipeline_memcpy_async(s + i, from, 16)`
  void copyTo(const clang::Expr *Address, const clang::Expr *Size) {
    clang::Expr::EvalResult Result;
    if (Size->isValueDependent() || !Size->getType()->isIntegerType() ||
        !Size->EvaluateAsInt(Result, U.Context))
      return;
    const uint64_t Bytes = Result.Val.getInt().getLimitedValue();
    if (!isThreadCopy(Bytes))
      return;
    if (const clang::DeclRefExpr *R = viewedPointer(Address)) {
      Dereferenced.insert(R);
      noteBytes(R, Bytes);
    }
    if (const clang::BinaryOperator *Sum = sumIn(Address))
      U.Sums.insert(Sum);
  }
  /// `load_matrix_sync(f, s + i, 64)`, of rows that lie in one of the array's.
  void matrix(const clang::Expr *Address, const clang::Expr *Pitch) {
    const clang::BinaryOperator *Sum = sumIn(Address);
    if (!Sum || Address->IgnoreParenImpCasts() != Sum)
      return;
    const clang::Expr *First = Sum;
    while (const clang::BinaryOperator *Inner = sumIn(First))
      First = Inner->getLHS();
    std::optional<unsigned> Array = arrayOfRow(U, First);
    clang::Expr::EvalResult Length;
    if (Array && (U.SharedArrays[*Array].Dims.size() == 1 ||
                  (!Pitch->isValueDependent() &&
                   Pitch->EvaluateAsInt(Length, U.Context) &&
                   Length.Val.getInt() != U.SharedArrays[*Array].Dims.back())))
      U.Sums.insert(Sum);
  }
  /// `*(float4 *)(s + i)`, `((float4 *)(s + i))->x`
  void view(const clang::Expr *Address) {
    const clang::BinaryOperator *Sum = sumIn(Address);
    if (Sum && Address->IgnoreParenImpCasts() != Sum)
      U.Sums.insert(Sum);
  }
  void bind(const clang::ValueDecl *To, const clang::Expr *From) {
    Bindings.push_back({To, From});
  }
  void arguments(const clang::FunctionDecl *F,
                 llvm::ArrayRef<clang::Expr *> Args, unsigned First);
  bool seesAllCalls(const clang::FunctionDecl *F);
  void openVariables();
  void openParameters();
  void takeNumbers();
  void findPointersToOne();
  void findViewBytes();

  PointerUnit &U;
  const clang::FunctionDecl *Function = nullptr; ///< Around.
  llvm::DenseSet<const clang::FunctionDecl *> Traversed;
  std::vector<const clang::DeclRefExpr *> References;
  llvm::DenseSet<const clang::Expr *> Followed; ///< Read or assigned to.
  /// Names of pointers: where what they point to is used, where they are set.
  llvm::DenseSet<const clang::Expr *> Dereferenced, Set;
  /// Who gets the value of such a name as it stands.
  llvm::DenseMap<const clang::DeclRefExpr *, const clang::ValueDecl *> Given;
  std::map<const clang::FunctionDecl *, unsigned> Named, Called;
  llvm::DenseSet<const clang::FunctionDecl *> Reached; ///< By others' calls.
};

void BindingCollector::arguments(const clang::FunctionDecl *F,
                                 llvm::ArrayRef<clang::Expr *> Args,
                                 unsigned First) {
  for (unsigned I = First; I < Args.size(); ++I)
    if (I - First < F->getNumParams())
      if (const clang::ParmVarDecl *P = F->getParamDecl(I - First);
          isPointerLike(P->getType()))
        bind(P, Args[I]);
}

/// Other files may call what a header declares. Code that is not seen may call
/// what is named other than to call it, and
/// objects that can be called are given to other code to that end.
bool BindingCollector::seesAllCalls(const clang::FunctionDecl *F) {
  bool MayBeDeclaredElsewhere =
      U.isOpen() || llvm::any_of(F->redecls(), [&](const auto *D) {
        return !U.Source.inMainFile(D->getLocation());
      });
  if (!isFollowedInto(U, F) || MayBeDeclaredElsewhere || mayBeLinked(U, F))
    return false;
  auto *M = llvm::dyn_cast<clang::CXXMethodDecl>(F);
  if (M && M->isOverloadedOperator() && !M->getParent()->isLambda())
    return false;
  // What nothing here calls is there for other files.
  return Reached.contains(F) &&
         (llvm::isa<clang::CXXConstructorDecl>(F) || Named[F] <= Called[F]);
}

/// A pointer whose own address is taken may change anywhere.
void BindingCollector::openVariables() {
  for (const clang::DeclRefExpr *R : References) {
    auto *V = llvm::dyn_cast<clang::VarDecl>(R->getDecl());
    if (!V || !V->getType()->isPointerType() || Followed.contains(R))
      continue;
    if (U.arrayOf(R))
      continue; // Its uses are judged one by one.
    U.Leads.at(V).IsUnknown = true;
  }
  for (const clang::VarDecl *V : Variables)
    if (V->getType()->isReferenceType() &&
        V->getType()->getPointeeType()->isPointerType())
      U.Leads.at(V).IsUnknown = true;
}

void BindingCollector::openParameters() {
  for (const clang::VarDecl *V : Variables) {
    auto *F = llvm::dyn_cast<clang::FunctionDecl>(V->getDeclContext());
    if (llvm::isa<clang::ParmVarDecl>(V) &&
        (!F || !seesAllCalls(definition(F))))
      U.Leads.at(V).IsUnknown = true;
    if (V->hasGlobalStorage())
      U.Leads.at(V).IsUnknown = true;
  }
}

/// `__cvta_generic_to_shared(s + i)`, for what is accessed there.
void BindingCollector::takeNumbers() {
  for (auto [Address, Bytes] : U.ElementNumbers) {
    if (const clang::DeclRefExpr *R = passedPointer(Address))
      Dereferenced.insert(R);
    if (const clang::BinaryOperator *Sum = sumIn(Address))
      U.Sums.insert(Sum);
  }
}

/// See PointsToSet::IsToOne.
void BindingCollector::findPointersToOne() {
  llvm::DenseSet<const clang::ValueDecl *> Found;
  for (const clang::VarDecl *V : Variables) {
    auto *F = llvm::dyn_cast<clang::FunctionDecl>(V->getDeclContext());
    if (V->getType()->isPointerType() && !V->hasGlobalStorage() &&
        (!llvm::isa<clang::ParmVarDecl>(V) || (F && isFollowedInto(U, F))))
      Found.insert(DerivedVariables::canonical(V));
  }
  for (const Binding &B : Bindings)
    if (const clang::DeclRefExpr *R = B.From ? viewedPointer(B.From) : nullptr)
      Given[R] = DerivedVariables::canonical(B.To);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const clang::DeclRefExpr *R : References)
      if (!Dereferenced.contains(R) && !Set.contains(R) &&
          !Found.contains(Given.lookup(R)))
        Changed |= Found.erase(DerivedVariables::canonical(R->getDecl()));
  }
  for (const clang::ValueDecl *V : Found)
    U.Leads.at(V).IsToOne = true;
}

/// See PointsToSet::ViewBytes.
void BindingCollector::findViewBytes() {
  for (auto [Address, Bytes] : U.ElementNumbers)
    if (const clang::DeclRefExpr *R = passedPointer(Address))
      noteBytes(R, Bytes);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto [R, To] : Given) {
      Changed |= noteBytes(R, U.Leads.get(To).ViewBytes);
      if (To->getType()->isPointerType())
        Changed |= noteView(R, To->getType());
    }
  }
}

void BindingCollector::run() {
  for (clang::Decl *D : U.Context.getTranslationUnitDecl()->noload_decls())
    if (U.Source.isUserCode(D->getLocation()) ||
        llvm::isa<clang::LinkageSpecDecl>(D))
      TraverseDecl(D);
  openParameters();
  openVariables();
  takeNumbers();
  findPointersToOne();
  findViewBytes();
  bool All = true;
  for (const clang::FunctionDecl *F : U.Visited)
    All &= Traversed.contains(F);
  for (const clang::VarDecl *V : Variables)
    if (!All) {
      U.Leads.at(V).IsUnknown = true;
      U.Leads.at(V).IsToOne = false;
    }
}

/// Carries what is known along the bindings until nothing changes.
class DerivedFinder {
public:
  explicit DerivedFinder(PointerUnit &U) : U(U), Collected(U) {}
  void run();

private:
  void seed();
  bool take(const Binding &B);
  void agree();
  void group();
  bool sharesText(const clang::ValueDecl *V, const PointsToSet &L) const;
  uint64_t groupBytes(const clang::VarDecl *V, const PointsToSet &L) const;

  PointerUnit &U;
  BindingCollector Collected;
};

/// OpenCL arguments that the kernel moves.
void DerivedFinder::seed() {
  for (const clang::VarDecl *V : U.Moved)
    U.Leads.at(V) = {
        {U.Arrays.lookup(V)}, Derived{U.Arrays.lookup(V), 1, false}, false};
}

bool DerivedFinder::take(const Binding &B) {
  PointsToSet &To = U.Leads.at(B.To), Old = To;
  if (B.From)
    To.join(U, pointsTo(U, B.From));
  else if (To.Exact)
    To.Exact->AtStart = false;
  return To != Old;
}

/// What a layout changes at a variable's declaration, or where it is indexed.
bool DerivedFinder::sharesText(const clang::ValueDecl *V,
                               const PointsToSet &L) const {
  if (!L.Exact || llvm::isa<clang::FunctionDecl>(V))
    return false;
  const unsigned Dims = U.SharedArrays[L.Exact->Array].Dims.size();
  return isWhole(V, *L.Exact) || L.Exact->Level < Dims ||
         (V->getType()->isPointerType() && L.Exact->AtStart && !L.IsToOne);
}

/// The size of the groups of elements that \p V counts; 0 for elements.
uint64_t DerivedFinder::groupBytes(const clang::VarDecl *V,
                                   const PointsToSet &L) const {
  return L.Exact && L.Exact->Level == 1 &&
                 countsGroups(U, V->getType(), L.Exact->Array)
             ? U.Context.getTypeSizeInChars(V->getType()->getPointeeType())
                   .getQuantity()
             : 0;
}

/// The same text in another instance of the template has to mean the same.
void DerivedFinder::agree() {
  std::map<unsigned, std::vector<const clang::VarDecl *>> ByPlace;
  for (const clang::VarDecl *V : Collected.Variables)
    if (DerivedVariables::canonical(V) == V->getCanonicalDecl())
      ByPlace[U.Source.spelledAt(V->getLocation())].push_back(V);
  for (auto &[Place, All] : ByPlace) {
    const PointsToSet First = U.Leads.at(All.front());
    bool Agree = llvm::all_of(All, [&](const clang::VarDecl *V) {
      const PointsToSet &L = U.Leads.at(V);
      return L.Exact.has_value() == First.Exact.has_value() &&
             (!L.Exact || (L.Exact->Level == First.Exact->Level &&
                           L.Exact->AtStart == First.Exact->AtStart &&
                           groupBytes(V, L) == groupBytes(All.front(), First)));
    });
    for (const clang::VarDecl *V : All)
      if (!Agree) {
        U.Leads.at(V).IsUnknown = true;
        U.Leads.at(V).Exact.reset();
      }
  }
}

void DerivedFinder::group() {
  llvm::EquivalenceClasses<unsigned> Groups;
  std::map<unsigned, unsigned> ByPlace; // Arrays by where text is shared.
  auto Share = [&](const clang::ValueDecl *V, unsigned Array) {
    auto [It, New] =
        ByPlace.try_emplace(U.Source.spelledAt(V->getLocation()), Array);
    Groups.unionSets(It->second, Array);
  };
  for (auto [V, Array] : U.Arrays)
    Share(V, Array);
  for (const auto &[Key, Array] : U.Members)
    Share(Key.second, Array);
  for (const auto &[Place, Alias] : U.Aliases)
    for (unsigned Array : Alias.Arrays)
      Groups.unionSets(*Alias.Arrays.begin(), Array);
  for (auto &[V, L] : U.Leads)
    if (sharesText(V, L))
      for (unsigned Array : L.Arrays)
        Share(V, Array);
  unsigned Number = 0;
  for (const auto *Class : Groups) {
    if (!Class->isLeader() ||
        std::distance(Groups.member_begin(*Class), Groups.member_end()) < 2)
      continue;
    for (unsigned Array :
         llvm::make_range(Groups.member_begin(*Class), Groups.member_end()))
      U.SharedArrays[Array].Group = Number;
    ++Number;
  }
}

void DerivedFinder::run() {
  Collected.run();
  seed();
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (const Binding &B : Collected.Bindings)
      Changed |= take(B);
  }
  agree();
  findAliases(U);
  group();
  findPlaced(U, Collected.Variables, Collected.Calls);
  for (const Binding &B : Collected.Bindings) {
    if (B.From && (U.placed(B.To) || U.row(B.To)))
      keepAddresses(U, B.From);
    const clang::BinaryOperator *Sum = B.From ? sumIn(B.From) : nullptr;
    if (Sum && U.Leads.get(B.To).IsToOne)
      U.Sums.insert(Sum);
  }
}

} // namespace

/// Code of other units may be linked to it: host code, and device code where
/// that is relocatable (CUDA C++ Programming Guide, 5.4, "Separate
/// Compilation").
bool bankfix::mayBeLinked(const PointerUnit &U, const clang::FunctionDecl *F) {
  const bool IsRelocatable =
      U.Context.Idents.get("__CUDACC_RDC__").hasMacroDefinition();
  return F->isExternallyVisible() && !F->isInlined() &&
         (IsRelocatable || F->hasAttr<clang::CUDAHostAttr>());
}

const clang::ValueDecl *DerivedVariables::canonical(const clang::ValueDecl *V) {
  if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(V)) {
    const clang::FunctionDecl *D = F->getDefinition();
    return D ? D : F->getCanonicalDecl();
  }
  auto *P = llvm::dyn_cast<clang::ParmVarDecl>(V);
  auto *F =
      P ? llvm::dyn_cast<clang::FunctionDecl>(P->getDeclContext()) : nullptr;
  const clang::FunctionDecl *D = F ? F->getDefinition() : nullptr;
  if (D && P->getFunctionScopeIndex() < D->getNumParams())
    return D->getParamDecl(P->getFunctionScopeIndex());
  return llvm::cast<clang::ValueDecl>(V->getCanonicalDecl());
}

const PointsToSet *DerivedVariables::find(const clang::ValueDecl *V) const {
  auto It = Known.find(canonical(V));
  return It == Known.end() || It->second.Arrays.empty() ? nullptr : &It->second;
}

const clang::Expr *bankfix::uncast(const clang::Expr *E) {
  E = E->IgnoreParens();
  while (auto *C = llvm::dyn_cast<clang::CastExpr>(E)) {
    if (C->getCastKind() != clang::CK_LValueToRValue &&
        C->getCastKind() != clang::CK_NoOp &&
        C->getCastKind() != clang::CK_AddressSpaceConversion)
      return C;
    E = C->getSubExpr()->IgnoreParens();
  }
  return E;
}

const clang::DeclRefExpr *bankfix::namedPointer(const clang::Expr *E) {
  E = uncast(E);
  return E->getType()->isPointerType() ? llvm::dyn_cast<clang::DeclRefExpr>(E)
                                       : nullptr;
}

const clang::Expr *bankfix::unvoided(const clang::Expr *E) {
  E = uncast(E);
  while (auto *C = llvm::dyn_cast<clang::CastExpr>(E)) {
    if (C->getCastKind() != clang::CK_BitCast ||
        !C->getType()->isVoidPointerType())
      break;
    E = uncast(C->getSubExpr());
  }
  return E;
}

const clang::DeclRefExpr *bankfix::passedPointer(const clang::Expr *E) {
  return namedPointer(unvoided(E));
}

const clang::DeclRefExpr *bankfix::viewedPointer(const clang::Expr *E) {
  E = uncast(E);
  while (auto *C = llvm::dyn_cast<clang::CastExpr>(E)) {
    if (C->getCastKind() != clang::CK_BitCast || !C->getType()->isPointerType())
      break;
    E = uncast(C->getSubExpr());
  }
  return namedPointer(E);
}

bool bankfix::isWhole(const clang::ValueDecl *V, const Derived &D) {
  return V->getType()->isReferenceType() ? D.Level == 0
                                         : D.Level == 1 && D.AtStart;
}

void bankfix::findDerived(PointerUnit &U) {
  if (U.Arrays.empty())
    return;
  forEachFunction(U,
                  [&](const clang::FunctionDecl *F) { U.Visited.insert(F); });
  NumberFollower Numbers(U);
  Numbers.findElements();
  DerivedFinder(U).run();
  Numbers.findSums();
  locatePointers(U);
}

void bankfix::shareLayout(std::vector<SharedArray> &All,
                          const std::set<unsigned> &Arrays) {
  if (Arrays.size() < 2)
    return;
  unsigned New = 0;
  std::set<unsigned> Joined;
  for (auto [I, A] : llvm::enumerate(All)) {
    New = std::max(New, A.Group ? *A.Group + 1 : 0);
    if (A.Group && Arrays.count(I))
      Joined.insert(*A.Group);
  }
  for (auto [I, A] : llvm::enumerate(All))
    if (Arrays.count(I) || (A.Group && Joined.count(*A.Group)))
      A.Group = New;
}

bool bankfix::isFollowedInto(const PointerUnit &U,
                             const clang::FunctionDecl *F) {
  if (!U.Calls.isInlinable(F))
    return false;
  F = F->getDefinition();
  auto *M = llvm::dyn_cast<clang::CXXMethodDecl>(F);
  bool IsPlainLambda =
      M && M->getParent()->isLambda() && !F->isTemplateInstantiation();
  return IsPlainLambda || U.Visited.contains(F);
}
