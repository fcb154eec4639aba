//===- AlikeKernelsTest.cpp - Kernels with the same requests --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Analysis/AlikeKernels.h"
#include "../KernelBuilder.h"
#include <functional>
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

using Build = llvm::function_ref<void(KernelBuilder &)>;

/// A program of two kernels.
void build(KernelBuilder &B, Build First, Build Second) {
  First(B);
  Kernel Done = std::exchange(B.kernel(), Kernel());
  Second(B);
  B.P.Kernels.insert(B.P.Kernels.begin(), std::move(Done));
}

bool alike(Build First, Build Second) {
  KernelBuilder B;
  build(B, First, Second);
  return haveSameRequests(B.P, B.P.Kernels[0], B.P, B.P.Kernels[1]);
}

void column(KernelBuilder &B, uint64_t Rows = 32) {
  B.load(B.array("s", {Rows, 32}), {B.tx, B.ty});
}

/// Counts in vain.
void spin(KernelBuilder &B, int64_t Trips) {
  B.count("i", B.constant(0), B.constant(Trips), 1, [](Value) {});
}

TEST(AlikeKernels, EachHasArraysOfItsOwn) {
  EXPECT_TRUE(alike([](auto &B) { column(B); }, [](auto &B) { column(B); }));
  EXPECT_FALSE(
      alike([](auto &B) { column(B); }, [](auto &B) { column(B, 64); }));
}

TEST(AlikeKernels, MayStandInDifferentLines) {
  KernelBuilder Old, New;
  column(Old);
  column(New);
  New.kernel().Sites[0].Place.Line += 3;
  EXPECT_TRUE(haveSameRequests(Old.P, Old.kernel(), New.P, New.kernel()));
  EXPECT_FALSE(haveSamePlaces(Old.kernel(), New.kernel()));
  EXPECT_TRUE(haveSamePlaces(Old.kernel(), Old.kernel()));
  New.P.Kernels.push_back(Old.kernel());
  // But then their intervals do, too, and those are part of the answer.
  RequestCollector Collector(New.P, 32);
  LaunchShape Shape{{32, 1, 1}, ShapeOrigin::Launch, {}};
  for (unsigned K : {0, 1})
    EXPECT_EQ(Collector.collect(K, Shape, {}).Intervals.at(0).FirstLine,
              K == 0 ? 4u : 1u);
}

TEST(AlikeKernels, SitesShareAnArrayInBoth) {
  auto Two = [](KernelBuilder &B, unsigned S, unsigned T) {
    B.load(S, {B.tx});
    B.load(T, {B.tx});
  };
  auto OfTwo = [&](KernelBuilder &B) {
    unsigned S = B.array("s", {32});
    Two(B, S, B.array("s", {32}));
  };
  auto OfOne = [&](KernelBuilder &B) {
    unsigned S = B.array("s", {32});
    Two(B, S, S);
  };
  EXPECT_TRUE(alike(OfTwo, OfTwo));
  EXPECT_FALSE(alike(OfOne, OfTwo));
  EXPECT_FALSE(alike(OfTwo, OfOne));
}

TEST(AlikeKernels, ThePlacesOfTheLanesMatter) {
  EXPECT_FALSE(alike([](auto &B) { B.load(B.array("s", {64}), {B.tx}); },
                     [](auto &B) { B.load(B.array("s", {64}), {B.tx * 2}); }));
}

TEST(AlikeKernels, WhatIsComputedElseDoesNot) {
  auto Before = [](int64_t Trips) {
    return [Trips](KernelBuilder &B) {
      spin(B, Trips);
      column(B);
    };
  };
  auto Behind = [](int64_t Trips) {
    return [Trips](KernelBuilder &B) {
      column(B);
      spin(B, Trips);
    };
  };
  EXPECT_TRUE(alike(Before(3), Before(4)));
  EXPECT_TRUE(alike(Behind(3), Behind(4)));
  EXPECT_TRUE(alike(Before(3), Behind(3)));
}

