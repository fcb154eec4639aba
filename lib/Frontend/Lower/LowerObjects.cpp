//===- LowerObjects.cpp - Local variables and their members ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each integer and pointer in a local variable is a variable of the kernel, or
// two: a pointer's offset, and which array it leads to.
//
//===----------------------------------------------------------------------===//

#include "Ast/Types.h"
#include "Lower/Lowering.h"

using namespace bankfix;

namespace {
constexpr IntType Bytes64{64, true};
/// Larger objects are not followed.
constexpr unsigned MaxLeaves = 64;

using LeafVisitor =
    llvm::function_ref<void(const std::string &Path, clang::QualType T)>;

/// Visits every integer and pointer in an object of type \p T.
void forEachLeaf(const clang::ASTContext &C, clang::QualType T,
                 const std::string &Path, LeafVisitor F) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (integerType(C, T) || T->isPointerType())
    return F(Path, T);
  if (auto *V = T->getAs<clang::ExtVectorType>()) {
    for (unsigned I = 0; I < V->getNumElements(); ++I)
      forEachLeaf(C, V->getElementType(), Path + "." + std::to_string(I), F);
    return;
  }
  const clang::RecordDecl *R = T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (!R || R->isUnion())
    return;
  if (auto *Class = llvm::dyn_cast<clang::CXXRecordDecl>(R))
    for (const clang::CXXBaseSpecifier &B : Class->bases())
      forEachLeaf(C, B.getType(), Path, F);
  for (const clang::FieldDecl *Field : R->fields())
    if (!Field->isBitField() && !Field->getType().isVolatileQualified() &&
        !Field->getType()->isReferenceType())
      forEachLeaf(C, Field->getType(), Path + "." + fieldName(Field), F);
}
} // namespace

bool bankfix::isFollowable(const clang::ASTContext &C, clang::QualType T) {
  if (T.isVolatileQualified() || T->isIncompleteType() || T->isDependentType())
    return false;
  if (!T->isRecordType() && !T->isExtVectorType())
    return integerType(C, T) || T->isPointerType();
  std::set<std::string> Leaves;
  bool Differ = true; // A base class may have a member of the same name.
  forEachLeaf(C, T, "", [&](const std::string &Path, clang::QualType) {
    Differ &= Leaves.insert(Path).second;
  });
  return Differ && Leaves.size() <= MaxLeaves && !T->isUnionType();
}

bool Lowering::isFollowed(const clang::VarDecl *V) const {
  return V->isLocalVarDeclOrParm() && !V->isStaticLocal() &&
         !isInSharedMemory(V) && !V->getType()->isReferenceType() &&
         isFollowable(U.Context, V->getType()) &&
         !(Flow && Flow->Lost.count(V));
}

void Lowering::lose(const Object &O) {
  if (Flow && Flow->Lost.insert(O.Of).second)
    Flow->Changed = true;
}

std::string Lowering::variableName(const Object &O) const {
  auto It = Names.find(O.Of);
  return (It == Names.end() ? "$" : It->second) + O.Path;
}

unsigned Lowering::newVariable(std::string Name, IntType T) {
  K->Variables.push_back({std::move(Name), T});
  return K->Variables.size() - 1;
}

const Expr *Lowering::readInteger(const Object &O, clang::QualType T,
                                  const clang::Expr *E) {
  std::optional<IntType> I = integerType(U.Context, T);
  if (!I || (Flow && Flow->Lost.count(O.Of)))
    return E ? unknown(E) : nullptr;
  if (O.Path.empty())
    if (auto It = BoundIntegers.find(O.Of); It != BoundIntegers.end())
      return It->second;
  auto [It, New] = Integers.try_emplace(O, unsigned(Integers.size()));
  std::string Name = variableName(O);
  if (New && K) {
    It->second = newVariable(Name, *I);
    ObjectOf[It->second] = O;
  }
  return Pool.var(It->second, Name, *I);
}

