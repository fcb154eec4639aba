//===- Expr.cpp - Hash-consing and constant folding -----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Kernel/UsualConversions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <deque>
#include <limits>

using namespace bankfix;

int64_t IntType::min() const {
  if (!Signed)
    return 0;
  return std::numeric_limits<int64_t>::min() >> (64 - Bits);
}

int64_t IntType::max() const {
  if (Bits == 64)
    return std::numeric_limits<int64_t>::max();
  return (int64_t(1) << (Signed ? Bits - 1 : Bits)) - 1;
}

bool bankfix::isPredicate(Op O) { return O == Op::LogNot || O >= Op::Lt; }

bool bankfix::isBitFunction(Op O) {
  return O == Op::PopCount || O == Op::LeadingZeros || O == Op::ReverseBits ||
         O == Op::MulHigh;
}

namespace {

bool isUnsigned64(IntType T) { return T.Bits == 64 && !T.Signed; }

bool less(IntType T, int64_t A, int64_t B) {
  return isUnsigned64(T) ? uint64_t(A) < uint64_t(B) : A < B;
}

std::optional<int64_t> divide(Op O, IntType T, int64_t A, int64_t B) {
  if (B == 0 || (T.Signed && B == -1 && A == T.min()))
    return std::nullopt;
  if (isUnsigned64(T))
    return O == Op::Div ? uint64_t(A) / uint64_t(B) : uint64_t(A) % uint64_t(B);
  return O == Op::Div ? A / B : A % B;
}

std::optional<int64_t> shift(Op O, IntType T, int64_t A, int64_t B) {
  if (B < 0 || B >= T.Bits)
    return std::nullopt;
  if (O == Op::Shl)
    return int64_t(uint64_t(A) << B);
  return isUnsigned64(T) ? int64_t(uint64_t(A) >> B) : A >> B;
}

/// \p A as \p T holds it, without its sign.
uint64_t bits(IntType T, int64_t A) {
  return uint64_t(A) << (64 - T.Bits) >> (64 - T.Bits);
}

int64_t multiplyHigh(IntType T, int64_t A, int64_t B) {
  if (isUnsigned64(T))
    return int64_t((unsigned __int128)(uint64_t(A)) * uint64_t(B) >> 64);
  return int64_t((__int128)A * B >> T.Bits);
}

std::optional<int64_t> foldRaw(Op O, IntType T, int64_t A, int64_t B) {
  switch (O) {
  case Op::Neg:
    return int64_t(0 - uint64_t(A));
  case Op::BitNot:
    return ~A;
  case Op::LogNot:
    return A == 0;
  case Op::PopCount:
    return llvm::popcount(bits(T, A));
  case Op::LeadingZeros:
    return llvm::countl_zero(bits(T, A)) - (64 - T.Bits);
  case Op::ReverseBits:
    return int64_t(llvm::reverseBits(bits(T, A)) >> (64 - T.Bits));
  case Op::Add:
    return int64_t(uint64_t(A) + uint64_t(B));
  case Op::Sub:
    return int64_t(uint64_t(A) - uint64_t(B));
  case Op::Mul:
    return int64_t(uint64_t(A) * uint64_t(B));
  case Op::Div:
  case Op::Rem:
    return divide(O, T, A, B);
  case Op::Shl:
  case Op::Shr:
    return shift(O, T, A, B);
  case Op::And:
    return A & B;
  case Op::Or:
    return A | B;
  case Op::Xor:
    return A ^ B;
  case Op::Min:
    return less(T, A, B) ? A : B;
  case Op::Max:
    return less(T, A, B) ? B : A;
  case Op::MulHigh:
    return multiplyHigh(T, A, B);
  case Op::Lt:
    return less(T, A, B);
  case Op::Le:
    return !less(T, B, A);
  case Op::Gt:
    return less(T, B, A);
  case Op::Ge:
    return !less(T, A, B);
  case Op::Eq:
    return A == B;
  case Op::Ne:
    return A != B;
  case Op::LogAnd:
    return A && B;
  case Op::LogOr:
    return A || B;
  }
  return std::nullopt;
}

} // namespace

