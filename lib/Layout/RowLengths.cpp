//===- RowLengths.cpp - The rows of flat arrays ---------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `a * L + b` is row a, column b only where 0 <= b < L: otherwise a longer L
// would move the element elsewhere. And L has to be one value wherever the
// array is used: in each launch, those that are not seen among them. Where the
// launches give the array its bytes, they have to show that value themselves,
// as the new size is written there.
//
//===----------------------------------------------------------------------===//

#include "Planning.h"
#include "Refusal.h"
#include "bankfix/Kernel/Walk.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

namespace {

using Value = std::optional<int64_t>;

/// What an expression is in every lane and at any time, under one launch and
/// under all that may exist besides.
class UniformValue {
public:
  UniformValue(const Kernel &K, const LaunchShape &Shape)
      : K(K), Shape(Shape) {}

  /// A value rests on what the user says, and not on the source.
  mutable bool RestsOnUser = false;

  Value of(const Expr *E, unsigned Depth = 0) const {
    constexpr unsigned MaxDepth = 16;
    if (Depth > MaxDepth)
      return std::nullopt;
    switch (E->kind()) {
    case ExprKind::Const:
      return E->value();
    case ExprKind::LaunchValue:
      if (E->launchValue() != LaunchValue::BlockDim || Shape.OthersPossible)
        return std::nullopt;
      RestsOnUser |= Shape.Origin != ShapeOrigin::Launch &&
                     Shape.Origin != ShapeOrigin::Attribute;
      return Shape.Block[E->axis()];
    case ExprKind::Param:
      return parameter(*E);
    case ExprKind::Var:
      return variable(E->index(), Depth + 1);
    case ExprKind::Cast: {
      Value V = of(E->operand(0), Depth + 1);
      return V ? Value(E->type().wrap(*V)) : V;
    }
    case ExprKind::Binary: {
      Value L = of(E->operand(0), Depth + 1), R = of(E->operand(1), Depth + 1);
      return L && R ? fold(E->op(), E->operand(0)->type(), *L, *R)
                    : std::nullopt;
    }
    default:
      return std::nullopt;
    }
  }

private:
  /// Of a parameter: what the launch says goes first, where it is the only one.
  Value parameter(const Expr &E) const {
    Value Assumed = Shape.assumed(E.name()), Told;
    if (E.index() < Shape.Params.size())
      Told = Shape.Params[E.index()];
    if (Told && Assumed && *Told != *Assumed)
      return std::nullopt;
    if (Told && !Shape.OthersPossible)
      return Told;
    RestsOnUser |= Assumed.has_value();
    return Assumed;
  }

  /// Of a variable that is set once.
  Value variable(unsigned Index, unsigned Depth) const {
    const Expr *Only = nullptr;
    unsigned Times = 0;
    forEachNode<Assign>(K.Body, [&](const Assign &A) {
      if (A.Var == Index) {
        Only = A.Value;
        ++Times;
      }
    });
    return Times == 1 ? of(Only, Depth) : std::nullopt;
  }

  const Kernel &K;
  const LaunchShape &Shape;
};

/// An access to some array of the group.
struct RowAccess {
  const Kernel *In = nullptr;
  const Access *Of = nullptr;
};

class RowFinder {
public:
  RowFinder(const PlanInput &In, ArrayGroup Arrays) : In(In), Arrays(Arrays) {}
  std::vector<RowLength> run(std::string &Why, bool &WithoutRows);

private:
  bool isOfGroup(const Site &S) const {
    return llvm::is_contained(Arrays, S.Array);
  }
  std::string collect();
  std::string fillIn(RowLength &R) const;
  std::string check(RowLength &R) const;
  std::string checkSite(const AnalyzedKernel &K, unsigned Site,
                        const RowLength &R) const;