TEST(AlikeKernels, ConditionsThatDecideNothingDoNot) {
  auto Scales = [](bool Scales) {
    return [Scales](KernelBuilder &B) {
      Value Sum = B.var("sum", B.constant(0));
      B.when(B.tx < (Scales ? 1 : 2), [&] { B.set(Sum, Sum + 1); });
      column(B);
      B.when(B.constant(Scales), [&] { B.set(Sum, Sum * 2); });
    };
  };
  EXPECT_TRUE(alike(Scales(false), Scales(true)));
}

TEST(AlikeKernels, VariablesThatNobodyReadsAnyMoreDoNot) {
  auto Counts = [](bool Overwrites) {
    return [Overwrites](KernelBuilder &B) {
      Value I = B.var("i", B.constant(0));
      unsigned S = B.array("s", {128});
      B.loop(
          I < 4, [&] { B.set(I, I + 1); }, [&] { B.load(S, {B.tx * 4 + I}); });
      if (Overwrites)
        B.set(I, B.param("n"));
    };
  };
  KernelBuilder B;
  build(B, Counts(true), Counts(false));
  EXPECT_TRUE(haveSameRequests(B.P, B.P.Kernels[0], B.P, B.P.Kernels[1]));
  LaunchShape Shape{{32, 1, 1}, ShapeOrigin::Launch, {}};
  for (const Kernel &K : B.P.Kernels) // They are merged alike, too.
    EXPECT_EQ(collectRequests(K, B.P, Shape, 32).Sites[0].Merged.size(), 1u);
}

TEST(AlikeKernels, NumbersOfVariablesStandForOneAnother) {
  auto Uses = [](bool Spins, unsigned Which) {
    return [=](KernelBuilder &B) {
      if (Spins)
        spin(B, 3);
      Value V[] = {B.var("v", B.tx), B.var("v", B.ty)};
      unsigned S = B.array("s", {1024});
      B.load(S, {V[0]});
      B.load(S, {V[Which]});
      B.load(S, {V[1]});
    };
  };
  EXPECT_TRUE(alike(Uses(false, 0), Uses(true, 0)));
  EXPECT_FALSE(alike(Uses(false, 0), Uses(true, 1)));
}

TEST(AlikeKernels, UnlessItIsToldOf) {
  auto Behind = [](const char *Name) {
    return [Name](KernelBuilder &B) {
      column(B);
      B.when(B.tx < B.param(Name), [&] { B.jump(JumpKind::Return); });
    };
  };
  EXPECT_TRUE(alike(Behind("n"), Behind("n")));
  EXPECT_FALSE(alike(Behind("n"), Behind("m")));
  auto Barriers = [](unsigned N) {
    return [N](KernelBuilder &B) {
      column(B);
      for (unsigned I = 0; I < N; ++I)
        B.barrier();
    };
  };
  EXPECT_FALSE(alike(Barriers(1), Barriers(2)));
}

TEST(AlikeKernels, UnknownValuesStandForOneAnother) {
  auto Reads = [](const char *X, const char *Y, const char *Text) {
    return [=](KernelBuilder &B) {
      unsigned S = B.array("s", {1024});
      for (const char *Name : {X, Y})
        B.load(S, {B.tx * Value{&B.Pool,
                                B.Pool.opaque(Name, Int32, true, 0, 7, Text)}});
    };
  };
  EXPECT_TRUE(alike(Reads("a", "b", "x"), Reads("c", "d", "x")));
  EXPECT_TRUE(alike(Reads("a", "a", "x"), Reads("b", "b", "x")));
  EXPECT_FALSE(alike(Reads("a", "b", "x"), Reads("c", "c", "x")));
  EXPECT_FALSE(alike(Reads("a", "a", "x"), Reads("c", "d", "x")));
  EXPECT_FALSE(alike(Reads("a", "b", "x"), Reads("c", "d", "y")));
}

