//===- NaiveRun.cpp - A second, slow opinion on a kernel's requests -------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NaiveRun.h"
#include <map>

using namespace bankfix;

namespace {

using Set = std::vector<bool>; ///< Lanes.

class Wave {
public:
  Wave(const Kernel &K, const Program &P, const LaunchShape &Shape,
       const Target &T, const Oracle &Unknowns, Witness See, unsigned First,
       std::vector<NaiveCount> &Counts)
      : K(K), P(P), Shape(Shape), T(T), Unknowns(Unknowns), See(See),
        First(First), Counts(Counts), Variables(T.WaveSize), Gone(T.WaveSize) {}

  void run() {
    Set All(T.WaveSize);
    for (unsigned L = 0; L < T.WaveSize; ++L)
      All[L] = First + L < Shape.threads();
    list(K.Body, All);
  }
  bool Undefined = false;

private:
  /// How a list ends for each lane that does not fall out of it.
  struct Exits {
    Set Broken, Continued;
  };

  int64_t thread(unsigned Lane, unsigned Axis) const {
    unsigned Id = First + Lane;
    for (unsigned A = 0; A < Axis; ++A)
      Id /= Shape.Block[A];
    return Axis == 2 ? Id : Id % Shape.Block[Axis];
  }

  int64_t launchValue(const Expr &E, unsigned Lane) const {
    return E.launchValue() == LaunchValue::ThreadIdx ? thread(Lane, E.axis())
                                                     : Shape.Block[E.axis()];
  }

  int64_t eval(const Expr &E, unsigned Lane) {
    auto Operand = [&](unsigned I) { return eval(*E.operand(I), Lane); };
    switch (E.kind()) {
    case ExprKind::Const:
      return E.value();
    case ExprKind::LaunchValue:
      return launchValue(E, Lane);
    case ExprKind::Var:
      return Variables[Lane][E.index()];
    case ExprKind::Unary:
      return *fold(E.op(), E.operand(0)->type(), Operand(0), 0);
    case ExprKind::Binary: {
      std::optional<int64_t> V =
          fold(E.op(), E.operand(0)->type(), Operand(0), Operand(1));
      Undefined |= !V;
      return V.value_or(0);
    }
    case ExprKind::Select:
      return Operand(0) ? Operand(1) : Operand(2);
    case ExprKind::Cast:
      return E.type().wrap(Operand(0));
    case ExprKind::Param:
    case ExprKind::Opaque:
      return Unknowns(E, First + Lane);
    }
  }

  /// Where \p E holds, of \p In.
  Set where(const Expr &E, const Set &In) {
    Set Out(In.size());
    for (unsigned L = 0; L < In.size(); ++L)
      Out[L] = In[L] && eval(E, L) != 0;
    return Out;
  }
  static Set minus(Set A, const Set &B) {
    for (unsigned L = 0; L < A.size(); ++L)
      A[L] = A[L] && !B[L];
    return A;
  }
  static Set plus(Set A, const Set &B) {
    for (unsigned L = 0; L < A.size(); ++L)
      A[L] = A[L] || B[L];
    return A;
  }
  static bool any(const Set &A) {
    return std::find(A.begin(), A.end(), true) != A.end();
  }

  /// Returns the lanes that come out at the end.
  Set list(const StmtList &Stmts, Set Lanes) {
    for (const Stmt &S : Stmts)
      if (any(Lanes))
        Lanes =
            std::visit([&](const auto &N) { return run(N, Lanes); }, S.Node);
    return Lanes;
  }