std::optional<int64_t> bankfix::fold(Op O, IntType T, int64_t A, int64_t B) {
  std::optional<int64_t> R = foldRaw(O, T, A, B);
  return !R || isPredicate(O) ? R : T.wrap(*R);
}

unsigned Expr::numOperands() const {
  switch (Kind) {
  case ExprKind::Unary:
  case ExprKind::Cast:
    return 1;
  case ExprKind::Binary:
    return 2;
  case ExprKind::Select:
    return 3;
  case ExprKind::Opaque:
    return llvm::count_if(Operands, [](const Expr *E) { return E; });
  default:
    return 0;
  }
}

struct ExprPool::Impl {
  std::deque<Expr> Storage;
  /// By hash, or by the next number that no other has.
  llvm::DenseMap<uint64_t, const Expr *> ByHash;
  /// Constants of type Int32, by their values, as proofs try each element of an
  /// array; null where there is none yet.
  std::vector<const Expr *> Numbers;
};

ExprPool::ExprPool() : Table(std::make_unique<Impl>()) {}
ExprPool::~ExprPool() = default;

const Expr *ExprPool::intern(Expr E) {
  auto Equal = [&](const Expr &O) {
    return O.Kind == E.Kind && O.Operator == E.Operator && O.Type == E.Type &&
           O.Uniform == E.Uniform && O.Value == E.Value && O.High == E.High &&
           O.Operands == E.Operands && O.Name == E.Name;
  };
  // DenseMap keeps the largest numbers for itself.
  uint64_t Hash =
      size_t(llvm::hash_combine(E.Kind, E.Operator, E.Type.Bits, E.Type.Signed,
                                E.Value, E.High, E.Operands[0], E.Operands[1],
                                E.Operands[2], llvm::StringRef(E.Name))) >>
      1;
  for (;; ++Hash) {
    auto [It, IsNew] = Table->ByHash.try_emplace(Hash);
    if (IsNew) {
      Table->Storage.push_back(std::move(E));
      return It->second = &Table->Storage.back();
    }
    if (Equal(*It->second))
      return It->second;
  }
}

const Expr *ExprPool::constant(int64_t Value, IntType T) {
  constexpr int64_t MostNumbers = 1 << 16;
  auto Make = [&] {
    Expr E;
    E.Kind = ExprKind::Const;
    E.Type = T;
    E.Value = T.wrap(Value);
    return intern(std::move(E));
  };
  if (T != Int32 || Value < 0 || Value >= MostNumbers)
    return Make();
  if (size_t(Value) >= Table->Numbers.size())
    Table->Numbers.resize(Value + 1);
  const Expr *&Known = Table->Numbers[Value];
  return Known ? Known : Known = Make();
}

const Expr *ExprPool::launchValue(LaunchValue V, unsigned Axis, IntType T) {
  Expr E;
  E.Kind = ExprKind::LaunchValue;
  E.Type = T;
  E.Value = int64_t(V) << 2 | Axis;
  return intern(std::move(E));
}

const Expr *ExprPool::param(unsigned Index, llvm::StringRef Name, IntType T) {
  Expr E;
  E.Kind = ExprKind::Param;
  E.Type = T;
  E.Value = Index;
  E.Name = Name.str();
  return intern(std::move(E));
}

const Expr *ExprPool::var(unsigned Index, llvm::StringRef Name, IntType T) {
  Expr E;
  E.Kind = ExprKind::Var;
  E.Type = T;
  E.Value = Index;
  E.Name = Name.str();
  return intern(std::move(E));
}

const Expr *ExprPool::opaque(llvm::StringRef Name, IntType T, bool Uniform) {
  return opaque(Name, T, Uniform, T.min(), T.max());
}