/// The kernel and the one that \p Change makes of it have the same requests.
bool alikeWith(llvm::function_ref<void(KernelBuilder &)> Change) {
  auto Build = [](KernelBuilder &B) {
    unsigned S = B.array("s", {8, 32});
    B.when(B.tx < B.param("n"), [&] {
      B.count("i", B.constant(0), B.constant(4), 1, [&](Value I) {
        B.store(S, {I, B.tx});
      });
    });
    B.scope(ScopeKind::Block, [&] { B.barrier(); });
    B.assume(B.tx < 8);
    unsigned At = B.load(S, {B.ty, B.tx});
    Access &A = std::get<Access>(B.kernel().Body.back().Node);
    EXPECT_EQ(A.Site, At);
    A.Flat = {{B.ty.E, B.constant(32).E, B.tx.E}};
    B.unsupported("why");
  };
  KernelBuilder A, B;
  Build(A);
  Build(B);
  Change(B);
  return haveSameRequests(A.P, A.kernel(), B.P, B.kernel());
}

TEST(AlikeKernels, EachFieldAloneMakesAnother) {
  EXPECT_TRUE(alikeWith([](KernelBuilder &) {}));
  auto OfSite = [](llvm::function_ref<void(Site &)> Change) {
    return alikeWith([&](KernelBuilder &B) { Change(B.kernel().Sites[1]); });
  };
  EXPECT_TRUE(OfSite([](Site &S) { S.Text = S.IndexText = S.Path = "x"; }));
  EXPECT_TRUE(OfSite([](Site &S) { S.IsUnspecified = true; }));
  EXPECT_FALSE(OfSite([](Site &S) { S.Op = AccessOp::Atomic; }));
  EXPECT_FALSE(OfSite([](Site &S) { S.Bytes = 8; }));
  EXPECT_FALSE(OfSite([](Site &S) { S.IsFlat = true; }));
  EXPECT_FALSE(OfSite([](Site &S) { S.IsVolatile = true; }));
  auto OfArray = [](llvm::function_ref<void(SharedArray &)> Change) {
    return alikeWith([&](KernelBuilder &B) { Change(B.P.Arrays[0]); });
  };
  EXPECT_TRUE(OfArray([](SharedArray &A) { A.Name = "other"; }));
  EXPECT_FALSE(OfArray([](SharedArray &A) { A.Dims = {8, 33}; }));
  EXPECT_FALSE(OfArray([](SharedArray &A) { A.ElementType = "int"; }));
  EXPECT_FALSE(OfArray([](SharedArray &A) { A.ElementBytes = 8; }));
  EXPECT_FALSE(OfArray([](auto &A) { A.Space = MemorySpace::Argument; }));
  EXPECT_FALSE(OfArray([](SharedArray &A) { A.Parameter = 1; }));
  auto OfAccess = [](llvm::function_ref<void(Access &, KernelBuilder &)> C) {
    return alikeWith([&](KernelBuilder &B) {
      for (Stmt &S : B.kernel().Body)
        if (auto *A = std::get_if<Access>(&S.Node))
          C(*A, B);
    });
  };
  EXPECT_TRUE(OfAccess([](Access &, KernelBuilder &) {}));
  EXPECT_FALSE(OfAccess([](Access &A, auto &) { A.Site = 0; }));
  EXPECT_FALSE(OfAccess([](Access &A, auto &) { A.Subscripts.pop_back(); }));
  EXPECT_FALSE(OfAccess([](auto &A, auto &B) { A.Subscripts[0] = B.tz.E; }));
  EXPECT_FALSE(OfAccess([](Access &A, auto &) { A.Flat.clear(); }));
  EXPECT_FALSE(OfAccess([](auto &A, auto &B) { A.Flat[0].Row = B.tz.E; }));
  EXPECT_FALSE(OfAccess([](auto &A, auto &B) { A.Flat[0].Length = B.tz.E; }));
  EXPECT_FALSE(OfAccess([](auto &A, auto &B) { A.Flat[0].Column = B.tz.E; }));
  EXPECT_FALSE(OfAccess([](Access &A, auto &B) { A.Offset = B.tx.E; }));
  EXPECT_FALSE(OfAccess([](Access &A, auto &) { A.MemberOffset = 4; }));
  EXPECT_FALSE(OfAccess([](Access &A, auto &B) { A.Only = B.tx.E; }));
  EXPECT_FALSE(OfAccess([](Access &A, auto &) { A.Targets = 2; }));
  EXPECT_FALSE(OfAccess([](Access &A, auto &) { A.Reason = "why"; }));
}

