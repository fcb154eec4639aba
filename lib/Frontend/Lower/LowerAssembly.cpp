//===- LowerAssembly.cpp - Assembly, and addresses as numbers -------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembly gets addresses as numbers: the array's own, which is one unknown
// value, plus an offset. Wherever such a number goes, the address is in it, and
// what is left when it is taken off again is the offset.
//
//===----------------------------------------------------------------------===//

#include "Ast/Types.h"
#include "Lower/Lowering.h"
#include "PointsTo/AssemblyOperands.h"
#include "PointsTo/SharedAssembly.h"

using namespace bankfix;

namespace {
constexpr IntType Bytes64{64, true};
} // namespace

/// `__cvta_generic_to_shared(p)`
const Expr *Lowering::addressValue(const clang::Expr *Of,
                                   const clang::Expr *Whole) {
  Pointer P = pointer(Of);
  std::optional<unsigned> Array = P.array();
  if (!Array || !Flow) {
    escape(P, Whole);
    if (!Flow || P.Targets.count(Elsewhere) ||
        !integerType(U.Context, Whole->getType()))
      return unknown(Whole);
    Flow->Changed |= !std::exchange(Flow->HasAddresses, true);
    return someAddress(textOf(Whole),
                       *integerType(U.Context, Whole->getType()));
  }
  Flow->Changed |= !std::exchange(Flow->HasAddresses, true);
  const Expr *V =
      toType(Pool.add(arrayAddress(*Array), P.Offset), Whole->getType());
  if (V)
    noteElement(V, P);
  return V;
}

const Expr *bankfix::startValue(const PointerUnit &U, unsigned Array) {
  return U.Pool.opaque("the start of array " + std::to_string(Array) +
                           " as a number",
                       IntType{64, false}, /*Uniform=*/true);
}

/// The same of an operand, without a second look at what it does.
bool Lowering::isAddress(const clang::Expr *E) {
  bool Is = false;
  collect([&] {
    if (E->getType()->isPointerType())
      Is = !pointer(E).Targets.count(Elsewhere);
    else
      Is = isAddress(value(E));
  });
  return Is;
}

namespace {

/// What one statement does.
class AssemblyLowering {
public:
  explicit AssemblyLowering(Lowering &L) : L(L), U(L.U), Pool(L.Pool) {}

  void lower(const clang::AsmStmt *S);

private:
  void sharedInstruction(const SharedInstruction &I, const clang::Expr *Operand,
                         const clang::Expr *Size, clang::SourceLocation Where);
  void noteReaches(const clang::GCCAsmStmt *S);
  std::set<const clang::Expr *> known(const clang::GCCAsmStmt *S);

  Lowering &L;
  LoweredUnit &U;
  ExprPool &Pool;
};

} // namespace

void AssemblyLowering::sharedInstruction(const SharedInstruction &I,
                                         const clang::Expr *Operand,
                                         const clang::Expr *Size,
                                         clang::SourceLocation Where) {
  const Expr *V = L.value(Operand);
  Pointer P;
  P.Targets = L.addressesIn(V);
  if (P.Targets.empty())
    return;
  unsigned Bytes = I.Bytes;
  if (Size) {
    const Expr *C = L.constantOf(Size);
    Bytes = C && C->isConst() ? unsigned(C->value()) : 0;
  }
  std::string Why;
  const Expr *Which = P.Targets.size() > 1 ? L.arrayIn(V) : nullptr;
  if (P.Targets.size() > 1 && !Which)
    Why = "its address may be that of several arrays";
  else if (!I.Op)
    Why = "bankfix does not know the instruction '" + I.Text + "'";
  else if (Bytes != 1 && Bytes != 2 && Bytes != 4 && Bytes != 8 && Bytes != 16)
    Why = "the size of the copy is not known";
  if (!Why.empty())
    return L.notUnderstood(Operand, P, Why);
  StmtList Inner;
  for (int Array : P.Targets) {
    Access A;
    A.Site = L.siteOf(Operand, Place(), *I.Op, Array, Bytes);
    L.K->Sites[A.Site].Place = U.Source.place(Where);
    // An element's number has subscripts instead, which keep to their rows.
    L.K->Sites[A.Site].IsFlat =
        !U.Numbers.OfElements.lookup(Operand).count(Array) &&
        U.Counted.count(Array) != 0 && U.SharedArrays[Array].Dims.size() > 1;
    if (std::optional<Pointer> At = L.elementAt(V);
        At && At->array() == unsigned(Array) && I.Offset == 0) {
      A.Subscripts = At->Subscripts;
      A.MemberOffset = At->Member;
    } else {
      A.Offset = Pool.add(
          Pool.binary(Op::Sub, Pool.cast(V, Bytes64), L.arrayAddress(Array)),
          Pool.constant(I.Offset, Bytes64));
    }
    A.Targets = P.Targets.size();
    if (Which)
      A.Only = Pool.binary(Op::Eq, Which, Pool.constant(Array));
    Inner.push_back({std::move(A)});
  }
  if (I.Lanes == 32)
    return L.append(std::move(Inner));
  L.emit(
      {If{Pool.binary(Op::Lt, L.laneOfWarp(), Pool.constant(I.Lanes, UInt32)),
          "the first lanes",
          std::move(Inner),
          {}}});
}