void Lowering::writeInteger(const Object &O, clang::QualType T, const Expr *V) {
  IntType I = *integerType(U.Context, T);
  if (!K)
    return;
  std::set<int> Addresses = addressesIn(V);
  if (Flow && Flow->Lost.count(O.Of)) {
    if (!Addresses.empty())
      unsupported("an address in '" + variableName(O) +
                  "', which bankfix does not follow");
    return;
  }
  if (Flow && Flow->HasAddresses)
    Flow->Changed |=
        (isAddress(V) ? Flow->Pointing : Flow->Numbers).insert(O).second;
  bool IsResult = !Frames.empty() && O.Of == Frames.back().F;
  for (int Array : Addresses)
    if (IsResult)
      Returned[O].insert(Array);
    else
      Flow->Changed |= Flow->Addresses[O].insert(Array).second;
  const Expr *Var = readInteger(O, T, nullptr);
  if (!V)
    V = Pool.opaque(Var->name(), I);
  if (T->isBooleanType() && rangeOf(*V).High > 1)
    V = Pool.binary(Op::Ne, V, Pool.constant(0, V->type()));
  if (addressesIn(Var).size() > 1)
    noteArrayOf(Var->index(), V);
  emit({Assign{Var->index(), Pool.cast(V, I)}});
}

Pointer Lowering::readPointer(const Object &O) {
  Pointer P;
  if (O.Path.empty())
    if (auto It = BoundPointers.find(O.Of); It != BoundPointers.end())
      return It->second;
  P.Targets = {Elsewhere};
  if (!Flow || Flow->Lost.count(O.Of))
    return P;
  auto It = Flow->Targets.find(O);
  if (It == Flow->Targets.end() || *It->second.rbegin() == Elsewhere)
    return P;
  P.Targets = It->second;
  auto [Var, New] = Pointers.try_emplace(O);
  std::string Name = variableName(O);
  if (New) {
    Var->second.Offset = newVariable(Name + "$offset", Bytes64);
    Var->second.Which = newVariable(Name + "$array", Int32);
  }
  auto Known = Flow->Shapes.find(O);
  if (Known != Flow->Shapes.end() && Known->second && areAlike(P.Targets)) {
    const std::optional<VariableFlow::Shape> &Shape = Known->second;
    P.Level = Shape->Level;
    P.Member = Shape->Member;
    for (unsigned D = 0; D < Shape->Dims; ++D) {
      std::string Of = Name + "$" + std::to_string(D);
      if (Var->second.Subscripts.size() == D)
        Var->second.Subscripts.push_back(newVariable(Of, Bytes64));
      P.Subscripts.push_back(Pool.var(Var->second.Subscripts[D], Of, Bytes64));
    }
  }
  P.Offset = Pool.var(Var->second.Offset, Name + "$offset", Bytes64);
  if (P.Targets.size() > 1)
    P.Which = Pool.var(Var->second.Which, Name + "$array", Int32);
  return P;
}

void Lowering::writePointer(const Object &O, const Pointer &P) {
  if (P.ToLocal)
    lose(*P.ToLocal);
  if (!Flow)
    return;
  std::set<int> &Targets = Flow->Targets[O];
  for (int T : P.Targets)
    Flow->Changed |= Targets.insert(T).second;
  noteShape(O, P);
  if (Flow->Lost.count(O.Of) || *Targets.rbegin() == Elsewhere)
    return;
  Pointer Old = readPointer(O);
  emit({Assign{Old.Offset->index(),
               P.Offset ? P.Offset : Pool.constant(0, Bytes64)}});
  if (Old.Which)
    emit({Assign{Old.Which->index(),
                 P.Which ? P.Which : Pool.constant(*P.Targets.begin())}});
  if (P.Subscripts.size() == Old.Subscripts.size())
    for (auto [Var, V] : llvm::zip_equal(Old.Subscripts, P.Subscripts))
      emit({Assign{Var->index(), Pool.cast(V, Bytes64)}});
}

/// Learns whether all values of a variable are subscripts of one kind.
void Lowering::noteShape(const Object &O, const Pointer &P) {
  std::optional<VariableFlow::Shape> New;
  if (!P.Subscripts.empty())
    New = {unsigned(P.Subscripts.size()), P.Level, P.Member};
  auto [It, IsFirst] = Flow->Shapes.try_emplace(O, New);
  bool Differs = !IsFirst && It->second && It->second != New;
  if (Differs)
    It->second.reset();
  Flow->Changed |= IsFirst || Differs;
}

/// Nothing is known any more of what is in \p O.
void Lowering::forget(const Object &O, clang::QualType T) {
  if (!K)
    return;
  forEachLeaf(U.Context, T, O.Path,
              [&](const std::string &Path, clang::QualType Leaf) {
                Object Part{O.Of, Path};
                if (!Leaf->isPointerType())
                  return writeInteger(Part, Leaf, nullptr);
                Pointer P;
                P.Targets = {Elsewhere};
                writePointer(Part, P);
              });
}

