//===- AlikeKernels.cpp - Kernels with the same requests ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Analysis/AlikeKernels.h"
#include "RecordedPart.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
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

/// Walks two kernels side by side. Each instance of a template has arrays of
/// its own, and values that are read of them, which have the arrays' names.
class Comparison {
public:
  Comparison(const Program &OfA, const Program &OfB) : OfA(OfA), OfB(OfB) {}

  bool same(const Kernel &A, const Kernel &B) {
    return A.Variables == B.Variables && allSame(A.Sites, B.Sites) &&
           allSame(recordedPart(A), recordedPart(B));
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
  bool same(const Stmt &A, const Stmt &B);
  bool same(const Assign &A, const Assign &B) {
    return A.Var == B.Var && same(A.Value, B.Value);
  }
  bool same(const If &A, const If &B) {
    return A.Text == B.Text && same(A.Cond, B.Cond) &&
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
  bool same(const Unsupported &A, const Unsupported &B) {
    return A.Reason == B.Reason;
  }

  const Program &OfA, &OfB;
  llvm::DenseSet<std::pair<const Expr *, const Expr *>> Known; ///< The same.
  OneToOne<unsigned> Arrays;
  OneToOne<llvm::StringRef> Opaque; ///< Their names.
};

bool Comparison::same(const Site &A, const Site &B) {
  auto Key = [](const Site &X) { return std::tie(X.Op, X.Bytes, X.IsFlat); };
  return Key(A) == Key(B) && Arrays.pairs(A.Array, B.Array) &&
         same(OfA.Arrays[A.Array], OfB.Arrays[B.Array]);
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
    return std::tuple(E.kind(), E.op(), E.type(), E.low(), E.high(),
                      E.isUniform(), E.text(), E.numOperands());
  };
  bool Same = A->kind() == ExprKind::Opaque ? Opaque.pairs(A->name(), B->name())
                                            : A->name() == B->name();
  Same = Same && Key(*A) == Key(*B);
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
  return Comparison(OfA, OfB).same(A, B);
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
    auto Old = llvm::find_if(There, [&](unsigned C) {
      const bankfix::Kernel &First = P.Kernels[Classes[C].First];
      return haveSamePlaces(First, K) && haveSameRequests(P, First, P, K);
    });
    ClassOf.push_back(Old == There.end() ? Classes.size() : *Old);
    if (Old == There.end()) {
      There.push_back(Classes.size());
      Classes.push_back({unsigned(I), 0, {}});
    }
    ++Classes[ClassOf.back()].Size;
  }
}

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
      collectRequests(P.Kernels[Kernel], P, Shape, WaveSize, Budget);
  if (C.Size > 1) {
    C.Answers.push_back({Shape, Budget.Steps, Budget.Coarseness, C.Size - 1, New});
    C.Answers.back().Requests.Steps = 0;
  }
  return New;
}
