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
#include "Lower/SharedAssembly.h"

using namespace bankfix;

namespace {
constexpr IntType Bytes64{64, true};
/// More than any block has.
constexpr int64_t MaxShared = (1 << 18) - 1;
constexpr llvm::StringLiteral AddressPrefix = "the address of array ";
/// Of one array of several.
constexpr llvm::StringLiteral SomePrefix = "the address of an array: ";
} // namespace

const Expr *Lowering::arrayAddress(unsigned Array) {
  return Pool.opaque(AddressPrefix.str() + std::to_string(Array), Bytes64,
                     /*Uniform=*/true, 0, MaxShared,
                     "&" + U.Out.Prog.Arrays[Array].Name);
}

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
    return Pool.opaque(SomePrefix.str() + textOf(Whole),
                       *integerType(U.Context, Whole->getType()));
  }
  Flow->Changed |= !std::exchange(Flow->HasAddresses, true);
  return toType(Pool.add(arrayAddress(*Array), P.Offset), Whole->getType());
}

/// The arrays whose addresses are in \p V.
std::set<int> Lowering::addressesIn(const Expr *V) const {
  std::set<int> Out;
  if (!V || !Flow || !Flow->HasAddresses)
    return Out;
  llvm::SmallVector<const Expr *, 16> Work = {V};
  std::set<const Expr *> Seen = {V};
  while (!Work.empty()) {
    const Expr *E = Work.pop_back_val();
    int Array = 0;
    if (E->kind() == ExprKind::Opaque) {
      llvm::StringRef Name = E->name();
      if (Name.consume_front(AddressPrefix) && !Name.getAsInteger(10, Array))
        Out.insert(Array);
    } else if (E->kind() == ExprKind::Var) {
      if (auto It = Holding.find(E->index()); It != Holding.end())
        Out.insert(It->second.begin(), It->second.end());
      if (auto It = ObjectOf.find(E->index()); It != ObjectOf.end())
        for (const std::map<Object, std::set<int>> *All :
             {&std::as_const(Flow->Addresses), &Returned})
          if (auto Of = All->find(It->second); Of != All->end())
            Out.insert(Of->second.begin(), Of->second.end());
    }
    for (unsigned I = 0; I < E->numOperands(); ++I)
      if (Seen.insert(E->operand(I)).second)
        Work.push_back(E->operand(I));
  }
  return Out;
}

/// \p V is an array's address, whatever is added to it, and nothing else. \p Is
/// has what was found of others.
bool Lowering::isAddress(const Expr *V,
                         std::map<const Expr *, bool> &Is) const {
  auto [It, New] = Is.try_emplace(V, false);
  if (!New)
    return It->second;
  auto Of = [&](unsigned Operand) {
    return isAddress(V->operand(Operand), Is);
  };
  bool Result = false;
  if (V->kind() == ExprKind::Opaque) {
    Result = V->name().starts_with(AddressPrefix) ||
             V->name().starts_with(SomePrefix);
  } else if (V->kind() == ExprKind::Var) {
    auto Var = ObjectOf.find(V->index());
    Result = Var == ObjectOf.end() ? HoldingAddress.contains(V->index())
                                   : Flow->Pointing.count(Var->second) &&
                                         !Flow->Numbers.count(Var->second);
  } else if (V->kind() == ExprKind::Cast) {
    Result = Of(0);
  } else if (V->kind() == ExprKind::Select) {
    Result = Of(1) && Of(2);
  } else if (V->kind() == ExprKind::Binary) {
    Op O = V->op();
    bool Keeps = O == Op::Add || O == Op::Xor || O == Op::Or || O == Op::And;
    Result = O == Op::Sub ? Of(0) : Keeps && (Of(0) || Of(1));
  }
  return Is[V] = Result;
}