const Expr *ExprPool::opaque(llvm::StringRef Name, IntType T, bool Uniform,
                             int64_t Low, int64_t High, llvm::StringRef Text) {
  Expr E;
  E.Kind = ExprKind::Opaque;
  E.Type = T;
  E.Uniform = Uniform;
  E.Value = Low;
  E.High = High;
  E.Name = Name.str();
  E.Text = Text.str();
  return intern(std::move(E));
}

const Expr *ExprPool::constantMemory(llvm::StringRef Name, IntType T,
                                     llvm::ArrayRef<const Expr *> At,
                                     llvm::StringRef Text) {
  Expr E;
  E.Kind = ExprKind::Opaque;
  E.Type = T;
  E.Uniform = true;
  E.Value = T.min();
  E.High = T.max();
  E.Name = Name.str();
  E.Text = Text.str();
  llvm::copy(At, E.Operands.begin());
  return intern(std::move(E));
}

const Expr *ExprPool::unary(Op O, const Expr *A) {
  IntType T = O == Op::LogNot ? Int32 : A->type();
  if (A->isConst())
    return constant(*fold(O, A->type(), A->value(), 0), T);
  Expr E;
  E.Kind = ExprKind::Unary;
  E.Operator = O;
  E.Type = T;
  E.Operands[0] = A;
  return intern(std::move(E));
}

/// `A O B` where one side is the neutral element, or null.
static const Expr *withoutNeutral(Op O, const Expr *A, const Expr *B) {
  switch (O) {
  case Op::Add:
    return B->isConst(0) ? A : A->isConst(0) ? B : nullptr;
  case Op::Sub:
  case Op::Shl:
  case Op::Shr:
    return B->isConst(0) ? A : nullptr;
  case Op::Mul:
    return B->isConst(1) ? A : A->isConst(1) ? B : nullptr;
  case Op::Div:
    return B->isConst(1) ? A : nullptr;
  default:
    return nullptr;
  }
}

const Expr *ExprPool::binary(Op O, const Expr *A, const Expr *B) {
  IntType T = isPredicate(O) ? Int32 : A->type();
  if (A->isConst() && B->isConst())
    if (auto V = fold(O, A->type(), A->value(), B->value()))
      return constant(*V, T);
  if (const Expr *Same = withoutNeutral(O, A, B))
    return Same;
  Expr E;
  E.Kind = ExprKind::Binary;
  E.Operator = O;
  E.Type = T;
  E.Operands = {A, B, nullptr};
  return intern(std::move(E));
}

const Expr *ExprPool::select(const Expr *Cond, const Expr *A, const Expr *B) {
  if (Cond->isConst())
    return Cond->value() ? A : B;
  if (A == B)
    return A;
  Expr E;
  E.Kind = ExprKind::Select;
  E.Type = A->type();
  E.Operands = {Cond, A, B};
  return intern(std::move(E));
}

const Expr *ExprPool::cast(const Expr *A, IntType T) {
  // A type in between that has all bits of the last does not matter.
  while (A->kind() == ExprKind::Cast && A->type().Bits >= T.Bits)
    A = A->operand(0);
  if (A->type() == T)
    return A;
  if (A->isConst())
    return constant(A->value(), T);
  Expr E;
  E.Kind = ExprKind::Cast;
  E.Type = T;
  E.Operands[0] = A;
  return intern(std::move(E));
}
/// As C promotes operands of arithmetic.
static const Expr *promoted(ExprPool &Pool, const Expr *E) {
  return E->type().Bits < 32 ? Pool.cast(E, Int32) : E;
}

const Expr *bankfix::usualBinary(ExprPool &Pool, Op O, const Expr *A,
                                 const Expr *B) {
  A = promoted(Pool, A);
  if (O == Op::Shl || O == Op::Shr)
    return Pool.binary(O, A, B);
  B = promoted(Pool, B);
  IntType X = A->type(), Y = B->type();
  IntType Common = X.Bits > Y.Bits   ? X
                   : Y.Bits > X.Bits ? Y
                                     : IntType{X.Bits, X.Signed && Y.Signed};
  return Pool.binary(O, Pool.cast(A, Common), Pool.cast(B, Common));
}

