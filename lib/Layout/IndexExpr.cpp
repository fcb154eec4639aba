//===- IndexExpr.cpp - Where an element goes, as an expression ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Layout/IndexExpr.h"
#include "bankfix/Kernel/UsualConversions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <variant>

using namespace bankfix;

namespace {
struct Subscript {
  unsigned Dim;
};
struct Operation {
  Op O;
  IndexExpr A, B;
};
} // namespace

struct IndexExpr::Node {
  std::variant<Subscript, int64_t, Operation> Is;
};

IndexExpr IndexExpr::subscript(unsigned Dim) {
  return IndexExpr(std::make_shared<Node>(Node{Subscript{Dim}}));
}

IndexExpr IndexExpr::constant(int64_t Value) {
  return IndexExpr(std::make_shared<Node>(Node{Value}));
}

IndexExpr IndexExpr::binary(Op O, IndexExpr A, IndexExpr B) {
  std::optional<int64_t> By = B.asConstant();
  bool IsFactor = O == Op::Mul || O == Op::Div;
  bool IsTerm = O == Op::Add || O == Op::Sub || O == Op::Shl || O == Op::Shr;
  if ((IsFactor && By == 1) || (IsTerm && By == 0))
    return A;
  return IndexExpr(
      std::make_shared<Node>(Node{Operation{O, std::move(A), std::move(B)}}));
}

std::optional<unsigned> IndexExpr::asSubscript() const {
  auto *S = std::get_if<Subscript>(&N->Is);
  return S ? std::optional(S->Dim) : std::nullopt;
}

std::optional<int64_t> IndexExpr::asConstant() const {
  auto *C = std::get_if<int64_t>(&N->Is);
  return C ? std::optional(*C) : std::nullopt;
}

bool IndexExpr::is(Op O) const {
  auto *Is = std::get_if<Operation>(&N->Is);
  return Is && Is->O == O;
}

IndexExpr IndexExpr::left() const { return std::get<Operation>(N->Is).A; }
IndexExpr IndexExpr::right() const { return std::get<Operation>(N->Is).B; }

static int64_t apply(Op O, int64_t A, int64_t B) {
  switch (O) {
  case Op::Add:
    return A + B;
  case Op::Sub:
    return A - B;
  case Op::Mul:
    return A * B;
  case Op::Div:
    return A / B;
  case Op::Rem:
    return A % B;
  case Op::Shl:
    return A << B;
  case Op::Shr:
    return A >> B;
  case Op::And:
    return A & B;
  case Op::Xor:
    return A ^ B;
  default:
    llvm_unreachable("no operator of a layout");
  }
}

int64_t IndexExpr::evaluate(llvm::ArrayRef<int64_t> Subscripts) const {
  if (auto *S = std::get_if<Subscript>(&N->Is))
    return Subscripts[S->Dim];
  if (auto *C = std::get_if<int64_t>(&N->Is))
    return *C;
  auto &[O, A, B] = std::get<Operation>(N->Is);
  return apply(O, A.evaluate(Subscripts), B.evaluate(Subscripts));
}

const Expr *IndexExpr::lower(ExprPool &Pool,
                             llvm::ArrayRef<const Expr *> Subscripts) const {
  if (auto *S = std::get_if<Subscript>(&N->Is))
    return Subscripts[S->Dim];
  if (auto *C = std::get_if<int64_t>(&N->Is))
    return Pool.constant(*C);
  auto &[O, A, B] = std::get<Operation>(N->Is);
  return usualBinary(Pool, O, A.lower(Pool, Subscripts),
                     B.lower(Pool, Subscripts));
}

/// Operands of an \p O that stand without parentheses: products in sums, and
/// what is done first anyway. Of shifts and bits, nobody knows that by heart.
static bool needsParens(Op O, const IndexExpr &Operand, bool IsLeft) {
  if (Operand.asSubscript() || Operand.asConstant())
    return false; // A subscript has its own.
  auto IsProduct = [&] { return Operand.is(Op::Mul) || Operand.is(Op::Div); };
  if (O == Op::Add && IsProduct())
    return false;
  if (O == Op::Mul && IsLeft && IsProduct())
    return false;
  return !(IsLeft && Operand.is(O) && (O == Op::Add || O == Op::Xor));
}

