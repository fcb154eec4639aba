//===- AssumedShape.cpp - A block shape where none is known ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Analysis/AssumedShape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <map>
#include <set>
#include <utility>

using namespace bankfix;

namespace {

/// Finds the variables that may not be the same for all threads.
class VaryingVariables {
public:
  explicit VaryingVariables(const StmtList &Body) {
    for (bool Grows = true; Grows;) {
      size_t Before = Vars.size();
      visit(Body);
      Grows = Vars.size() != Before;
    }
  }

  /// The threads of a block may not all compute the same. What comes from
  /// memory is taken to be the same, as it mostly is in conditions.
  bool varies(const Expr &E) const {
    if (E.kind() == ExprKind::LaunchValue)
      return E.launchValue() == LaunchValue::ThreadIdx;
    if (E.kind() == ExprKind::Var)
      return Vars.count(E.index()) != 0;
    for (unsigned I = 0; I < E.numOperands(); ++I)
      if (varies(*E.operand(I)))
        return true;
    return false;
  }

private:
  void visit(const StmtList &L) {
    for (const Stmt &S : L)
      std::visit([&](const auto &Node) { visit(Node); }, S.Node);
  }
  void visit(const Assign &A) {
    if (IsDivided || varies(*A.Value))
      Vars.insert(A.Var);
  }
  void visit(const If &I) {
    bool Before = std::exchange(IsDivided, IsDivided || varies(*I.Cond));
    visit(I.Then);
    visit(I.Else);
    IsDivided = Before;
  }
  void visit(const Loop &L) {
    bool Before =
        std::exchange(IsDivided, IsDivided || (L.Cond && varies(*L.Cond)));
    for (const StmtList *Part : {&L.Header, &L.Body, &L.Step})
      visit(*Part);
    IsDivided = Before;
  }
  void visit(const Scope &S) { visit(S.Body); }
  template <typename Other> void visit(const Other &) {}

  std::set<unsigned> Vars;
  bool IsDivided = false; ///< Some threads may not be there.
};

/// Finds the axes along which the kernel tells its threads apart, and how many
/// threads along each find their own element.
class AxisFinder {
public:
  AxisFinder(const Kernel &K, const Program &P) : K(K), P(P), Varying(K.Body) {
    visit(K.Body);
  }

  std::array<bool, 3> Used = {};
  /// 0: no limit found.
  std::array<uint64_t, 3> Limits = {};
  /// The thread index itself is a subscript.
  std::array<bool, 3> Fills = {};
  /// A loop goes on by so many elements, of which each thread has one: `s[i +
  /// threadIdx.y]` with `i += 4`, or `s[i]` where i begins with the thread's.
  /// Nothing: no such loop. 0: several that go on by different numbers.
  std::array<std::optional<uint64_t>, 3> Strides = {};

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
  static const Expr *uncast(const Expr *E) {
    while (E->kind() == ExprKind::Cast)
      E = E->operand(0);
    return E;
  }
  /// Scale times the thread index along an axis, plus Offset.
  struct Line {
    unsigned Axis;
    int64_t Scale = 1, Offset = 0;

