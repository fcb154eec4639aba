//===- KernelWriter.cpp - The statements of a kernel ----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lower/KernelWriter.h"
#include "Ast/KnownCalls.h"
#include "Ast/Types.h"
#include "Fingerprint/Fingerprint.h"

using namespace bankfix;

void KernelWriter::emit(Stmt S) {
  if (!Emit)
    return;
  ++Statements;
  ++U.Statements;
  Emit->push_back(std::move(S));
}

/// No statement: what is lowered is bounded by those that mean something.
void KernelWriter::emitWork(Work W) {
  if (Work *Last =
          Emit->empty() ? nullptr : std::get_if<Work>(&Emit->back().Node))
    *Last += W;
  else
    Emit->push_back({std::move(W)});
}

bool KernelWriter::hasEffects(const StmtList &L) {
  return llvm::any_of(
      L, [](const Stmt &S) { return !std::holds_alternative<Work>(S.Node); });
}

void KernelWriter::append(StmtList Effects) {
  if (Emit)
    for (Stmt &S : Effects)
      Emit->push_back(std::move(S));
}

void KernelWriter::unsupported(std::string What) {
  emit({Unsupported{"the kernel contains " + std::move(What)}});
}

unsigned KernelWriter::newVariable(std::string Name, IntType T) {
  K->Variables.push_back({std::move(Name), T});
  return K->Variables.size() - 1;
}

/// As the source has it.
std::string KernelWriter::textOf(const clang::Expr *E) const {
  std::string Text = U.Source.text(E->getSourceRange());
  return Text == ":" ? RangeText : Text; // What a range-based `for` reads.
}

const Expr *KernelWriter::unknown(const clang::Expr *E) {
  std::optional<IntType> T = integerType(U.Context, E->getType());
  if (!T)
    return nullptr;
  std::string Name = fingerprintText(U, E), Text = textOf(E);
  if (Text == RangeText) // What Clang adds has one name in all such loops.
    Name += " of " + Text;
  return Pool.opaque(Name, *T, /*Uniform=*/false, T->min(), T->max(), Text);
}

const Expr *KernelWriter::toType(const Expr *V, clang::QualType T) {
  std::optional<IntType> I = integerType(U.Context, T);
  return V && I ? Pool.cast(V, *I) : nullptr;
}

const Expr *KernelWriter::constantOf(const clang::Expr *E) {
  std::optional<IntType> T = integerType(U.Context, E->getType());
  if (!T || E->isValueDependent())
    return nullptr;
  clang::Expr::EvalResult R;
  if (!E->EvaluateAsInt(R, U.Context, clang::Expr::SE_NoSideEffects))
    return nullptr;
  if (!K && takesPlace(U, E)) // One value, whatever it is.
    return nullptr;
  return Pool.constant(int64_t(R.Val.getInt().extOrTrunc(64).getZExtValue()),
                       *T);
}

const Expr *KernelWriter::builtinValue(const clang::Expr *E) {
  auto [Variable, Member] = builtinVariable(E);
  if (Variable.empty() || Member.size() != 1)
    return nullptr;
  size_t Axis = llvm::StringRef("xyz").find(Member[0]);
  std::optional<IntType> T = integerType(U.Context, E->getType());
  if (Axis == llvm::StringRef::npos || !T)
    return nullptr;
  static constexpr std::pair<llvm::StringLiteral, LaunchValue> Names[] = {
      {"threadIdx", LaunchValue::ThreadIdx},
      {"blockIdx", LaunchValue::BlockIdx},
      {"blockDim", LaunchValue::BlockDim},
      {"gridDim", LaunchValue::GridDim}};
  for (auto [Name, Value] : Names)
    if (Name == Variable)
      return Pool.launchValue(Value, Axis, *T);
  return nullptr;
}

/// The thread's number in its block: x runs fastest.
const Expr *KernelWriter::linearThread() {
  auto Read = [&](LaunchValue V, unsigned Axis) {
    return Pool.launchValue(V, Axis);
  };
  const Expr *Plane = Pool.add(Read(LaunchValue::ThreadIdx, 1),
                               Pool.mul(Read(LaunchValue::ThreadIdx, 2),
                                        Read(LaunchValue::BlockDim, 1)));
  return Pool.add(Read(LaunchValue::ThreadIdx, 0),
                  Pool.mul(Plane, Read(LaunchValue::BlockDim, 0)));
}

/// Threads of a block.
const Expr *KernelWriter::blockThreads() {
  return Pool.mul(Pool.mul(Pool.launchValue(LaunchValue::BlockDim, 0),
                           Pool.launchValue(LaunchValue::BlockDim, 1)),
                  Pool.launchValue(LaunchValue::BlockDim, 2));
}

const Expr *KernelWriter::laneOfWarp() {
  return Pool.binary(Op::And, linearThread(), Pool.constant(31, UInt32));
}