/// The same of a node of type N, wherever it stands.
template <typename N> bool alikeWithNode(llvm::function_ref<void(N &)> Change) {
  std::function<void(StmtList &)> Walk = [&](StmtList &List) {
    for (Stmt &S : List) {
      if (auto *Node = std::get_if<N>(&S.Node))
        Change(*Node);
      if (auto *I = std::get_if<If>(&S.Node))
        Walk(I->Then);
      if (auto *L = std::get_if<Loop>(&S.Node))
        Walk(L->Body);
      if (auto *B = std::get_if<Scope>(&S.Node))
        Walk(B->Body);
    }
  };
  return alikeWith([&](KernelBuilder &B) { Walk(B.kernel().Body); });
}

TEST(AlikeKernels, EachFieldOfAStatementAloneMakesAnother) {
  EXPECT_FALSE(alikeWithNode<If>([](If &I) { I.Text = "other"; }));
  EXPECT_FALSE(alikeWithNode<If>([](If &I) { I.Cond = nullptr; }));
  EXPECT_FALSE(alikeWithNode<If>([](If &I) { std::swap(I.Then, I.Else); }));
  EXPECT_FALSE(alikeWithNode<Loop>([](Loop &L) { L.Text = "other"; }));
  EXPECT_FALSE(alikeWithNode<Loop>([](Loop &L) { L.Cond = nullptr; }));
  EXPECT_FALSE(alikeWithNode<Loop>([](Loop &L) { L.TestFirst = false; }));
  EXPECT_FALSE(alikeWithNode<Loop>([](Loop &L) { L.Step.clear(); }));
  EXPECT_FALSE(alikeWithNode<Loop>([](Loop &L) { L.Body.clear(); }));
  EXPECT_FALSE(alikeWithNode<Loop>([](Loop &L) { L.Header = L.Step; }));
  EXPECT_FALSE(alikeWithNode<Scope>([](auto &S) { S.Kind = ScopeKind::Call; }));
  EXPECT_FALSE(alikeWithNode<Scope>([](Scope &S) { S.Body.clear(); }));
  EXPECT_FALSE(alikeWithNode<Barrier>([](auto &B) { B.OfBlock = false; }));
  EXPECT_FALSE(alikeWithNode<Assume>([](Assume &A) { A.Cond = nullptr; }));
  EXPECT_FALSE(alikeWithNode<Unsupported>([](auto &U) { U.Reason = "so"; }));
}

TEST(AlikeKernels, AreCollectedOnceForEachLaunch) {
  KernelBuilder B;
  build(
      B, [](auto &B) { column(B); }, [](auto &B) { column(B); });
  RequestCollector Collector(B.P, 32);
  for (unsigned Threads : {32, 48})
    for (unsigned K : {0, 1}) {
      LaunchShape Shape{{Threads, 1, 1}, ShapeOrigin::Launch, {}};
      KernelRequests Own = collectRequests(B.P.Kernels[K], B.P, Shape, 32);
      KernelRequests R = Collector.collect(K, Shape, {});
      EXPECT_EQ(R.Sites[0].Groups, Own.Sites[0].Groups) << Threads;
      EXPECT_EQ(R.Sites[0].Groups.size(), Threads == 32 ? 1u : 2u);
    }
}

TEST(AlikeKernels, ABudgetIsNotSpentOnThat) {
  KernelBuilder B;
  spin(B, 1000);
  column(B);
  spin(B, 1000);
  LaunchShape Shape{{32, 1, 1}, ShapeOrigin::Launch, {}};
  KernelRequests R = collectRequests(B.kernel(), B.P, Shape, 32, {100});
  EXPECT_EQ(R.Coarseness, 0u);
  EXPECT_FALSE(R.IsExhausted);
  R = collectRequests(B.kernel(), B.P, Shape, 32, {1});
  EXPECT_TRUE(R.IsExhausted);
}

} // namespace
