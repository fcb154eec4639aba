//===- Expr.h - Integer expressions of a kernel -----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Immutable, typed, hash-consed: two expressions of one pool are equal exactly
// when their pointers are. The proof relies on that, and gives both sources the
// same pool.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_KERNEL_EXPR_H
#define BANKFIX_KERNEL_EXPR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace bankfix {

/// A C integer type. Booleans are 8-bit unsigned.
struct IntType {
  uint8_t Bits = 32; ///< 8, 16, 32 or 64.
  bool Signed = true;

  bool operator==(const IntType &) const = default;
  int64_t min() const;
  /// The largest value, cut to what an int64_t holds (for 64-bit unsigned).
  int64_t max() const;
  /// \p Value as this type holds it: truncated, then sign- or zero-extended.
  int64_t wrap(int64_t Value) const {
    uint64_t Shifted = uint64_t(Value) << (64 - Bits);
    return Signed ? int64_t(Shifted) >> (64 - Bits)
                  : int64_t(Shifted >> (64 - Bits));
  }
};

inline constexpr IntType Int32{32, true};
inline constexpr IntType UInt32{32, false};

enum class ExprKind : uint8_t {
  Const,
  LaunchValue, ///< A coordinate of the thread, the block, or their sizes.
  Param,       ///< A kernel parameter: the same for all lanes.
  Var,         ///< A local variable of the kernel, as it is when read.
  Opaque,      ///< A value that only the run knows, such as one from memory.
  Unary,
  Binary,
  Select, ///< Operands: condition, value if true, value if false.
  Cast,
};

/// CUDA and OpenCL devices run at most 1024 threads a block along x and y, and
/// 64 along z in CUDA; 1023 holds for all.
constexpr int64_t LastThreadIndex = 1023;

/// What a LaunchValue expression reads; each has an axis 0, 1 or 2.
enum class LaunchValue : uint8_t { ThreadIdx, BlockIdx, BlockDim, GridDim };

enum class Op : uint8_t {
  // Unary.
  Neg,
  BitNot,
  LogNot,
  PopCount,     ///< How many bits are set.
  LeadingZeros, ///< Above the highest bit that is set; the width for 0.
  ReverseBits,
  // Binary; both operands have one type, but for shifts.
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  Shl,
  Shr,
  And,
  Or,
  Xor,
  Min,
  Max,
  MulHigh, ///< The upper half of the product in twice the width.
  // Binary with a result of 0 or 1.
  Lt,
  Le,
  Gt,
  Ge,
  Eq,
  Ne,
  LogAnd,
  LogOr,
};

/// The operator as C spells it: "+", "min".
llvm::StringRef spelling(Op O);

/// True for operators whose result is 0 or 1.
bool isPredicate(Op O);

/// True for operators that are written as functions, but for "min" and "max".
bool isBitFunction(Op O);

/// The value of `A O B` in type \p T (the type of the operands), or nothing
/// where C leaves it undefined (division by zero, a shift too far).
std::optional<int64_t> fold(Op O, IntType T, int64_t A, int64_t B);

class Expr {
public:
  ExprKind kind() const { return Kind; }
  IntType type() const { return Type; }

  /// Const: the value.
  int64_t value() const { return Value; }
  bool isConst() const { return Kind == ExprKind::Const; }
  bool isConst(int64_t V) const { return isConst() && Value == V; }

  /// LaunchValue.
  LaunchValue launchValue() const { return LaunchValue(Value >> 2); }
  unsigned axis() const { return Value & 3; }

  /// Param, Var: the index in the kernel's list.
  unsigned index() const { return Value; }
  /// Param, Var, Opaque: as written in the source.
  llvm::StringRef name() const { return Name; }

  /// Opaque: how to name it to the user.
  llvm::StringRef text() const { return Text.empty() ? Name : Text; }
  /// Opaque: the range of values, from its type or tighter.
  int64_t low() const { return Value; }
  int64_t high() const { return High; }
  /// Opaque: one value for all lanes of a block that agree on its operands.
  bool isUniform() const { return Uniform; }

  /// Unary, Binary; operands of a uniform Opaque are the indices at which
  /// constant memory is read.
  Op op() const { return Operator; }
  const Expr *operand(unsigned I) const { return Operands[I]; }
  unsigned numOperands() const;

private:
  friend class ExprPool;
  Expr() = default;

  ExprKind Kind = ExprKind::Const;
  Op Operator = Op::Add;
  bool Uniform = false;
  IntType Type;
  int64_t Value = 0;
  int64_t High = 0;
  std::string Name; ///< Opaque: unique for what it reads, see ExprPool::opaque.
  std::string Text;
  std::array<const Expr *, 3> Operands = {};
};

/// Owns expressions and folds constants while it builds them.
class ExprPool {
public:
  ExprPool();
  ~ExprPool();
  ExprPool(const ExprPool &) = delete;
  ExprPool &operator=(const ExprPool &) = delete;

  const Expr *constant(int64_t Value, IntType T = Int32);
  const Expr *launchValue(LaunchValue V, unsigned Axis, IntType T = UInt32);
  const Expr *param(unsigned Index, llvm::StringRef Name, IntType T);
  const Expr *var(unsigned Index, llvm::StringRef Name, IntType T);
  /// \p Name says what is read; two opaque expressions of one name, range and
  /// type are one. \p Text is what the user is shown (the name if empty).
  const Expr *opaque(llvm::StringRef Name, IntType T, bool Uniform = false);
  const Expr *opaque(llvm::StringRef Name, IntType T, bool Uniform, int64_t Low,
                     int64_t High, llvm::StringRef Text = "");
  /// What the constant memory that \p Name stands for holds at \p At, three
  /// indices at most.
  const Expr *constantMemory(llvm::StringRef Name, IntType T,
                             llvm::ArrayRef<const Expr *> At,
                             llvm::StringRef Text);

  const Expr *unary(Op O, const Expr *A);
  const Expr *binary(Op O, const Expr *A, const Expr *B);
  const Expr *select(const Expr *Cond, const Expr *A, const Expr *B);
  const Expr *cast(const Expr *A, IntType T);

  const Expr *add(const Expr *A, const Expr *B) {
    return binary(Op::Add, A, B);
  }
  const Expr *mul(const Expr *A, const Expr *B) {
    return binary(Op::Mul, A, B);
  }

private:
  const Expr *intern(Expr E);

  struct Impl;
  std::unique_ptr<Impl> Table;
};

/// The expression in C, fully parenthesised.
std::string toString(const Expr &E);

/// The values that \p E can take whatever the launch and the inputs are, from
/// types and operators alone; the type's range where nothing better is known.
struct ValueRange {
  int64_t Low;
  int64_t High;
};
ValueRange rangeOf(const Expr &E);

/// The same, with what \p Known says of expressions, within their types.
ValueRange
rangeOf(const Expr &E,
        llvm::function_ref<std::optional<ValueRange>(const Expr &)> Known);

/// The values of `A O B` (of `O A` for an operator of one operand) in type
/// \p T for all operands in those ranges, which
/// lie in the type, and for which C defines it; the type's range where nothing
/// better is known.
ValueRange rangeOf(Op O, IntType T, ValueRange A, ValueRange B);

} // namespace bankfix

#endif // BANKFIX_KERNEL_EXPR_H