/// Whether all shared memory that \p S reaches is that of arrays.
void AssemblyLowering::noteReaches(const clang::GCCAsmStmt *S) {
  SharedAssembly Text = readAssembly(S->getAsmString());
  AssemblyOperands Of(*S);
  for (const SharedInstruction &I : Text.Instructions)
    for (const std::string &Name : I.Addresses) {
      const clang::Expr *E = Of.input(Name);
      L.noteReach(S, E && L.isAddress(E));
    }
  if (Text.ByDescriptor.empty())
    return;
  bool HasAddress = false;
  for (unsigned I = 0; I < S->getNumInputs(); ++I)
    L.collect([&] {
      HasAddress |= !L.addressesIn(L.value(S->getInputExpr(I))).empty();
    });
  L.noteReach(S, HasAddress);
}

/// What the instructions that are known do; returns the inputs that they use
/// up.
std::set<const clang::Expr *>
AssemblyLowering::known(const clang::GCCAsmStmt *S) {
  std::set<const clang::Expr *> Used;
  SharedAssembly Text = readAssembly(S->getAsmString());
  if (Text.Ends)
    L.unsupported("assembly that ends threads");
  AssemblyOperands Of(*S);
  for (const SharedInstruction &I : Text.Instructions) {
    const clang::Expr *Address = Of.input(I.Address);
    if (!Address || !Address->getType()->isIntegerType())
      continue;
    const clang::Expr *Size =
        I.BytesOperand.empty() ? nullptr : Of.input(I.BytesOperand);
    const clang::Expr *Runs = Of.input(I.Predicate);
    const Expr *C = nullptr;
    if (Runs)
      C = L.condition(Runs);
    else if (!I.Predicate.empty())
      C = Pool.opaque("the predicate of '" + I.Text + "'", IntType{8, false},
                      false, 0, 1);
    StmtList Effects =
        L.collect([&] { sharedInstruction(I, Address, Size, S->getAsmLoc()); });
    if (C && L.hasEffects(Effects))
      L.emit({If{I.IsNegated ? Pool.unary(Op::LogNot, C) : C,
                 Runs ? U.Source.text(Runs->getSourceRange()) : "the predicate",
                 std::move(Effects),
                 {}}});
    else
      L.append(std::move(Effects));
    Used.insert(Address);
  }
  if (!Text.Converted)
    return Used;
  const clang::Expr *From = Of.input(Text.Converted->From);
  std::optional<unsigned> To = Of.number(Text.Converted->To);
  if (From && From->getType()->isPointerType() && To &&
      *To < S->getNumOutputs()) {
    const clang::Expr *Output = S->getOutputExpr(*To);
    Place P = L.place(Output);
    const Expr *V = L.addressValue(From, Output);
    if (P.Kind == Place::Local && V &&
        integerType(U.Context, Output->getType()))
      L.writeInteger(P.Var, Output->getType(), V);
    else
      L.giveNumber(V, From);
    Used.insert(From);
    Used.insert(Output);
  }
  return Used;
}

/// What else assembly does with addresses is unknown.
void AssemblyLowering::lower(const clang::AsmStmt *S) {
  std::set<const clang::Expr *> Used;
  if (auto *G = llvm::dyn_cast<clang::GCCAsmStmt>(S); G && L.K) {
    noteReaches(G);
    Used = known(G);
  }
  for (unsigned I = 0; I < S->getNumInputs(); ++I)
    if (!Used.count(S->getInputExpr(I)))
      L.give(S->getInputExpr(I));
  for (unsigned I = 0; I < S->getNumOutputs(); ++I) {
    const clang::Expr *E = S->getOutputExpr(I);
    if (Used.count(E))
      continue;
    Place P = L.place(E);
    if (P.Kind == Place::Local)
      L.forget(P.Var, E->getType());
    else
      L.escape(L.addressOf(P), E);
  }
}

void bankfix::lowerAssembly(Lowering &L, const clang::AsmStmt *S) {
  AssemblyLowering(L).lower(S);
}
