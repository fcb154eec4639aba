//===- KernelBuilder.h - Kernels written in a test --------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   KernelBuilder B;
//   unsigned Tile = B.array("tile", {32, 32});
//   B.store(Tile, {B.ty, B.tx});
//   AnalysisResult A = B.analyze({32, 8});
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_TEST_UNIT_KERNELBUILDER_H
#define BANKFIX_TEST_UNIT_KERNELBUILDER_H

#include "bankfix/Analysis/Requests.h"
#include "bankfix/Kernel/EditRights.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace bankfix {

/// An expression with C's operators; a plain int takes the other side's type.
struct Value {
  ExprPool *Pool = nullptr;
  const Expr *E = nullptr;

  Value with(int64_t C) const { return {Pool, Pool->constant(C, E->type())}; }
  Value apply(Op O, Value B) const { return {Pool, Pool->binary(O, E, B.E)}; }
  Value shift(Op O, int N) const {
    return {Pool, Pool->binary(O, E, Pool->constant(N))};
  }
};

#define BANKFIX_TEST_OPERATOR(Symbol, Name)                                    \
  inline Value operator Symbol(Value A, Value B) {                             \
    return A.apply(Op::Name, B);                                               \
  }                                                                            \
  inline Value operator Symbol(Value A, int64_t B) {                           \
    return A.apply(Op::Name, A.with(B));                                       \
  }                                                                            \
  inline Value operator Symbol(int64_t A, Value B) {                           \
    return B.with(A).apply(Op::Name, B);                                       \
  }
BANKFIX_TEST_OPERATOR(+, Add)
BANKFIX_TEST_OPERATOR(-, Sub)
BANKFIX_TEST_OPERATOR(*, Mul)
BANKFIX_TEST_OPERATOR(/, Div)
BANKFIX_TEST_OPERATOR(%, Rem)
BANKFIX_TEST_OPERATOR(&, And)
BANKFIX_TEST_OPERATOR(|, Or)
BANKFIX_TEST_OPERATOR(^, Xor)
BANKFIX_TEST_OPERATOR(<, Lt)
BANKFIX_TEST_OPERATOR(<=, Le)
BANKFIX_TEST_OPERATOR(>, Gt)
BANKFIX_TEST_OPERATOR(>=, Ge)
BANKFIX_TEST_OPERATOR(==, Eq)
BANKFIX_TEST_OPERATOR(!=, Ne)
BANKFIX_TEST_OPERATOR(&&, LogAnd)
BANKFIX_TEST_OPERATOR(||, LogOr)
#undef BANKFIX_TEST_OPERATOR
inline Value operator<<(Value A, int N) { return A.shift(Op::Shl, N); }
inline Value operator>>(Value A, int N) { return A.shift(Op::Shr, N); }
inline Value operator!(Value A) {
  return {A.Pool, A.Pool->unary(Op::LogNot, A.E)};
}
inline Value operator~(Value A) {
  return {A.Pool, A.Pool->unary(Op::BitNot, A.E)};
}

/// What the analysis says of the kernel under one launch shape.
struct AnalysisResult {
  LaunchShape Shape;
  KernelRequests Requests;
  std::vector<Verdict> Verdicts; ///< One per site.
};

/// Builds a program with one kernel, statement by statement.
class KernelBuilder {
public:
  using Block = llvm::function_ref<void()>;

  KernelBuilder() {
    P.Kernels.emplace_back();
    P.Kernels[0].Name = "kernel";
    Into = &P.Kernels[0].Body;
  }

  ExprPool Pool;
  Program P;
  std::vector<EditRights> Rights; ///< One per array.

  Value tx = launch(LaunchValue::ThreadIdx, 0);
  Value ty = launch(LaunchValue::ThreadIdx, 1);
  Value tz = launch(LaunchValue::ThreadIdx, 2);
  Value bx = launch(LaunchValue::BlockIdx, 0);
  Value by = launch(LaunchValue::BlockIdx, 1);
  Value bdx = launch(LaunchValue::BlockDim, 0);
  Value bdy = launch(LaunchValue::BlockDim, 1);

  Value constant(int64_t V, IntType T = Int32) {
    return {&Pool, Pool.constant(V, T)};
  }
  Value param(const std::string &Name, IntType T = Int32) {
    kernel().Params.push_back({Name, T});
    return {&Pool, Pool.param(kernel().Params.size() - 1, Name, T)};
  }
  Value opaque(const std::string &Name, bool Uniform = false) {
    return {&Pool, Pool.opaque(Name, Int32, Uniform)};
  }
  Value opaque(const std::string &Name, IntType T, int64_t Low, int64_t High) {
    return {&Pool, Pool.opaque(Name, T, false, Low, High)};
  }
  Value select(Value C, Value A, Value B) {
    return {&Pool, Pool.select(C.E, A.E, B.E)};
  }
  Value cast(Value A, IntType T) { return {&Pool, Pool.cast(A.E, T)}; }