bool Lowering::isAddress(const Expr *V) const {
  std::map<const Expr *, bool> Is;
  return V && Flow && Flow->HasAddresses && isAddress(V, Is);
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

/// \p S reaches shared memory by an address, which is an array's or not.
void Lowering::noteReach(const clang::Stmt *S, bool IsNamed) {
  if (Flow)
    Flow->Reaches.try_emplace(S, true).first->second &= IsNamed;
}

/// Says which array's address is in variable \p Var.
unsigned Lowering::arrayVariable(unsigned Var) {
  auto [It, New] = ArrayVariables.try_emplace(Var, 0);
  if (New) {
    unsigned N = newVariable(K->Variables[Var].Name + "$array", Int32);
    ArrayVariables[Var] = N;
    return N;
  }
  return It->second;
}

/// The number of the array whose address is in \p V; null where that is not
/// known.
const Expr *Lowering::arrayIn(const Expr *V) {
  std::set<int> Arrays = addressesIn(V);
  if (Arrays.empty())
    return nullptr;
  if (Arrays.size() == 1)
    return Pool.constant(*Arrays.begin());
  if (V->kind() == ExprKind::Var) {
    unsigned N = arrayVariable(V->index());
    return Pool.var(N, K->Variables[N].Name, Int32);
  }
  if (V->kind() == ExprKind::Select) {
    const Expr *A = arrayIn(V->operand(1)), *B = arrayIn(V->operand(2));
    return A && B ? Pool.select(V->operand(0), A, B) : nullptr;
  }
  // An address and what is added to it.
  const Expr *Of = nullptr;
  for (unsigned I = 0; I < V->numOperands(); ++I) {
    if (addressesIn(V->operand(I)).empty())
      continue;
    if (Of)
      return nullptr;
    Of = V->operand(I);
  }
  return Of ? arrayIn(Of) : nullptr;
}

/// \p V, which has addresses of several arrays or comes to a variable that has,
/// is assigned to \p Var.
void Lowering::noteArrayOf(unsigned Var, const Expr *V) {
  const Expr *Which = arrayIn(V);
  unsigned N = arrayVariable(Var);
  emit({Assign{N, Which ? Which : Pool.opaque(K->Variables[N].Name, Int32)}});
}

/// Addresses in \p V go where nobody follows them.
void Lowering::giveNumber(const Expr *V, const clang::Expr *E) {
  Pointer P;
  P.Targets = addressesIn(V);
  if (!P.Targets.empty())
    escape(P, E);
}

void Lowering::sharedInstruction(const SharedInstruction &I,
                                 const clang::Expr *Operand,
                                 const clang::Expr *Size,
                                 clang::SourceLocation Where) {
  const Expr *V = value(Operand);
  Pointer P;
  P.Targets = addressesIn(V);
  if (P.Targets.empty())
    return;
  unsigned Bytes = I.Bytes;
  if (Size) {
    const Expr *C = constantOf(Size);
    Bytes = C && C->isConst() ? unsigned(C->value()) : 0;
  }
  std::string Why;
  const Expr *Which = P.Targets.size() > 1 ? arrayIn(V) : nullptr;
  if (P.Targets.size() > 1 && !Which)
    Why = "its address may be that of several arrays";
  else if (!I.Op)
    Why = "bankfix does not know the instruction '" + I.Text + "'";
  else if (Bytes != 1 && Bytes != 2 && Bytes != 4 && Bytes != 8 && Bytes != 16)
    Why = "the size of the copy is not known";
  if (!Why.empty())
    return notUnderstood(Operand, P, Why);
  StmtList Inner;
  for (int Array : P.Targets) {
    Access A;
    A.Site = siteOf(Operand, Place(), *I.Op, Array, Bytes);
    K->Sites[A.Site].Place = U.Source.place(Where);
    A.Offset = Pool.add(
        Pool.binary(Op::Sub, Pool.cast(V, Bytes64), arrayAddress(Array)),
        Pool.constant(I.Offset, Bytes64));
    A.Targets = P.Targets.size();
    if (Which)
      A.Only = Pool.binary(Op::Eq, Which, Pool.constant(Array));
    Inner.push_back({std::move(A)});
  }
  if (I.Lanes == 32)
    return append(std::move(Inner));
  emit({If{Pool.binary(Op::Lt, laneOfWarp(), Pool.constant(I.Lanes, UInt32)),
           "the first lanes",
           std::move(Inner),
           {}}});
}

namespace {

/// An asm statement's operands, by the names that its text has for them.
class Operands {
public:
  explicit Operands(const clang::GCCAsmStmt &S) : S(S) {}

  unsigned count() const { return S.getNumOutputs() + S.getNumInputs(); }
  std::optional<unsigned> number(llvm::StringRef Name) const {
    unsigned N = 0;
    if (!Name.getAsInteger(10, N))
      return N < count() ? std::optional(N) : std::nullopt;
    for (unsigned I = 0; I < count(); ++I) {
      llvm::StringRef Own = I < S.getNumOutputs()
                                ? S.getOutputName(I)
                                : S.getInputName(I - S.getNumOutputs());
      if (!Own.empty() && Own == Name)
        return I;
    }
    return std::nullopt;
  }
  /// The expression of an input; null for outputs and what is no operand.
  const clang::Expr *input(llvm::StringRef Name) const {
    std::optional<unsigned> N = number(Name);
    return N && *N >= S.getNumOutputs() ? S.getInputExpr(*N - S.getNumOutputs())
                                        : nullptr;
  }

private:
  const clang::GCCAsmStmt &S;
};

} // namespace

/// Whether all shared memory that \p S reaches is that of arrays.
void Lowering::noteReaches(const clang::GCCAsmStmt *S) {
  SharedAssembly Text = readAssembly(S->getAsmString());
  Operands Of(*S);
  for (const SharedInstruction &I : Text.Instructions)
    for (const std::string &Name : I.Addresses) {
      const clang::Expr *E = Of.input(Name);
      noteReach(S, E && isAddress(E));
    }
  if (Text.ByDescriptor.empty())
    return;
  bool HasAddress = false;
  for (unsigned I = 0; I < S->getNumInputs(); ++I)
    collect(
        [&] { HasAddress |= !addressesIn(value(S->getInputExpr(I))).empty(); });
  noteReach(S, HasAddress);
}

/// What the instructions that are known do; returns the inputs that they use
/// up.
std::set<const clang::Expr *>
Lowering::knownAssembly(const clang::GCCAsmStmt *S) {
  std::set<const clang::Expr *> Used;
  SharedAssembly Text = readAssembly(S->getAsmString());
  Operands Of(*S);
  for (const SharedInstruction &I : Text.Instructions) {
    const clang::Expr *Address = Of.input(I.Address);
    if (!Address || !Address->getType()->isIntegerType())
      continue;
    const clang::Expr *Size =
        I.BytesOperand.empty() ? nullptr : Of.input(I.BytesOperand);
    const clang::Expr *Runs = Of.input(I.Predicate);
    const Expr *C = nullptr;
    if (Runs)
      C = condition(Runs);
    else if (!I.Predicate.empty())
      C = Pool.opaque("the predicate of '" + I.Text + "'", IntType{8, false},
                      false, 0, 1);
    StmtList Effects =
        collect([&] { sharedInstruction(I, Address, Size, S->getAsmLoc()); });
    if (C && hasEffects(Effects))
      emit({If{I.IsNegated ? Pool.unary(Op::LogNot, C) : C,
               Runs ? U.Source.text(Runs->getSourceRange()) : "the predicate",
               std::move(Effects),
               {}}});
    else
      append(std::move(Effects));
    Used.insert(Address);
  }
  if (!Text.Converted)
    return Used;
  const clang::Expr *From = Of.input(Text.Converted->From);
  std::optional<unsigned> To = Of.number(Text.Converted->To);
  if (From && From->getType()->isPointerType() && To &&
      *To < S->getNumOutputs()) {
    const clang::Expr *Output = S->getOutputExpr(*To);
    Place P = place(Output);
    const Expr *V = addressValue(From, From);
    if (P.Kind == Place::Local && V &&
        integerType(U.Context, Output->getType()))
      writeInteger(P.Var, Output->getType(), V);
    else
      giveNumber(V, From);
    Used.insert(From);
    Used.insert(Output);
  }
  return Used;
}

/// What else assembly does with addresses is unknown.
void Lowering::assembly(const clang::AsmStmt *S) {
  std::set<const clang::Expr *> Used;
  if (auto *G = llvm::dyn_cast<clang::GCCAsmStmt>(S); G && K) {
    noteReaches(G);
    Used = knownAssembly(G);
  }
  for (unsigned I = 0; I < S->getNumInputs(); ++I)
    if (!Used.count(S->getInputExpr(I)))
      give(S->getInputExpr(I));
  for (unsigned I = 0; I < S->getNumOutputs(); ++I) {
    const clang::Expr *E = S->getOutputExpr(I);
    if (Used.count(E))
      continue;
    Place P = place(E);
    if (P.Kind == Place::Local)
      forget(P.Var, E->getType());
    else
      escape(addressOf(P), E);
  }
}