  const PlanInput &In;
  ArrayGroup Arrays;
  std::vector<const Expr *> Lengths; ///< Of all accesses.
  std::vector<RowAccess> Accesses;
};

/// Finds the accesses, and the lengths that all of them are written with.
std::string RowFinder::collect() {
  for (const Kernel &K : In.P.Kernels)
    forEachNode<Access>(K.Body, [&](const Access &A) {
      if (isOfGroup(K.Sites[A.Site]))
        Accesses.push_back({&K, &A});
    });
  bool First = true;
  for (const auto &[K, A] : Accesses) {
    std::vector<const Expr *> Here, Both;
    for (const FlatIndex &F : A->Flat)
      Here.push_back(F.Length);
    for (const Expr *L : First ? Here : Lengths)
      if (llvm::is_contained(Here, L) && !llvm::is_contained(Both, L))
        Both.push_back(L);
    First = false;
    Lengths = std::move(Both);
    const Site &S = K->Sites[A->Site];
    if (Lengths.empty())
      return text(Refusal::NoRows, S.Place.Line, S.Text);
  }
  return "";
}

/// True where something is accessed, or where it is certain that nothing is.
bool isKnown(const SubscriptRange &R, const LaunchShape &Shape) {
  return R.Low <= R.High || Shape.isCertain();
}

std::string RowFinder::checkSite(const AnalyzedKernel &K, unsigned Site,
                                 const RowLength &R) const {
  const bankfix::Site &Where = In.sites(K)[Site];
  const std::vector<FlatRange> &Ranges = K.Requests.Sites[Site].Flat;
  std::string Open =
      K.OpenReason.empty()
          ? text(K.Shape.OthersPossible ? Refusal::OpenColumnLaunches
                                        : Refusal::OpenColumn,
                 Where.Place.Line, Where.Text, R.Elements - 1)
          : text(Refusal::OpenedColumnLaunches, Where.Place.Line, Where.Text,
                 R.Elements - 1, K.OpenReason);
  for (const auto &[Kernel, A] : Accesses) {
    if (Kernel != &In.P.Kernels[K.Kernel] || A->Site != Site)
      continue;
    auto Way = llvm::find_if(
        A->Flat, [&](const FlatIndex &F) { return F.Length == R.Value; });
    size_t I = Way - A->Flat.begin();
    if (I >= Ranges.size()) {
      if (!isKnown(SubscriptRange(), K.Shape))
        return Open;
      continue; // Not reached.
    }
    SubscriptRange Row = Ranges[I].Row, Column = Ranges[I].Column;
    if (Row.Low > Row.High)
      continue;
    // The index has to be what it says, and not that modulo 2^32.
    constexpr int64_t MostRows = 1 << 26;
    const std::vector<uint64_t> &Dims = In.P.Arrays[Where.Array].Dims;
    const int64_t Rows =
        Dims.size() == 1 ? MostRows : int64_t(Dims.back()) / R.Elements;
    bool Inside = Column.Low >= 0 && Column.High < R.Elements && Row.Low >= 0 &&
                  Row.High < std::min(Rows, MostRows) &&
                  Row.High * R.Elements < INT32_MAX / 2;
    if (!Inside)
      return Open;
  }
  return "";
}

/// The length's value, the same under all launches of all kernels that use it.
std::string RowFinder::fillIn(RowLength &R) const {
  const bool LaunchesSize = llvm::any_of(Arrays, [&](unsigned I) {
    const MemorySpace Space = In.P.Arrays[I].Space;
    return Space == MemorySpace::Dynamic ||
           (Space == MemorySpace::Argument && In.P.HasHosts);
  });
  for (const Kernel &User : In.P.Kernels) {
    if (llvm::none_of(User.Sites, [&](const Site &S) { return isOfGroup(S); }))
      continue;
    bool IsKnown = false;
    for (const AnalyzedKernel &K : In.Kernels) {
      if (&In.P.Kernels[K.Kernel] != &User)
        continue;
      UniformValue Uniform(User, K.Shape);
      Value L = Uniform.of(R.Value);
      if (L && LaunchesSize && Uniform.RestsOnUser)
        return text(Refusal::RowLengthAssumed);
      if (!L || *L < 2 || *L > (1 << 20) || (R.Elements && *L != R.Elements))
        return text(Refusal::RowLengthUnknown);
      R.Elements = *L;
      IsKnown = true;
    }
    if (!IsKnown)
      return text(Refusal::RowLengthUnknown);
  }
  const bool AreWhole =
      R.Elements && llvm::all_of(Arrays, [&](unsigned I) {
        const std::vector<uint64_t> &Dims = In.P.Arrays[I].Dims;
        return Dims.size() == 1 || (Dims.back() % R.Elements == 0 &&
                                    Dims.back() > uint64_t(R.Elements));
      });
  return AreWhole ? "" : text(Refusal::RowLengthUnknown);
}

std::string RowFinder::check(RowLength &R) const {
  std::string Why = fillIn(R);
  for (const AnalyzedKernel &K : In.Kernels)
    for (unsigned I = 0; Why.empty() && I < In.sites(K).size(); ++I)
      if (isOfGroup(In.sites(K)[I]))
        Why = checkSite(K, I, R);
  return Why;
}

std::vector<RowLength> RowFinder::run(std::string &Why, bool &WithoutRows) {
  std::vector<RowLength> Out;
  Why = collect();
  WithoutRows = !Why.empty();
  if (!Why.empty())
    return Out;
  for (const Expr *L : Lengths) {
    RowLength R{L, 0};
    std::string No = check(R);
    if (No.empty())
      Out.push_back(R);
    else if (Why.empty() || Why == text(Refusal::RowLengthUnknown))
      Why = No; // Every factor may be meant; one with a value rather is.
  }
  if (!Out.empty())
    Why.clear();
  // Of several dimensions, who speaks of rows means those.
  WithoutRows = Out.empty() && In.P.Arrays[Arrays.front()].Dims.size() > 1;
  return Out;
}

} // namespace

std::vector<RowLength> bankfix::rowLengths(const PlanInput &In,
                                           ArrayGroup Arrays, std::string &Why,
                                           bool &WithoutRows) {
  WithoutRows = false;
  return RowFinder(In, Arrays).run(Why, WithoutRows);
}