  Set run(const Assign &A, const Set &Lanes) {
    for (unsigned L = 0; L < Lanes.size(); ++L)
      if (Lanes[L])
        Variables[L][A.Var] = eval(*A.Value, L);
    return Lanes;
  }
  Set run(const If &I, const Set &Lanes) {
    Set Then = where(*I.Cond, Lanes), Else = minus(Lanes, Then);
    Then = list(I.Then, Then);
    return plus(Then, list(I.Else, Else));
  }
  Set run(const Loop &L, const Set &Lanes) {
    Exits Mine{Set(Lanes.size()), Set(Lanes.size())};
    Exits *Outer = std::exchange(Innermost, &Mine);
    Set Running = Lanes, Left(Lanes.size());
    for (bool Test = L.TestFirst; any(Running); Test = true) {
      if (Test) {
        Set Goes = where(*L.Cond, list(L.Header, Running));
        Left = plus(Left, minus(Running, Goes));
        Running = Goes;
      }
      Running = list(L.Body, Running);
      Running = plus(Running, Mine.Continued);
      Mine.Continued.assign(Lanes.size(), false);
      Running = list(L.Step, Running);
    }
    Innermost = Outer;
    return minus(plus(Left, Mine.Broken), Gone);
  }
  Set run(const Jump &J, const Set &Lanes) {
    Set &Into = J.Kind == JumpKind::Return  ? Gone
                : J.Kind == JumpKind::Leave ? *LeftBlock
                : J.Kind == JumpKind::Break ? Innermost->Broken
                                            : Innermost->Continued;
    Into = plus(Into, Lanes);
    return Set(Lanes.size());
  }
  Set run(const Scope &S, const Set &Lanes) {
    if (S.Kind == ScopeKind::Call) {
      Set Outer = std::exchange(Gone, Set(Lanes.size()));
      list(S.Body, Lanes);
      Gone = std::move(Outer);
      return Lanes;
    }
    Set Left(Lanes.size()), *Outer = std::exchange(LeftBlock, &Left);
    Set Through = list(S.Body, Lanes);
    LeftBlock = Outer;
    return plus(Through, Left);
  }
  Set run(const Access &A, const Set &Lanes) {
    const Site &S = K.Sites[A.Site];
    const SharedArray &Array = P.Arrays[S.Array];
    std::vector<LaneAccess> Addresses;
    for (unsigned L = 0; L < Lanes.size(); ++L)
      if (Lanes[L]) {
        int64_t Element = 0;
        for (unsigned D = 0; D < Array.Dims.size(); ++D) {
          int64_t Subscript = eval(*A.Subscripts[D], L);
          Element = Element * Array.Dims[D] + Subscript;
          if (See)
            See(A.Site, D, Subscript);
        }
        Undefined |= Element < 0 || uint64_t(Element) >= Array.elements();
        Addresses.push_back({L, uint64_t(Element) * Array.ElementBytes});
      }
    Cost C = cost(T, S.Op, S.Bytes, Addresses);
    Counts[A.Site].Requests += C.Requests;
    Counts[A.Site].Wavefronts += C.Wavefronts;
    Counts[A.Site].Ideal += C.Ideal;
    Counts[A.Site].Serialization += C.Serialization;
    return Lanes;
  }
  Set run(const Work &, const Set &Lanes) { return Lanes; }
  Set run(const Barrier &, const Set &Lanes) { return Lanes; }
  Set run(const Assume &A, const Set &Lanes) {
    for (unsigned L = 0; L < Lanes.size(); ++L)
      Undefined |= Lanes[L] && eval(*A.Cond, L) == 0;
    return Lanes;
  }
  Set run(const Unsupported &, const Set &) { std::abort(); }

  const Kernel &K;
  const Program &P;
  const LaunchShape &Shape;
  const Target &T;
  const Oracle &Unknowns;
  Witness See;
  unsigned First; ///< Linear id of lane 0.
  std::vector<NaiveCount> &Counts;
  std::vector<std::map<unsigned, int64_t>> Variables; ///< Per lane.
  Set Gone;
  Exits *Innermost = nullptr;
  Set *LeftBlock = nullptr;
};

} // namespace

std::optional<std::vector<NaiveCount>>
bankfix::naiveRun(const Kernel &K, const Program &P, const LaunchShape &Shape,
                  const Target &T, const Oracle &Unknowns, Witness See) {
  std::vector<NaiveCount> Counts(K.Sites.size());
  bool Undefined = false;
  for (unsigned First = 0; First < Shape.threads(); First += T.WaveSize) {
    Wave W(K, P, Shape, T, Unknowns, See, First, Counts);
    W.run();
    Undefined |= W.Undefined;
  }
  return Undefined ? std::nullopt : std::optional(std::move(Counts));
}

std::vector<NaiveCount> bankfix::naiveRun(const Kernel &K, const Program &P,
                                          const LaunchShape &Shape,
                                          const Target &T) {
  Oracle None = [](const Expr &, unsigned) -> int64_t { std::abort(); };
  return *naiveRun(K, P, Shape, T, None);
}