/// Without the outermost parentheses.
std::string
IndexExpr::part(llvm::function_ref<std::string(unsigned)> Name) const {
  if (auto *S = std::get_if<Subscript>(&N->Is))
    return "(" + Name(S->Dim) + ")";
  if (auto *C = std::get_if<int64_t>(&N->Is))
    return std::to_string(*C);
  auto &[O, A, B] = std::get<Operation>(N->Is);
  auto Operand = [&, O = O](const IndexExpr &E, bool IsLeft) {
    std::string Text = E.part(Name);
    return needsParens(O, E, IsLeft) ? "(" + Text + ")" : Text;
  };
  return Operand(A, true) + " " + spelling(O).str() + " " + Operand(B, false);
}

std::string
IndexExpr::text(llvm::function_ref<std::string(unsigned)> Name) const {
  bool IsLeaf = asSubscript() || asConstant();
  return IsLeaf ? part(Name) : "(" + part(Name) + ")";
}

IndexExpr IndexExpr::substitute(llvm::ArrayRef<IndexExpr> Subscripts) const {
  if (auto *S = std::get_if<Subscript>(&N->Is))
    return Subscripts[S->Dim];
  if (asConstant())
    return *this;
  auto &[O, A, B] = std::get<Operation>(N->Is);
  return binary(O, A.substitute(Subscripts), B.substitute(Subscripts));
}

std::vector<unsigned> IndexExpr::subscripts() const {
  if (auto *S = std::get_if<Subscript>(&N->Is))
    return {S->Dim};
  std::vector<unsigned> Out;
  if (asConstant())
    return Out;
  Out = left().subscripts();
  for (unsigned D : right().subscripts())
    if (!llvm::is_contained(Out, D))
      Out.push_back(D);
  return Out;
}

/// \p Outer of \p Inner takes one instruction: a sum with something that is
/// shifted or multiplied (LEA, LEA.HI, IMAD), or logic of three operands
/// (LOP3).
bool IndexExpr::isFused(Op Outer, const IndexExpr &Inner) {
  auto *Is = std::get_if<Operation>(&Inner.N->Is);
  if (!Is || !Is->B.asConstant())
    return false;
  auto IsLogic = [](Op O) { return O == Op::And || O == Op::Xor; };
  if (Outer == Op::Add)
    return Is->O == Op::Shl || Is->O == Op::Shr || Is->O == Op::Mul;
  return IsLogic(Outer) && IsLogic(Is->O);
}

unsigned IndexExpr::operations() const {
  auto *Is = std::get_if<Operation>(&N->Is);
  if (!Is)
    return 0;
  const bool IsOne = isFused(Is->O, Is->A) || isFused(Is->O, Is->B);
  // The upper half of a product, its sign, and a shift that adds that.
  constexpr unsigned Division = 3;
  const unsigned Own = Is->O == Op::Div ? Division : 1;
  return Is->A.operations() + Is->B.operations() + (IsOne ? 0 : Own);
}

bool IndexExpr::isAffine() const {
  auto *Is = std::get_if<Operation>(&N->Is);
  if (!Is)
    return true;
  bool IsOfBits = Is->O == Op::Shl || Is->O == Op::Shr || Is->O == Op::And ||
                  Is->O == Op::Xor;
  return !IsOfBits && Is->A.isAffine() && Is->B.isAffine();
}

/// A larger subscript, from 0 on, never makes it less.
bool IndexExpr::neverFalls() const {
  auto *Is = std::get_if<Operation>(&N->Is);
  if (!Is)
    return asSubscript() || *asConstant() >= 0;
  bool Keeps = Is->O == Op::Add || Is->O == Op::Mul || Is->O == Op::Shl;
  bool Lessens = (Is->O == Op::Div || Is->O == Op::Shr) && Is->B.asConstant();
  return (Keeps || Lessens) && Is->A.neverFalls() && Is->B.neverFalls();
}

bool IndexExpr::isGrowing() const {
  if (!is(Op::Add))
    return asSubscript().has_value();
  return left().isGrowing() && right().neverFalls();
}