/// All members are zero.
void Lowering::clear(const Object &O, clang::QualType T) {
  forEachLeaf(U.Context, T, O.Path,
              [&](const std::string &Path, clang::QualType Leaf) {
                Object Part{O.Of, Path};
                if (std::optional<IntType> I = integerType(U.Context, Leaf))
                  return writeInteger(Part, Leaf, Pool.constant(0, *I));
                Pointer Null;
                Null.Targets = {Elsewhere};
                writePointer(Part, Null);
              });
}

void Lowering::parameterRecord(const Object &O, clang::QualType T) {
  if (!isFollowable(U.Context, T))
    return;
  forEachLeaf(
      U.Context, T, O.Path, [&](const std::string &Path, clang::QualType Leaf) {
        Object Part{O.Of, Path};
        if (std::optional<IntType> I = integerType(U.Context, Leaf))
          writeInteger(Part, Leaf, Pool.opaque(variableName(Part), *I, true));
      });
}

void Lowering::copy(const Object &To, const Place &From, clang::QualType T,
                    const clang::Expr *E) {
  if (!K)
    return;
  if (From.Kind == Place::Shared)
    access(E, From, AccessOp::Load, T);
  if (From.Kind != Place::Local)
    return forget(To, T);
  assign(To, From.Var, T);
}

/// The pointers in a record that goes where nobody follows it.
void Lowering::escapeMembers(const Object &O, clang::QualType T,
                             const clang::Expr *E, const clang::Expr *Around) {
  if (!K || !T->isRecordType() || !isFollowable(U.Context, T))
    return;
  forEachLeaf(U.Context, T, O.Path,
              [&](const std::string &Path, clang::QualType Leaf) {
                if (Leaf->isPointerType())
                  escape(readPointer({O.Of, Path}), E, Around);
              });
}

/// A copy of all that is followed.
void Lowering::assign(const Object &To, const Object &From, clang::QualType T) {
  forEachLeaf(U.Context, T, "",
              [&](const std::string &Path, clang::QualType Leaf) {
                Object Of{From.Of, From.Path + Path};
                Object Into{To.Of, To.Path + Path};
                if (Leaf->isPointerType())
                  writePointer(Into, readPointer(Of));
                else
                  writeInteger(Into, Leaf, readInteger(Of, Leaf, nullptr));
              });
}

/// `make_int2(a, b)`, `{a, b}`: one part for each member, in order.
bool Lowering::initializeParts(const Object &O, clang::QualType T,
                               llvm::ArrayRef<const clang::Expr *> Parts) {
  std::vector<std::pair<Object, clang::QualType>> Members;
  if (auto *V = T->getAs<clang::ExtVectorType>()) {
    for (unsigned I = 0; I < V->getNumElements(); ++I)
      Members.push_back({O.member(std::to_string(I)), V->getElementType()});
  } else if (const clang::RecordDecl *R = T->getAsRecordDecl();
             R && !R->isUnion()) {
    if (auto *C = llvm::dyn_cast<clang::CXXRecordDecl>(R);
        C && C->getNumBases() != 0)
      return false;
    for (const clang::FieldDecl *F : R->fields())
      Members.push_back({O.member(fieldName(F)), F->getType()});
  }
  if (Members.empty() || Members.size() != Parts.size())
    return false;
  for (auto [Member, Part] : llvm::zip(Members, Parts))
    initialize(Member.first, Member.second, Part);
  return true;
}

/// A variable of three members, x, y and z, becomes `threadIdx` or the like.
bool Lowering::launchTriple(const Object &O, clang::QualType T, LaunchValue V) {
  const clang::RecordDecl *R = T->getAsRecordDecl();
  if (!R || !K)
    return false;
  unsigned Axis = 0;
  for (const clang::FieldDecl *F : R->fields())
    if (Axis < 3 && integerType(U.Context, F->getType())) {
      writeInteger(O.member(F->getName()), F->getType(),
                   Pool.launchValue(V, Axis, UInt32));
      ++Axis;
    }
  return Axis == 3;
}

bool Lowering::builtinTriple(const Object &O, clang::QualType T,
                             const clang::Expr *E) {
  if (auto *Call = llvm::dyn_cast<clang::CallExpr>(E))
    if (std::optional<LaunchValue> V = launchTripleOf(*Call))
      return launchTriple(O, T, *V);
  return false;
}

