//===- AlikeKernels.cpp - Kernels with the same requests ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Analysis/AlikeKernels.h"
#include "ArrayParts.h"
#include "RequestSlice.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <memory>
#include <tuple>

using namespace bankfix;

namespace {

/// Whether names of one kernel and those of another stand for each other.
template <typename T> class OneToOne {
public:
  bool pairs(const T &A, const T &B) {
    return There.try_emplace(A, B).first->second == B &&
           Back.try_emplace(B, A).first->second == A;
  }

private:
  std::map<T, T> There, Back;
};

/// A kernel of a program, and what of it makes its requests.
struct Sliced {
  const Program &P;
  const Kernel &K;
  const RequestSlice &Slice;
};

/// The number of a variable: it stands for that of the other kernel.
struct VariableNumber {
  unsigned Number;
};
/// The number of an array, likewise.
struct ArrayNumber {
  unsigned Number;
};

// What makes requests of each node, in pieces that are compared one by one. All
// members are named: one that is added and that nobody thought of does not
// compile.

auto piecesOf(const Site &S) {
  const auto &[Array, Op, Bytes, Place, Text, IndexText, Subscripts, Path,
               IsUnspecified, IsFlat, IsRow, IsVolatile, Fragment, Part,
               Number] = S;
  // Left out: how it is written, and what each site's verdict is told besides.
  return std::tuple(Op, Bytes, IsFlat, IsVolatile, ArrayNumber{Array});
}
auto piecesOf(const Assign &S) {
  const auto &[Var, Value] = S;
  return std::tuple(VariableNumber{Var}, Value);
}
auto piecesOf(const If &S) {
  const auto &[Cond, Text, Then, Else] = S;
  bool Decides = !Then.empty() || !Else.empty(); // See RequestSlice.
  return std::tuple(Decides ? Cond : nullptr, std::cref(Text), std::cref(Then),
                    std::cref(Else));
}
auto piecesOf(const Loop &S) {
  const auto &[Header, Cond, Text, Body, Step, TestFirst] = S;
  return std::tuple(TestFirst, Cond, std::cref(Text), std::cref(Header),
                    std::cref(Body), std::cref(Step));
}
auto piecesOf(const Scope &S) {
  const auto &[Kind, Body] = S;
  return std::tuple(Kind, std::cref(Body));
}
auto piecesOf(const FlatIndex &S) {
  const auto &[Row, Length, Column] = S;
  return std::tuple(Row, Length, Column);
}
auto piecesOf(const Access &S) {
  const auto &[Site, Subscripts, Flat, Offset, MemberOffset, Only, Targets,
               Reason] = S;
  return std::tuple(Site, MemberOffset, Targets, std::cref(Reason), Offset,
                    Only, std::cref(Subscripts), std::cref(Flat));
}
auto piecesOf(const Assume &S) {
  const auto &[Cond] = S;
  return std::tuple(Cond);
}
auto piecesOf(const Jump &S) {
  const auto &[Kind] = S;
  return std::tuple(Kind);
}
auto piecesOf(const Barrier &S) {
  const auto &[OfBlock] = S;
  return std::tuple(OfBlock);
}
auto piecesOf(const Unsupported &S) {
  const auto &[Reason] = S;
  return std::tuple(std::cref(Reason));
}
auto piecesOf(const Work &S) {
  const auto &[Integers, Floats, Doubles, Specials, Chain, Products, Shuffles,
               Outside] = S;
  return std::tuple(std::cref(Integers), std::cref(Floats), std::cref(Doubles),
                    std::cref(Specials), std::cref(Chain), std::cref(Products),
                    std::cref(Shuffles), std::cref(Outside));
}

/// Walks two kernels side by side. Each instance of a template has arrays of
/// its own, and values that are read of them, which have the arrays' names.
class Comparison {
public:
  Comparison(const Sliced &OfA, const Sliced &OfB) : OfA(OfA), OfB(OfB) {}

  bool areSame() {
    return allSame(OfA.K.Sites, OfB.K.Sites) &&
           allSame(OfA.Slice.body(), OfB.Slice.body());
  }

private:
  template <typename List> bool allSame(const List &A, const List &B) {
    return std::size(A) == std::size(B) &&
           llvm::all_of(llvm::zip_equal(A, B), [&](auto Pair) {
             return same(std::get<0>(Pair), std::get<1>(Pair));
           });
  }
  /// All pieces of two nodes, or two values.
  template <typename T> bool same(const T &A, const T &B) {
    if constexpr (requires { piecesOf(A); })
      return std::apply(
          [&](const auto &...X) {
            return std::apply(
                [&](const auto &...Y) { return (same(X, Y) && ...); },
                piecesOf(B));
          },
          piecesOf(A));
    else if constexpr (requires { A == B; })
      return A == B;
    else
      return allSame(A, B);
  }
  template <typename T>
  bool same(std::reference_wrapper<T> A, std::reference_wrapper<T> B) {
    return same(A.get(), B.get());
  }
  template <unsigned N>
  bool same(const llvm::SmallVector<const Expr *, N> &A,
            const llvm::SmallVector<const Expr *, N> &B) {
    return allSame(A, B);
  }
  bool same(const std::vector<FlatIndex> &A, const std::vector<FlatIndex> &B) {
    return allSame(A, B);
  }
  bool same(const StmtList &A, const StmtList &B) { return allSame(A, B); }
  bool same(const Stmt &A, const Stmt &B);
  bool same(const Expr *A, const Expr *B);
  bool same(VariableNumber A, VariableNumber B) {
    return Variables.pairs(A.Number, B.Number) &&
           OfA.K.Variables[A.Number] == OfB.K.Variables[B.Number];
  }
  bool same(ArrayNumber A, ArrayNumber B) {
    auto PartsA = partsOf(OfA.P.Arrays[A.Number]),
         PartsB = partsOf(OfB.P.Arrays[B.Number]);
    return Arrays.pairs(A.Number, B.Number) && PartsA.Shape == PartsB.Shape &&
           PartsA.Values == PartsB.Values;
  }

