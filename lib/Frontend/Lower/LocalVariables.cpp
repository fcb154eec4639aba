//===- LocalVariables.cpp - What is in local variables --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lower/LocalVariables.h"
#include "Ast/Types.h"

using namespace bankfix;

namespace {
constexpr IntType Bytes64{64, true};
/// Larger objects are not followed.
constexpr unsigned MaxLeaves = 64;

} // namespace

void bankfix::forEachLeaf(const clang::ASTContext &C, clang::QualType T,
                          const MemberPath &Path, LeafVisitor F) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (integerType(C, T) || T->isPointerType())
    return F(Path, T);
  if (auto *V = T->getAs<clang::ExtVectorType>()) {
    for (unsigned I = 0; I < V->getNumElements(); ++I)
      forEachLeaf(C, V->getElementType(), Path.component(I), F);
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
      forEachLeaf(C, Field->getType(), Path.member(Field), F);
}

bool bankfix::isFollowable(const clang::ASTContext &C, clang::QualType T) {
  if (T.isVolatileQualified() || T->isIncompleteType() || T->isDependentType())
    return false;
  if (!T->isRecordType() && !T->isExtVectorType())
    return integerType(C, T) || T->isPointerType();
  std::set<MemberPath> Leaves;
  bool Differ = true; // A base class may have a member of the same name.
  forEachLeaf(C, T, {}, [&](const MemberPath &Path, clang::QualType) {
    Differ &= Leaves.insert(Path).second;
  });
  return Differ && Leaves.size() <= MaxLeaves && !T->isUnionType();
}

bool LocalVariables::isFollowed(const clang::VarDecl *V) const {
  return V->isLocalVarDeclOrParm() && !V->isStaticLocal() &&
         !isInSharedMemory(V) && !V->getType()->isReferenceType() &&
         // Nobody else sees a volatile one, either.
         isFollowable(U.Context, V->getType()->isIntegerType()
                                     ? V->getType().getUnqualifiedType()
                                     : V->getType()) &&
         !(Flow && Flow->Lost.count(V));
}

void LocalVariables::lose(const Object &O) {
  if (Flow && Flow->Lost.insert(O.Of).second)
    Flow->Changed = true;
}

std::string LocalVariables::variableName(const Object &O) const {
  auto It = Names.find(O.Of);
  return (It == Names.end() ? "$" : It->second) + O.Path.text();
}

const Expr *LocalVariables::readInteger(const Object &O, clang::QualType T,
                                        const clang::Expr *E) {
  std::optional<IntType> I = integerType(U.Context, T);
  if (!I || (Flow && Flow->Lost.count(O.Of)))
    return E ? unknown(E) : nullptr;
  if (O.Path.isWhole())
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

void LocalVariables::writeInteger(const Object &O, clang::QualType T,
                                  const Expr *V) {
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
  writeElement(O, Var, V);
  emit({Assign{Var->index(), Pool.cast(V, I)}});
}

/// What a number is the address of stands beside it, as the value of a pointer
/// variable does. Each call of a function returns one of its own.
void LocalVariables::writeElement(const Object &O, const Expr *Var,
                                  const Expr *V) {
  std::optional<Pointer> At = elementAt(V);
  if (!Frames.empty() && O.Of == Frames.back().F) {
    bool IsOnly = At && !hasElement(Var);
    return noteElement(Var, IsOnly ? stable(*At) : Pointer::elsewhere());
  }
  Object Beside = O.component(0);
  if (!Flow || (!At && !Flow->Targets.contains(Beside)))
    return;
  writePointer(Beside, At ? *At : Pointer::elsewhere());
  noteElement(Var, readPointer(Beside));
}

Pointer LocalVariables::readPointer(const Object &O) {
  Pointer P;
  if (O.Path.isWhole())
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

void LocalVariables::writePointer(const Object &O, const Pointer &P) {
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
void LocalVariables::noteShape(const Object &O, const Pointer &P) {
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
void LocalVariables::forget(const Object &O, clang::QualType T) {
  if (!K)
    return;
  forEachLeaf(U.Context, T, O.Path,
              [&](const MemberPath &Path, clang::QualType Leaf) {
                Object Part{O.Of, Path};
                if (!Leaf->isPointerType())
                  return writeInteger(Part, Leaf, nullptr);
                Pointer P;
                P.Targets = {Elsewhere};
                writePointer(Part, P);
              });
}

/// All members are zero.
void LocalVariables::clear(const Object &O, clang::QualType T) {
  forEachLeaf(U.Context, T, O.Path,
              [&](const MemberPath &Path, clang::QualType Leaf) {
                Object Part{O.Of, Path};
                if (std::optional<IntType> I = integerType(U.Context, Leaf))
                  return writeInteger(Part, Leaf, Pool.constant(0, *I));
                Pointer Null;
                Null.Targets = {Elsewhere};
                writePointer(Part, Null);
              });
}

void LocalVariables::parameterRecord(const Object &O, clang::QualType T) {
  if (!isFollowable(U.Context, T))
    return;
  forEachLeaf(
      U.Context, T, O.Path, [&](const MemberPath &Path, clang::QualType Leaf) {
        Object Part{O.Of, Path};
        if (std::optional<IntType> I = integerType(U.Context, Leaf))
          writeInteger(Part, Leaf, Pool.opaque(variableName(Part), *I, true));
      });
}

/// A copy of all that is followed.
void LocalVariables::assign(const Object &To, const Object &From,
                            clang::QualType T) {
  forEachLeaf(U.Context, T, {},
              [&](const MemberPath &Path, clang::QualType Leaf) {
                Object Of{From.Of, From.Path + Path};
                Object Into{To.Of, To.Path + Path};
                if (Leaf->isPointerType())
                  writePointer(Into, readPointer(Of));
                else
                  writeInteger(Into, Leaf, readInteger(Of, Leaf, nullptr));
              });
}

/// A variable of three members, x, y and z, becomes `threadIdx` or the like.
bool LocalVariables::launchTriple(const Object &O, clang::QualType T,
                                  LaunchValue V) {
  const clang::RecordDecl *R = T->getAsRecordDecl();
  if (!R || !K)
    return false;
  unsigned Axis = 0;
  for (const clang::FieldDecl *F : R->fields())
    if (Axis < 3 && integerType(U.Context, F->getType())) {
      writeInteger(O.member(F), F->getType(),
                   Pool.launchValue(V, Axis, UInt32));
      ++Axis;
    }
  return Axis == 3;
}

/// Each has the others' rows.
bool LocalVariables::areAlike(const std::set<int> &Arrays) const {
  const SharedArray *First = nullptr;
  for (int I : Arrays) {
    if (I == Elsewhere)
      return false;
    const SharedArray &A = U.SharedArrays[I];
    First = First ? First : &A;
    if (A.Dims.size() != First->Dims.size() ||
        A.ElementBytes != First->ElementBytes ||
        !std::equal(A.Dims.begin() + 1, A.Dims.end(), First->Dims.begin() + 1))
      return false;
  }
  return true;
}