  Value var(const std::string &Name, Value Init) {
    kernel().Variables.push_back({Name, Init.E->type()});
    Value V{&Pool,
            Pool.var(kernel().Variables.size() - 1, Name, Init.E->type())};
    set(V, Init);
    return V;
  }
  void set(Value Var, Value New) { add(Assign{Var.E->index(), New.E}); }

  unsigned array(const std::string &Name, std::vector<uint64_t> Dims,
                 unsigned ElementBytes = 4) {
    SharedArray A;
    A.Name = Name;
    A.ElementType = ElementBytes == 4 ? "float" : "element";
    A.Dims = std::move(Dims);
    A.ElementBytes = A.Alignment = ElementBytes;
    P.Arrays.push_back(std::move(A));
    Rights.emplace_back();
    return P.Arrays.size() - 1;
  }

  /// Return the index of the new site; its line is that plus 1.
  unsigned load(unsigned Array, llvm::ArrayRef<Value> Subscripts) {
    return access(Array, AccessOp::Load, Subscripts);
  }
  unsigned store(unsigned Array, llvm::ArrayRef<Value> Subscripts) {
    return access(Array, AccessOp::Store, Subscripts);
  }
  /// Of the lanes for which \p Only holds; each accesses one of \p Targets.
  unsigned access(unsigned Array, AccessOp Op, llvm::ArrayRef<Value> Subscripts,
                  std::optional<Value> Only = {}, unsigned Targets = 1) {
    Site S;
    S.Array = Array;
    S.Op = Op;
    S.Bytes = P.Arrays[Array].ElementBytes;
    S.Place.Line = kernel().Sites.size() + 1;
    Access A;
    A.Site = kernel().Sites.size();
    A.Only = Only ? Only->E : nullptr;
    A.Targets = Targets;
    for (Value V : Subscripts) {
      A.Subscripts.push_back(V.E);
      S.IndexText += "[" + toString(*V.E) + "]";
    }
    S.Text = P.Arrays[Array].Name + S.IndexText;
    kernel().Sites.push_back(std::move(S));
    add(std::move(A));
    return kernel().Sites.size() - 1;
  }

  void when(Value Cond, Block Then) {
    when(Cond, Then, [] {});
  }
  void when(Value Cond, Block Then, Block Else) {
    add(If{Cond.E, toString(*Cond.E), collect(Then), collect(Else)});
  }
  void loop(Value Cond, Block Step, Block Body) {
    add(Loop{
        {}, Cond.E, toString(*Cond.E), collect(Body), collect(Step), true});
  }
  void doWhile(Value Cond, Block Body) {
    add(Loop{{}, Cond.E, toString(*Cond.E), collect(Body), {}, false});
  }
  /// for (Var = From; Var < To; Var += Step) Body
  void count(const std::string &Name, Value From, Value To, int64_t Step,
             llvm::function_ref<void(Value)> Body) {
    Value I = var(Name, From);
    loop(I < To, [&] { set(I, I + Step); }, [&] { Body(I); });
  }
  void forever(Block Body) {
    add(Loop{{}, nullptr, "", collect(Body), {}, true});
  }
  void jump(JumpKind K) { add(Jump{K}); }
  void scope(ScopeKind K, Block Body) { add(Scope{K, collect(Body)}); }
  void assume(Value Cond) { add(Assume{Cond.E}); }
  void barrier() { add(Barrier{}); }
  void work(Work W) { add(std::move(W)); }
  /// A load of other memory, of 4 bytes a lane.
  void loadOutside(std::optional<Value> Index) {
    Work W;
    W.Outside = {{Index ? Index->E : nullptr, 4, false}};
    add(std::move(W));
  }
  void unsupported(const std::string &Why) { add(Unsupported{Why}); }

  Kernel &kernel() { return P.Kernels[0]; }

  AnalysisResult analyze(std::array<unsigned, 3> Block,
                         llvm::StringRef TargetName = "sm_80",
                         ShapeOrigin Origin = ShapeOrigin::Launch) {
    return analyzeShape(LaunchShape{Block, Origin, {}}, TargetName);
  }
  AnalysisResult analyzeShape(const LaunchShape &Shape,
                              llvm::StringRef TargetName = "sm_80") {
    const Target &T = *findTarget(TargetName);
    AnalysisResult A;
    A.Shape = Shape;
    A.Requests = collectRequests(kernel(), P, Shape, T.WaveSize);
    for (unsigned I = 0; I < kernel().Sites.size(); ++I) {
      const Site &S = kernel().Sites[I];
      A.Verdicts.push_back(judge(A.Requests.Sites[I], S, P.Arrays[S.Array], T));
    }
    return A;
  }

private:
  Value launch(LaunchValue V, unsigned Axis) {
    return {&Pool, Pool.cast(Pool.launchValue(V, Axis), Int32)};
  }
  template <typename Node> void add(Node N) {
    Into->push_back(Stmt{std::move(N)});
  }
  StmtList collect(Block B) {
    StmtList List, *Outer = std::exchange(Into, &List);
    B();
    Into = Outer;
    return List;
  }

  StmtList *Into;
};

} // namespace bankfix

#endif // BANKFIX_TEST_UNIT_KERNELBUILDER_H