  const Sliced &OfA, &OfB;
  llvm::DenseSet<std::pair<const Expr *, const Expr *>> Known; ///< The same.
  OneToOne<unsigned> Arrays, Variables;
  OneToOne<llvm::StringRef> Opaque; ///< Their names.
};

bool Comparison::same(const Expr *A, const Expr *B) {
  if (!A || !B)
    return A == B;
  if (Known.contains({A, B}))
    return true;
  auto Key = [](const Expr &E) {
    return std::tuple(E.kind(), E.op(), E.type(),
                      E.kind() == ExprKind::Var ? 0 : E.low(), E.high(),
                      E.isUniform(), E.text(), E.numOperands());
  };
  bool Same = Key(*A) == Key(*B);
  if (Same && A->kind() == ExprKind::Var)
    Same = same(VariableNumber{A->index()}, VariableNumber{B->index()});
  else if (Same && A->kind() == ExprKind::Opaque)
    Same = Opaque.pairs(A->name(), B->name());
  else
    Same = Same && A->name() == B->name();
  for (unsigned I = 0; Same && I < A->numOperands(); ++I)
    Same = same(A->operand(I), B->operand(I));
  if (Same)
    Known.insert({A, B});
  return Same;
}

bool Comparison::same(const Stmt &A, const Stmt &B) {
  return A.Node.index() == B.Node.index() &&
         std::visit(
             [&](const auto &Mine) {
               using Node = std::decay_t<decltype(Mine)>;
               return same(Mine, std::get<Node>(B.Node));
             },
             A.Node);
}

} // namespace

bool bankfix::haveSameRequests(const Program &OfA, const Kernel &A,
                               const Program &OfB, const Kernel &B) {
  const RequestSlice SliceOfA(A), SliceOfB(B);
  return Comparison({OfA, A, SliceOfA}, {OfB, B, SliceOfB}).areSame();
}

bool bankfix::haveSamePlaces(const Kernel &A, const Kernel &B) {
  return llvm::equal(A.Sites, B.Sites, [](const Site &X, const Site &Y) {
    return X.Place == Y.Place;
  });
}

RequestCollector::RequestCollector(const Program &P, unsigned WaveSize)
    : P(P), WaveSize(WaveSize) {
  // Alike are mostly those that one template made.
  std::map<std::tuple<std::string, unsigned, unsigned>, std::vector<unsigned>>
      ByPlace;
  for (auto [I, K] : llvm::enumerate(P.Kernels)) {
    std::vector<unsigned> &There =
        ByPlace[{K.Place.File, K.Place.Line, K.Place.Column}];
    auto Slice = std::make_unique<const RequestSlice>(K);
    auto Old = llvm::find_if(There, [&](unsigned C) {
      const bankfix::Kernel &First = P.Kernels[Classes[C].First];
      return haveSamePlaces(First, K) &&
             Comparison({P, First, *Classes[C].Slice}, {P, K, *Slice})
                 .areSame();
    });
    ClassOf.push_back(Old == There.end() ? Classes.size() : *Old);
    if (Old == There.end()) {
      There.push_back(Classes.size());
      Classes.push_back({unsigned(I), 0, std::move(Slice), {}});
    }
    ++Classes[ClassOf.back()].Size;
  }
}

RequestCollector::~RequestCollector() = default;

KernelRequests RequestCollector::collect(unsigned Kernel,
                                         const LaunchShape &Shape,
                                         const RunBudget &Budget) {
  Class &C = Classes[ClassOf[Kernel]];
  // A run that came to its end says the same whatever was tried before it.
  auto Old = llvm::find_if(C.Answers, [&](const Known &A) {
    return A.Shape == Shape && A.Budget == Budget.Steps &&
           (A.Coarseness == Budget.Coarseness ||
            (A.Requests.Coarseness == Budget.Coarseness &&
             !A.Requests.IsExhausted));
  });
  if (Old != C.Answers.end() && --Old->Others != 0)
    return Old->Requests;
  if (Old != C.Answers.end()) {
    KernelRequests Last = std::move(Old->Requests);
    C.Answers.erase(Old);
    return Last;
  }
  KernelRequests New =
      collectRequests(P.Kernels[C.First], *C.Slice, P, Shape, WaveSize, Budget);
  if (C.Size > 1) {
    C.Answers.push_back(
        {Shape, Budget.Steps, Budget.Coarseness, C.Size - 1, New});
    C.Answers.back().Requests.Steps = 0;
  }
  return New;
}