void Lowering::initialize(const Object &O, clang::QualType T,
                          const clang::Expr *Init) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (integerType(U.Context, T))
    return writeInteger(O, T, read(Init));
  if (T->isPointerType() && K)
    return writePointer(O, pointer(Init));
  if (T->isRecordType() || T->isExtVectorType())
    return initializeRecord(O, T, Init);
  // What a member refers to is not followed through it.
  T->isReferenceType() ? give(Init) : void(read(Init));
}

void Lowering::initializeRecord(const Object &O, clang::QualType T,
                                const clang::Expr *Init) {
  Init = Init->IgnoreParens();
  if (builtinTriple(O, T, Init))
    return;
  if (auto *X = llvm::dyn_cast<clang::FullExpr>(Init))
    return initializeRecord(O, T, X->getSubExpr());
  if (auto *X = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(Init))
    return initializeRecord(O, T, X->getSubExpr());
  if (auto *X = llvm::dyn_cast<clang::CompoundLiteralExpr>(Init))
    return initializeRecord(O, T, X->getInitializer());
  if (auto *X = llvm::dyn_cast<clang::CXXDefaultArgExpr>(Init))
    return initializeRecord(O, T, X->getExpr());
  if (auto *X = llvm::dyn_cast<clang::CXXDefaultInitExpr>(Init))
    return initializeRecord(O, T, X->getExpr());
  if (Init->isGLValue())
    return copy(O, place(Init), T, Init);
  if (auto *X = llvm::dyn_cast<clang::CastExpr>(Init)) {
    const clang::Expr *Sub = X->getSubExpr();
    bool Same = U.Context.hasSameUnqualifiedType(Sub->getType(), T);
    if (X->getCastKind() == clang::CK_LValueToRValue ||
        (Same && !Sub->isGLValue()))
      return initializeRecord(O, T, Sub);
    if (X->getCastKind() == clang::CK_ConstructorConversion ||
        X->getCastKind() == clang::CK_UserDefinedConversion)
      return initializeRecord(O, T, Sub);
  }
  if (auto *X = llvm::dyn_cast<clang::InitListExpr>(Init))
    if (initializeParts(O, T, X->inits()))
      return;
  if (auto *X = llvm::dyn_cast<clang::BinaryOperator>(Init)) {
    if (X->isAssignmentOp()) { // C's; its value is hardly ever used.
      assignment(X);
      return forget(O, T);
    }
    if (X->getOpcode() == clang::BO_Comma) {
      read(X->getLHS());
      return initializeRecord(O, T, X->getRHS());
    }
  }
  if (auto *X = llvm::dyn_cast<clang::AbstractConditionalOperator>(Init);
      X && !llvm::isa<clang::BinaryConditionalOperator>(X)) {
    branch(
        X, [&] { initialize(O, T, X->getTrueExpr()); },
        [&] { initialize(O, T, X->getFalseExpr()); });
    return;
  }
  if (auto *X = llvm::dyn_cast<clang::CXXConstructExpr>(Init)) {
    const clang::CXXConstructorDecl *C = X->getConstructor();
    if (C->isCopyOrMoveConstructor() && X->getNumArgs() >= 1 &&
        (C->isTrivial() || C->isImplicit() || isSixteenBitFloat(T)))
      return initializeRecord(O, T, X->getArg(0));
    if (C->isTrivial() && X->getNumArgs() == 0)
      return X->requiresZeroInitialization() ? clear(O, T) : void();
    if (C->getParent()->getName() == "dim3" &&
        initializeParts(O, T, {X->getArgs(), X->getNumArgs()}))
      return;
    if (inlinedConstructor(X, O))
      return;
  }
  if (auto *X = llvm::dyn_cast<clang::CallExpr>(Init)) {
    const clang::FunctionDecl *Callee = X->getDirectCallee();
    if (Callee && Callee->getIdentifier() &&
        Callee->getName().starts_with("make_") &&
        !U.Source.isUserCode(Callee->getLocation()) &&
        initializeParts(O, T, {X->getArgs(), X->getNumArgs()}))
      return;
    if (const clang::FunctionDecl *F = inlined(X)) {
      Place Result;
      Result.Kind = Place::Local;
      Result.Var = result(F);
      return copy(O, Result, T, Init);
    }
    callValue(X);
    return forget(O, T);
  }
  if (llvm::isa<clang::AsTypeExpr>(Init)) {
    value(Init);
    return forget(O, T);
  }
  if (llvm::isa<clang::ImplicitValueInitExpr>(Init))
    return clear(O, T);
  if (auto *L = llvm::dyn_cast<clang::LambdaExpr>(Init))
    return capture(O, L);
  visitChildren(Init);
  forget(O, T);
}