    bool operator==(const Line &) const = default;
  };
  /// \p E as a line, itself or as a variable.
  std::optional<Line> lineOf(const Expr *E) const {
    E = uncast(E);
    if (isThread(*E))
      return Line{E->axis()};
    if (E->kind() == ExprKind::Var) {
      auto It = Threads.find(E->index());
      return It == Threads.end() ? std::nullopt : It->second;
    }
    if (E->kind() != ExprKind::Binary)
      return std::nullopt;
    const Expr *A = E->operand(0), *B = E->operand(1);
    bool Commutes = E->op() == Op::Add || E->op() == Op::Mul;
    if (Commutes && A->isConst())
      std::swap(A, B);
    std::optional<Line> L = B->isConst() ? lineOf(A) : std::nullopt;
    int64_t By = L ? B->value() : 0;
    if (!L || By < 0 || By > INT32_MAX || L->Scale > INT32_MAX ||
        L->Offset > INT32_MAX)
      return std::nullopt;
    if (E->op() == Op::Add)
      return Line{L->Axis, L->Scale, L->Offset + By};
    if (E->op() == Op::Mul && By > 0)
      return Line{L->Axis, L->Scale * By, L->Offset * By};
    return std::nullopt;
  }
  /// `y * Scale + x`, of two axes: a row of Scale elements, and an element in
  /// it.
  using Rows = std::pair<Line, Line>;
  std::optional<Rows> rowsOf(const Expr *E) const {
    E = uncast(E);
    if (E->kind() == ExprKind::Var) {
      auto It = RowThreads.find(E->index());
      return It == RowThreads.end() ? std::nullopt : It->second;
    }
    if (E->kind() != ExprKind::Binary || E->op() != Op::Add)
      return std::nullopt;
    std::optional<Line> Row = lineOf(E->operand(0)),
                        Column = lineOf(E->operand(1));
    if (Row && Column && Row->Scale < Column->Scale)
      std::swap(Row, Column);
    bool Are = Row && Column && Row->Axis != Column->Axis && Row->Scale > 1 &&
               Column->Scale == 1 && Row->Offset % Row->Scale == 0;
    return Are ? std::optional(Rows{*Row, *Column}) : std::nullopt;
  }
  /// As if the array had been declared in rows.
  void limit(const Rows &R, uint64_t Elements) {
    const auto &[Row, Column] = R;
    if (Elements % Row.Scale != 0)
      return;
    limit(Line{Row.Axis, 1, Row.Offset / Row.Scale}, Elements / Row.Scale);
    limit(Column, Row.Scale);
  }
  /// All threads of the block index so many elements along \p L.
  void limit(const Line &L, uint64_t Elements) {
    if (Elements <= uint64_t(L.Offset) || DepthAlong[L.Axis])
      return;
    Fills[L.Axis] |= L == Line{L.Axis};
    uint64_t Most = (Elements - 1 - L.Offset) / L.Scale + 1;
    if (!Limits[L.Axis] || Most < Limits[L.Axis])
      Limits[L.Axis] = Most;
  }

  /// What \p L adds to variables each time it goes round.
  void noteSteps(const Loop &L) {
    for (const Stmt &S : L.Step) {
      auto *A = std::get_if<Assign>(&S.Node);
      const Expr *E = A ? uncast(A->Value) : nullptr;
      if (!E || E->kind() != ExprKind::Binary || E->op() != Op::Add)
        continue;
      const Expr *Of = uncast(E->operand(0)), *By = uncast(E->operand(1));
      if (Of->kind() != ExprKind::Var || Of->index() != A->Var ||
          !By->isConst() || By->value() <= 0)
        continue;
      Steps[A->Var] = By->value();
      auto It = Threads.find(A->Var); // Before the loop.
      if (It != Threads.end() && It->second &&
          *It->second == Line{It->second->Axis})
        Begun[A->Var] = It->second->Axis;
    }
  }
  void stride(unsigned Axis, uint64_t Step) {
    Strides[Axis] = Strides[Axis].value_or(Step) == Step ? Step : 0;
  }
  /// \p E is the index of a loop, and a thread's.
  void stride(const Expr *E) {
    E = uncast(E);
    if (E->kind() == ExprKind::Var)
      if (auto It = Begun.find(E->index()); It != Begun.end())
        return stride(It->second, Steps.at(E->index()));
    if (E->kind() != ExprKind::Binary || E->op() != Op::Add)
      return;
    for (auto [I, J] : {std::pair(0, 1), std::pair(1, 0)}) {
      const Expr *Index = uncast(E->operand(I));
      auto It = Index->kind() == ExprKind::Var ? Steps.find(Index->index())
                                               : Steps.end();
      std::optional<Line> L =
          It != Steps.end() ? lineOf(E->operand(J)) : std::nullopt;
      if (L && *L == Line{L->Axis})
        stride(L->Axis, It->second);
    }
  }

