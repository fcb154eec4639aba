//===- AddressNumbers.cpp - Numbers that are addresses of arrays ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lower/AddressNumbers.h"

using namespace bankfix;

namespace {
constexpr IntType Bytes64{64, true};
/// More than any block has.
constexpr int64_t MaxShared = (1 << 18) - 1;
} // namespace

const Expr *AddressNumbers::arrayAddress(unsigned Array) {
  const Expr *E = Pool.opaque(
      "the address of array " + std::to_string(Array), Bytes64,
      /*Uniform=*/true, 0, MaxShared, "&" + U.SharedArrays[Array].Name);
  Addresses[E] = Array;
  return E;
}

const Expr *AddressNumbers::someAddress(llvm::StringRef Text, IntType T) {
  const Expr *E = Pool.opaque(("the address of an array: " + Text).str(), T);
  Addresses[E] = Elsewhere;
  return E;
}

/// The arrays whose addresses are in \p V.
std::set<int> AddressNumbers::addressesIn(const Expr *V) const {
  std::set<int> Out;
  if (!V || !Flow || !Flow->HasAddresses)
    return Out;
  llvm::SmallVector<const Expr *, 16> Work = {V};
  std::set<const Expr *> Seen = {V};
  while (!Work.empty()) {
    const Expr *E = Work.pop_back_val();
    if (E->kind() == ExprKind::Opaque) {
      if (auto It = Addresses.find(E);
          It != Addresses.end() && It->second != Elsewhere)
        Out.insert(It->second);
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
bool AddressNumbers::isAddressIn(const Expr *V,
                                 std::map<const Expr *, bool> &Is) const {
  auto [It, New] = Is.try_emplace(V, false);
  if (!New)
    return It->second;
  auto Of = [&](unsigned Operand) {
    return isAddressIn(V->operand(Operand), Is);
  };
  bool Result = false;
  if (V->kind() == ExprKind::Opaque) {
    Result = Addresses.contains(V);
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

bool AddressNumbers::isAddress(const Expr *V) const {
  std::map<const Expr *, bool> Is;
  return V && Flow && Flow->HasAddresses && isAddressIn(V, Is);
}

/// \p S reaches shared memory by an address, which is an array's or not.
void AddressNumbers::noteReach(const clang::Stmt *S, bool IsNamed) {
  if (Flow)
    Flow->Reaches.try_emplace(S, true).first->second &= IsNamed;
}

/// Says which array's address is in variable \p Var.
unsigned AddressNumbers::arrayVariable(unsigned Var) {
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
const Expr *AddressNumbers::arrayIn(const Expr *V) {
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
void AddressNumbers::noteArrayOf(unsigned Var, const Expr *V) {
  const Expr *Which = arrayIn(V);
  unsigned N = arrayVariable(Var);
  emit({Assign{N, Which ? Which : Pool.opaque(K->Variables[N].Name, Int32)}});
}

/// \p V without conversions that keep an address.
const Expr *AddressNumbers::uncast(const Expr *V) {
  while (V && V->kind() == ExprKind::Cast && V->type().Bits >= 32)
    V = V->operand(0);
  return V;
}

std::optional<Pointer> AddressNumbers::elementAt(const Expr *V) const {
  auto It = Elements.find(uncast(V));
  return It == Elements.end() ? std::nullopt : It->second;
}

/// \p V is the address of what \p P leads to, until another is noted of it.
void AddressNumbers::noteElement(const Expr *V, const Pointer &P) {
  V = uncast(V);
  std::optional<Pointer> New;
  if (P.array() && !P.Subscripts.empty())
    New = P;
  auto [It, IsFirst] = Elements.try_emplace(V, New);
  if (V->kind() == ExprKind::Var)
    It->second = New;
  else if (!It->second || !New || It->second->Subscripts != New->Subscripts)
    It->second.reset(); // `&a[0][64]` and `&a[1][0]` may be one value.
}

void AddressNumbers::forgetResult(const void *F) {
  std::erase_if(Returned, [&](const auto &R) { return R.first.Of == F; });
  llvm::SmallVector<const Expr *, 2> Old;
  for (const auto &[V, P] : Elements)
    if (V->kind() == ExprKind::Var && ObjectOf.lookup(V->index()).Of == F)
      Old.push_back(V);
  for (const Expr *V : Old)
    Elements.erase(V);
}

const Expr *AddressNumbers::temporary(const Expr *Value) {
  if (!K)
    return Value;
  std::string Name = "$" + std::to_string(K->Variables.size());
  unsigned N = newVariable(Name, Value->type());
  if (std::set<int> Arrays = addressesIn(Value); !Arrays.empty()) {
    if (Arrays.size() > 1)
      noteArrayOf(N, Value);
    Holding[N] = std::move(Arrays);
  }
  if (isAddress(Value))
    HoldingAddress.insert(N);
  std::optional<Pointer> Element = elementAt(Value);
  emit({Assign{N, Value}});
  const Expr *Var = Pool.var(N, Name, Value->type());
  if (Element)
    noteElement(Var, stable(*Element));
  return Var;
}

const Expr *AddressNumbers::keep(const Expr *Value, const StmtList &Effects) {
  bool Changes = llvm::any_of(Effects, [](const Stmt &S) {
    return !std::holds_alternative<Access>(S.Node) &&
           !std::holds_alternative<Work>(S.Node);
  });
  return Value && Changes && !Value->isConst() ? temporary(Value) : Value;
}

/// The same whenever it is evaluated.
static bool isFixed(const Expr &E) {
  if (E.kind() == ExprKind::Var ||
      (E.kind() == ExprKind::Opaque && !E.isUniform()))
    return false;
  for (unsigned I = 0; I < E.numOperands(); ++I)
    if (!isFixed(*E.operand(I)))
      return false;
  return true;
}

const Expr *AddressNumbers::stable(const Expr *V) {
  return V && !isFixed(*V) ? temporary(V) : V;
}

Pointer AddressNumbers::stable(Pointer P) {
  P.Offset = stable(P.Offset);
  P.Which = stable(P.Which);
  for (const Expr *&S : P.Subscripts)
    S = stable(S);
  return P;
}

Place AddressNumbers::stable(Place P) {
  P.At = stable(std::move(P.At));
  return P;
}
