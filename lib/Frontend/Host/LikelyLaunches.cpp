//===- LikelyLaunches.cpp - What a host may launch ------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/LikelyLaunches.h"
#include "Ast/Types.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <bit>

using namespace bankfix;

std::vector<std::optional<int64_t>>
bankfix::toldParameters(const FollowedLaunch &L,
                        const clang::FunctionDecl *Kernel,
                        const clang::ASTContext &Context,
                        const HostState &State, HostChoices &Choices) {
  std::vector<std::optional<int64_t>> Out;
  Choices.freeze(true);
  for (const clang::ParmVarDecl *P : Kernel->parameters()) {
    if (!integerType(Context, P->getType()))
      continue;
    unsigned I = P->getFunctionScopeIndex();
    const Expr *A = I < L.Args.size() ? L.Args[I] : nullptr;
    Out.push_back(A ? State.evaluate(A, &Choices) : std::nullopt);
  }
  Choices.freeze(false);
  return Out;
}

/// Of the waves of all GPUs that are known, and of their blocks.
static constexpr int64_t SmallestWave = 32, MostThreads = 1024;

bool bankfix::isUsual(const std::array<unsigned, 3> &Block) {
  const int64_t Threads = int64_t(Block[0]) * Block[1] * Block[2];
  return Threads <= MostThreads && Threads % SmallestWave == 0;
}

namespace {

/// Collects what an expression is computed from, as far as nobody knows it.
class UnknownNumbers {
public:
  UnknownNumbers(const HostState &State, HostChoices &Choices)
      : State(State), Choices(Choices) {}

  void visit(const Expr *E) {
    if (!Seen.insert(E).second || State.evaluate(E, &Choices))
      return;
    if (E->kind() != ExprKind::Unary && E->kind() != ExprKind::Binary &&
        E->kind() != ExprKind::Select && E->kind() != ExprKind::Cast) {
      Found.insert(E);
      return;
    }
    for (unsigned I = 0; I < E->numOperands(); ++I)
      visit(E->operand(I));
  }

  llvm::SetVector<const Expr *> Found;

private:
  const HostState &State;
  HostChoices &Choices;
  llvm::DenseSet<const Expr *> Seen;
};

/// Powers of two, and what lies between them: rows of 24 are likely, too.
std::vector<int64_t> usualNumbers() {
  constexpr int64_t Largest = 1 << 14;
  std::vector<int64_t> Out = {1};
  for (int64_t Power = 2; Power <= Largest; Power *= 2) {
    Out.push_back(Power);
    Out.push_back(Power / 2 * 3);
  }
  return Out;
}

/// Nothing for blocks that are not known, or not usual.
std::optional<std::array<unsigned, 3>> likelyBlock(const FollowedLaunch &L,
                                                   const HostState &State,
                                                   HostChoices &Choices) {
  std::array<unsigned, 3> Out;
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    std::optional<int64_t> N = State.evaluate(L.Block[Axis], &Choices);
    if (!N || *N < 1 || *N > MostThreads)
      return std::nullopt;
    Out[Axis] = *N;
  }
  return isUsual(Out) ? std::optional(Out) : std::nullopt;
}

} // namespace

std::vector<LaunchShape> bankfix::likelyLaunches(
    const FollowedLaunch &L, const clang::FunctionDecl *Kernel,
    const clang::ASTContext &Context, HostChoices &Choices) {
  Choices.freeze(true);
  UnknownNumbers Numbers(L.State, Choices);
  for (const Expr *Axis : L.Block)
    Numbers.visit(Axis);
  Choices.freeze(false);
  if (Numbers.Found.size() != 1)
    return {};
  const Expr *Number = Numbers.Found.front();
  std::vector<LaunchShape> Out;
  for (int64_t Value : usualNumbers()) {
    if (Number->type().wrap(Value) != Value)
      continue;
    HostState Guess;
    Guess.Facts = L.State.Facts;
    Guess.Facts[Number] = Value;
    Choices.freeze(true);
    auto Block = likelyBlock(L, Guess, Choices);
    Choices.freeze(false);
    const bool IsOdd = !std::has_single_bit(uint64_t(Value));
    if (!Block || (IsOdd && (*Block)[1] == 1 && (*Block)[2] == 1) ||
        llvm::any_of(Out, [&](const LaunchShape &Known) {
          return Known.Block == *Block;
        }))
      continue;
    LaunchShape Shape;
    Shape.Block = *Block;
    Shape.Params = toldParameters(L, Kernel, Context, Guess, Choices);
    Out.push_back(std::move(Shape));
  }
  constexpr int Usual = 8; // 256 threads.
  llvm::stable_sort(Out, [](const LaunchShape &A, const LaunchShape &B) {
    auto Distance = [](const LaunchShape &S) {
      return std::abs(int(std::bit_width(S.threads())) - 1 - Usual);
    };
    return Distance(A) < Distance(B);
  });
  return Out;
}