  void visit(const Assign &A) {
    visit(A.Value);
    std::optional<Line> Value = lineOf(A.Value);
    auto [It, New] = Threads.try_emplace(A.Var, Value);
    if (!New && It->second != Value)
      It->second = std::nullopt;
    std::optional<Rows> InRows = rowsOf(A.Value);
    auto [Known, IsFirst] = RowThreads.try_emplace(A.Var, InRows);
    if (!IsFirst && Known->second != InRows)
      Known->second = std::nullopt;
    if (isOpen(*A.Value))
      Open.insert(A.Var);
  }
  /// Only the run knows the value.
  bool isOpen(const Expr &E) const {
    switch (E.kind()) {
    case ExprKind::Param:
    case ExprKind::Opaque:
      return true;
    case ExprKind::Var:
      return Open.count(E.index()) != 0;
    case ExprKind::LaunchValue:
      return E.launchValue() == LaunchValue::BlockIdx ||
             E.launchValue() == LaunchValue::GridDim;
    default:
      for (unsigned I = 0; I < E.numOperands(); ++I)
        if (isOpen(*E.operand(I)))
          return true;
      return false;
    }
  }
  void visit(const If &I) {
    visit(I.Cond);
    // Others are assumed to hold for all threads, or to fail for all.
    bool Divides = !isOpen(*I.Cond), Before = Left;
    Depth += Divides;
    visit(I.Then);
    visit(I.Else);
    Depth -= Divides;
    Left = Divides ? Left : Before;
  }
  void visit(const Loop &L) {
    visit(L.Cond);
    // All threads go round together: they are all in a tile's loop.
    bool Divides = L.Cond && Varying.varies(*L.Cond);
    noteSteps(L);
    // Those along other axes do, too.
    std::optional<unsigned> Along = Divides ? begunIn(*L.Cond) : std::nullopt;
    unsigned &In = Along ? DepthAlong[*Along] : Depth;
    In += Divides;
    for (const StmtList *Part : {&L.Header, &L.Body, &L.Step})
      visit(*Part);
    In -= Divides;
  }
  /// The axis of the loop index that alone differs in \p E.
  std::optional<unsigned> begunIn(const Expr &E) const {
    if (E.kind() == ExprKind::Var) {
      auto It = Begun.find(E.index());
      return It == Begun.end() ? std::nullopt : std::optional(It->second);
    }
    const Expr *Only = nullptr;
    for (unsigned I = 0; I < E.numOperands(); ++I)
      if (Varying.varies(*E.operand(I))) {
        if (Only)
          return std::nullopt;
        Only = E.operand(I);
      }
    return Only ? begunIn(*Only) : std::nullopt;
  }
  void visit(const Access &A) {
    const std::vector<uint64_t> &Dims = P.Arrays[K.Sites[A.Site].Array].Dims;
    for (unsigned I = 0; I < A.Subscripts.size(); ++I) {
      visit(A.Subscripts[I]);
      // A guard would make the array smaller than the block.
      if (Depth != 0 || Left || I >= Dims.size())
        continue;
      stride(A.Subscripts[I]);
      if (std::optional<Line> L = lineOf(A.Subscripts[I]))
        limit(*L, Dims[I]);
      else if (std::optional<Rows> R = rowsOf(A.Subscripts[I]))
        limit(*R, Dims[I]);
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
  /// It may be a `goto`.
  void visit(const Unsupported &) { Left = true; }
  template <typename Other> void visit(const Other &) {}

  const Kernel &K;
  const Program &P;
  const VaryingVariables Varying;
  std::map<unsigned, std::optional<Line>> Threads; ///< By variable.
  std::map<unsigned, std::optional<Rows>> RowThreads; ///< The same.
  std::map<unsigned, uint64_t> Steps; ///< Of loops, by variable.
  /// The axis of the thread index that such a variable begins with.
  std::map<unsigned, unsigned> Begun;
  std::set<unsigned> Open;                         ///< Variables.
  unsigned Depth = 0;                              ///< Of conditions and loops.
  std::array<unsigned, 3> DepthAlong = {};         ///< Those of one axis alone.
  bool Left = false; ///< Some threads may have returned.
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

/// Fewer threads, for kernels that have no room for more.
std::vector<Block> smallBlocks(const AxisFinder &Axes) {
  if (Axes.Used[2])
    return {{8, 4, 4}, {4, 4, 4}, {4, 4, 2}};
  if (Axes.Used[1])
    return {{32, 4, 1}, {16, 8, 1}, {32, 2, 1}, {16, 4, 1},
            {8, 8, 1},  {32, 1, 1}, {8, 4, 1},  {4, 4, 1}};
  return {{16, 1, 1}, {8, 1, 1}};
}

/// Of an array with padding or a halo, what is left for threads: 16 of 18.
unsigned withoutBorder(uint64_t Elements) {
  uint64_t Round = llvm::bit_floor(Elements);
  return Round >= 8 && Elements - Round <= 2 ? Round : Elements;
}

/// The block that just fills the arrays, where that is known of every axis, or
/// the part of them that loops go on by. (A halo is not for threads: `[ty +
/// 1][tx + 1]` fills nothing.)
std::optional<Block> fillingBlock(const AxisFinder &Axes) {
  Block B = {1, 1, 1};
  bool Any = false;
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    if (!Axes.Used[Axis])
      continue;
    if (Axes.Fills[Axis] && Axes.Limits[Axis] <= 1024) {
      B[Axis] = withoutBorder(Axes.Limits[Axis]);
      Any = true;
    } else if (const uint64_t Stride = Axes.Strides[Axis].value_or(0);
               Stride && Stride <= 1024) {
      B[Axis] = Stride;
    } else {
      return std::nullopt;
    }
  }
  return Any ? std::optional(B) : std::nullopt;
}

/// Which blocks a kernel may be launched with, for all that its axes say.
class ShapeLimits {
public:
  ShapeLimits(const Kernel &K, const Program &P, unsigned MaxThreads,
              const Target &T)
      : Axes(K, P), K(K), P(P),
        Most(T.Memory.ThreadsPerBlock ? T.Memory.ThreadsPerBlock : 256) {
    if (MaxThreads)
      Most = std::min<uint64_t>(Most, MaxThreads);
  }

  bool fits(const Block &B) const {
    for (unsigned Axis = 0; Axis < 3; ++Axis)
      if (Axes.Limits[Axis] && B[Axis] > Axes.Limits[Axis])
        return false;
    return uint64_t(B[0]) * B[1] * B[2] <= Most;
  }
  /// Of \p Likely all that fit; without any, \p Blocks.
  std::vector<LaunchShape> shapes(llvm::ArrayRef<Block> Blocks,
                                  llvm::ArrayRef<LaunchShape> Likely) const;

  const AxisFinder Axes;

private:
  const Kernel &K;
  const Program &P;
  uint64_t Most; ///< Threads.
};

std::vector<LaunchShape>
ShapeLimits::shapes(llvm::ArrayRef<Block> Blocks,
                    llvm::ArrayRef<LaunchShape> Likely) const {
  std::vector<LaunchShape> Shapes;
  llvm::copy_if(Likely, std::back_inserter(Shapes),
                [&](const LaunchShape &S) { return fits(S.Block); });
  if (Shapes.empty())
    for (const Block &B : Blocks)
      Shapes.emplace_back().Block = B;
  bool UsesDynamicMemory =
      std::any_of(K.Sites.begin(), K.Sites.end(), [&](const Site &S) {
        return P.Arrays[S.Array].Space != MemorySpace::Static;
      });
  if (UsesDynamicMemory)
    for (LaunchShape &S : Shapes)
      S.DynamicBytes = std::nullopt;
  return Shapes;
}

} // namespace

std::vector<LaunchShape>
bankfix::assumedShapes(const Kernel &K, const Program &P, unsigned MaxThreads,
                       const Target &T, llvm::ArrayRef<LaunchShape> Likely) {
  const ShapeLimits Of(K, P, MaxThreads, T);
  const AxisFinder &Axes = Of.Axes;
  std::vector<Block> Blocks;
  if (std::optional<Block> B = fillingBlock(Axes); B && Of.fits(*B))
    Blocks.push_back(*B);
  // Blocks of two dimensions are hardly ever smaller than what they fill.
  bool Only = !Blocks.empty() && (Axes.Used[1] || Axes.Used[2]);
  for (const Block &B : usualBlocks(Axes))
    if (!Only && Of.fits(B) &&
        std::find(Blocks.begin(), Blocks.end(), B) == Blocks.end())
      Blocks.push_back(B);
  if (Blocks.empty()) {
    Block B = usualBlocks(Axes).front();
    for (unsigned Axis = 0; Axis < 3; ++Axis)
      if (uint64_t Limit = Axes.Limits[Axis])
        B[Axis] = std::min<uint64_t>(B[Axis], Limit);
    for (unsigned Axis : {2u, 1u, 0u})
      while (!Of.fits(B) && B[Axis] > 1)
        B[Axis] = (B[Axis] + 1) / 2;
    Blocks.push_back(B);
  }
  return Of.shapes(Blocks, Likely);
}

std::vector<LaunchShape> bankfix::smallerShapes(const Kernel &K,
                                                const Program &P,
                                                unsigned MaxThreads,
                                                const Target &T) {
  const ShapeLimits Of(K, P, MaxThreads, T);
  std::vector<Block> Blocks = smallBlocks(Of.Axes);
  std::erase_if(Blocks, [&](const Block &B) { return !Of.fits(B); });
  return Of.shapes(Blocks, {});
}
