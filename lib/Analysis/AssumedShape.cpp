//===- AssumedShape.cpp - A block shape where none is known ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Analysis/AssumedShape.h"
#include <algorithm>
#include <map>

using namespace bankfix;

namespace {

/// Finds the axes along which the kernel tells its threads apart, and how many
/// threads along each find their own element.
class AxisFinder {
public:
  AxisFinder(const Kernel &K, const Program &P) : K(K), P(P) { visit(K.Body); }

  std::array<bool, 3> Used = {};
  /// 0: no limit found.
  std::array<uint64_t, 3> Limits = {};

private:
  void visit(const Expr *E) {
    if (!E)
      return;
    if (isThread(*E))
      Used[E->axis()] = true;
    for (unsigned I = 0; I < E->numOperands(); ++I)
      visit(E->operand(I));
  }
  void visit(const StmtList &L) {
    for (const Stmt &S : L)
      std::visit([&](const auto &Node) { visit(Node); }, S.Node);
  }
  static bool isThread(const Expr &E) {
    return E.kind() == ExprKind::LaunchValue &&
           E.launchValue() == LaunchValue::ThreadIdx;
  }
  /// The axis of which \p E is the thread index, itself or as a variable.
  std::optional<unsigned> axisOf(const Expr *E) const {
    while (E->kind() == ExprKind::Cast)
      E = E->operand(0);
    if (isThread(*E))
      return E->axis();
    if (E->kind() != ExprKind::Var)
      return std::nullopt;
    auto It = Threads.find(E->index());
    return It == Threads.end() ? std::nullopt : It->second;
  }
  void limit(unsigned Axis, uint64_t Most) {
    if (Most && (!Limits[Axis] || Most < Limits[Axis]))
      Limits[Axis] = Most;
  }

  void visit(const Assign &A) {
    visit(A.Value);
    std::optional<unsigned> Axis = axisOf(A.Value);
    auto [It, New] = Threads.try_emplace(A.Var, Axis);
    if (!New && It->second != Axis)
      It->second = std::nullopt;
  }
  void visit(const If &I) {
    visit(I.Cond);
    ++Depth;
    visit(I.Then);
    visit(I.Else);
    --Depth;
  }
  void visit(const Loop &L) {
    visit(L.Cond);
    ++Depth;
    for (const StmtList *Part : {&L.Header, &L.Body, &L.Step})
      visit(*Part);
    --Depth;
  }
  void visit(const Access &A) {
    const std::vector<uint64_t> &Dims = P.Arrays[K.Sites[A.Site].Array].Dims;
    for (unsigned I = 0; I < A.Subscripts.size(); ++I) {
      visit(A.Subscripts[I]);
      // A guard would make the array smaller than the block.
      if (std::optional<unsigned> Axis = axisOf(A.Subscripts[I]);
          Axis && Depth == 0 && !Left && I < Dims.size())
        limit(*Axis, Dims[I]);
    }
    for (const Expr *E : {A.Offset, A.Only})
      if (E)
        visit(E);
  }
  void visit(const Scope &S) {
    ++Depth;
    visit(S.Body);
    --Depth;
  }
  void visit(const Jump &) { Left = true; }
  template <typename Other> void visit(const Other &) {}

  const Kernel &K;
  const Program &P;
  std::map<unsigned, std::optional<unsigned>> Threads; ///< Axes, by variable.
  unsigned Depth = 0; ///< Of conditions and loops.
  bool Left = false;  ///< Some threads may have returned.
};

using Block = std::array<unsigned, 3>;

std::vector<Block> usualBlocks(const AxisFinder &Axes) {
  if (Axes.Used[2])
    return {{8, 8, 4}, {8, 8, 8}, {32, 4, 2}};
  if (Axes.Used[1])
    return {{32, 8, 1}, {16, 16, 1}, {32, 32, 1}};
  return {{256, 1, 1}, {128, 1, 1},  {64, 1, 1},
          {512, 1, 1}, {1024, 1, 1}, {32, 1, 1}};
}

/// The block that just fills the arrays, where that is known of every axis.
std::optional<Block> fillingBlock(const AxisFinder &Axes) {
  Block B = {1, 1, 1};
  bool Any = false;
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    if (!Axes.Used[Axis])
      continue;
    if (!Axes.Limits[Axis] || Axes.Limits[Axis] > 1024)
      return std::nullopt;
    B[Axis] = Axes.Limits[Axis];
    Any = true;
  }
  return Any ? std::optional(B) : std::nullopt;
}

} // namespace

std::vector<LaunchShape> bankfix::assumedShapes(const Kernel &K,
                                                const Program &P,
                                                unsigned MaxThreads,
                                                const Target &T) {
  AxisFinder Axes(K, P);
  uint64_t Most = T.Memory.ThreadsPerBlock ? T.Memory.ThreadsPerBlock : 256;
  if (MaxThreads)
    Most = std::min<uint64_t>(Most, MaxThreads);
  auto Threads = [](const Block &B) { return uint64_t(B[0]) * B[1] * B[2]; };
  auto Fits = [&](const Block &B) {
    for (unsigned Axis = 0; Axis < 3; ++Axis)
      if (Axes.Limits[Axis] && B[Axis] > Axes.Limits[Axis])
        return false;
    return Threads(B) <= Most;
  };
  std::vector<Block> Blocks;
  if (std::optional<Block> B = fillingBlock(Axes); B && Fits(*B))
    Blocks.push_back(*B);
  // Blocks of two dimensions are hardly ever smaller than what they fill.
  bool Only = !Blocks.empty() && (Axes.Used[1] || Axes.Used[2]);
  for (const Block &B : usualBlocks(Axes))
    if (!Only && Fits(B) &&
        std::find(Blocks.begin(), Blocks.end(), B) == Blocks.end())
      Blocks.push_back(B);
  if (Blocks.empty()) {
    Block B = usualBlocks(Axes).front();
    for (unsigned Axis : {2u, 1u, 0u})
      while (!Fits(B) && B[Axis] > 1)
        B[Axis] = (B[Axis] + 1) / 2;
    Blocks.push_back(B);
  }
  bool UsesDynamicMemory =
      std::any_of(K.Sites.begin(), K.Sites.end(), [&](const Site &S) {
        return P.Arrays[S.Array].Space != MemorySpace::Static;
      });
  std::vector<LaunchShape> Shapes;
  for (const Block &B : Blocks) {
    Shapes.emplace_back();
    Shapes.back().Block = B;
    if (UsesDynamicMemory)
      Shapes.back().DynamicBytes = std::nullopt;
  }
  return Shapes;
}
