//===- AlikeKernels.cpp - Kernels with the same requests ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Analysis/AlikeKernels.h"
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
  bool same(const Site &A, const Site &B);
  bool same(const SharedArray &A, const SharedArray &B);
  bool same(const Expr *A, const Expr *B);
  bool sameVariable(unsigned A, unsigned B) {
    return Variables.pairs(A, B) && OfA.K.Variables[A] == OfB.K.Variables[B];
  }
  bool same(const Stmt &A, const Stmt &B);
  bool same(const Assign &A, const Assign &B) {
    return sameVariable(A.Var, B.Var) && same(A.Value, B.Value);
  }
  bool same(const If &A, const If &B) {
    bool Decides = !A.Then.empty() || !A.Else.empty(); // See RequestSlice.
    return A.Text == B.Text && (!Decides || same(A.Cond, B.Cond)) &&
           allSame(A.Then, B.Then) && allSame(A.Else, B.Else);
  }
  bool same(const Loop &A, const Loop &B) {
    return A.Text == B.Text && A.TestFirst == B.TestFirst &&
           same(A.Cond, B.Cond) && allSame(A.Header, B.Header) &&
           allSame(A.Body, B.Body) && allSame(A.Step, B.Step);
  }
  bool same(const Scope &A, const Scope &B) {
    return A.Kind == B.Kind && allSame(A.Body, B.Body);
  }
  bool same(const FlatIndex &A, const FlatIndex &B) {
    return same(A.Row, B.Row) && same(A.Length, B.Length) &&
           same(A.Column, B.Column);
  }
  bool same(const Access &A, const Access &B);
  bool same(const Assume &A, const Assume &B) { return same(A.Cond, B.Cond); }
  bool same(const Jump &A, const Jump &B) { return A.Kind == B.Kind; }
  bool same(const Barrier &A, const Barrier &B) {
    return A.OfBlock == B.OfBlock;
  }
  /// No slice has any.
  bool same(const Work &, const Work &) { return false; }
  bool same(const Unsupported &A, const Unsupported &B) {
    return A.Reason == B.Reason;
  }

  const Sliced &OfA, &OfB;
  llvm::DenseSet<std::pair<const Expr *, const Expr *>> Known; ///< The same.
  OneToOne<unsigned> Arrays, Variables;
  OneToOne<llvm::StringRef> Opaque; ///< Their names.
};

bool Comparison::same(const Site &A, const Site &B) {
  auto Key = [](const Site &X) {
    return std::tie(X.Op, X.Bytes, X.IsFlat, X.IsVolatile);
  };
  return Key(A) == Key(B) && Arrays.pairs(A.Array, B.Array) &&
         same(OfA.P.Arrays[A.Array], OfB.P.Arrays[B.Array]);
}

/// What the analysis looks at.
bool Comparison::same(const SharedArray &A, const SharedArray &B) {
  auto Key = [](const SharedArray &X) {
    return std::tie(X.Dims, X.ElementType, X.ElementBytes, X.Space,
                    X.Parameter);
  };
  return Key(A) == Key(B);
}

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
    Same = sameVariable(A->index(), B->index());
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

bool Comparison::same(const Access &A, const Access &B) {
  auto Key = [](const Access &X) {
    return std::tie(X.Site, X.MemberOffset, X.Targets, X.Reason);
  };
  return Key(A) == Key(B) && same(A.Offset, B.Offset) && same(A.Only, B.Only) &&
         allSame(A.Subscripts, B.Subscripts) && allSame(A.Flat, B.Flat);
}

} // namespace

bool bankfix::haveSameRequests(const Program &OfA, const Kernel &A,
                               const Program &OfB, const Kernel &B) {
  const RequestSlice SliceOfA(A), SliceOfB(B);
  return Comparison({OfA, A, SliceOfA}, {OfB, B, SliceOfB}).areSame();
}

/// So that their intervals are the same, too.
static bool haveSamePlaces(const Kernel &A, const Kernel &B) {
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
      collectRequests(P.Kernels[C.First], *C.Slice, P, Shape, WaveSize,
                      Budget);
  if (C.Size > 1) {
    C.Answers.push_back(
        {Shape, Budget.Steps, Budget.Coarseness, C.Size - 1, New});
    C.Answers.back().Requests.Steps = 0;
  }
  return New;
}
