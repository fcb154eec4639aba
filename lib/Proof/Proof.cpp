//===- Proof.cpp - Structure, algebra, counts -----------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Proof/Proof.h"
#include "OffsetMacros.h"
#include "VariableRenaming.h"
#include "bankfix/Kernel/ArraySize.h"
#include "bankfix/Kernel/MacroPrefix.h"
#include "bankfix/Kernel/UsualConversions.h"
#include "bankfix/Kernel/Walk.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <tuple>

using namespace bankfix;

namespace {

/// The wavefronts of some accesses, added up.
struct Sum {
  uint64_t Wavefronts = 0;
  bool IsKnown = true, IsExact = true, IsWorstCase = false;

  void add(const Verdict &V) {
    Wavefronts += V.Wavefronts;
    IsKnown &= V.Sure != Certainty::Unknown;
    IsExact &= V.Sure == Certainty::Exact;
    IsWorstCase |= V.WorstCase;
  }
  std::string text() const {
    return !IsKnown ? "an unknown number of"
                    : (IsExact ? "" : "up to ") + std::to_string(Wavefronts);
  }
};

/// What accesses were planned to cost, and what the new source does.
struct Counted {
  Sum Planned, Found;
};

class Prover {
public:
  Prover(const AnalyzedSource &Before, const AnalyzedSource &After,
         llvm::ArrayRef<ArrayPlan> Plans, const Target &T, ExprPool &Pool,
         const ProvedUnit *Elsewhere)
      : Before(Before), After(After), Plans(Plans), T(T), Pool(Pool),
        Elsewhere(Elsewhere) {
    for (const ArrayPlan &P : Plans)
      if (P.Map)
        ByArray.try_emplace(P.Array, &P);
  }

  Failure structure() const;
  Failure algebra() const;
  Failure counts() const;

private:
  const ArrayPlan *planOf(unsigned Array) const {
    return ByArray.lookup(Array);
  }
  std::vector<const DeclFingerprint *> kept() const;
  Failure declaration(const DeclFingerprint &Old,
                      const DeclFingerprint &New) const;
  Failure arrays() const;
  llvm::SmallVector<const Expr *, 2>
  plannedSubscripts(const LayoutMap &Map, const SharedArray &A,
                    const FingerprintAccess &S) const;
  Failure accesses(const DeclFingerprint &Old,
                   const DeclFingerprint &New) const;
  static bool isPlannedPitch(const SharedArray &A, const ArrayPlan *Plan,
                             const Expr *Old, const Expr *New);
  bool isPlannedSize(const SharedArray &A, const LayoutMap &Map,
                     const Expr *Old, const Expr *New) const;
  const Expr *longer(const Expr *Length, const RowChange &Change) const;
  bool isLonger(const FingerprintAccess &Old, const FingerprintAccess &New,
                const RowChange &Change) const;
  bool isLonger(const Access &Old, const Access &New, const RowChange &Change,
                VariableRenaming &Names) const;
  Failure rows(const Kernel &Old, const Kernel &New) const;
  Failure hostSizes(const SharedArray &Old, const LayoutMap &Map) const;
  SharedArray largest(const SharedArray &A) const;
  Failure bijection(unsigned Array, const LayoutMap &Map) const;
  Failure fragments(unsigned Array, const LayoutMap &Map) const;
  Verdict count(const SiteRequests &R, const Site &S, const SharedArray &A,
                const LayoutMap *Map) const;
  std::vector<Counted> counted(const AnalyzedKernel &Old,
                               const AnalyzedKernel &New, unsigned Array) const;
  static bool isContradiction(const Counted &C);

  const AnalyzedSource &Before;
  const AnalyzedSource &After;
  llvm::ArrayRef<ArrayPlan> Plans;
  llvm::DenseMap<unsigned, const ArrayPlan *> ByArray; ///< With a map.
  const Target &T;
  ExprPool &Pool;
  const ProvedUnit *Elsewhere;
};

/// \p Name is what \p Wrap is called, behind what the project begins such names
/// with.
static bool isCalled(llvm::StringRef Name, const ElementWrap &Wrap) {
  return Name.ends_with(Wrap.Name);
}

/// The edit added \p D in \p Unit, too, and nothing has had its name.
static bool isAddedIn(const ProvedUnit &Unit, const DeclFingerprint &D) {
  auto IsSame = [&](const DeclFingerprint &A) {
    return A.Name == D.Name && A.Text == D.Text;
  };
  auto IsCalledSo = [&](const DeclFingerprint &A) { return A.Name == D.Name; };
  return !D.Name.empty() && !Unit.Before.Map.Identifiers.count(D.Name) &&
         llvm::any_of(Unit.After.Fingerprint, IsSame) &&
         // Hosts have the names of files.
         llvm::none_of(Unit.Before.Fingerprint, IsCalledSo);
}

/// The same template has instances in a unit with \p All.
static bool isInstantiatedIn(llvm::ArrayRef<DeclFingerprint> All,
                             const DeclFingerprint &D) {
  return llvm::any_of(All, [&](const DeclFingerprint &A) {
    return A.Name == D.Name && A.Template && A.Template->IsInstantiated &&
           A.Template->Whole == D.Template->Whole;
  });
}

/// \p Old has no instance, so that its body is no part of the program, neither
/// before nor after.
static bool lacksInstances(const DeclFingerprint &Old,
                           const DeclFingerprint &New) {
  return Old.Name == New.Name && Old.Template && New.Template &&
         !Old.Template->IsInstantiated && !New.Template->IsInstantiated &&
         Old.Template->Head == New.Template->Head && Old.Accesses.empty() &&
         New.Accesses.empty();
}

/// Why \p New is not \p Old but for planned accesses. The body of a template
/// without instances may be what was proved of the instances of another unit:
/// whoever instantiates it later gets just that.
Failure Prover::declaration(const DeclFingerprint &Old,
                            const DeclFingerprint &New) const {
  if (Old.Name == New.Name && Old.Text == New.Text &&
      Old.Accesses.size() == New.Accesses.size())
    return std::nullopt;
  if (!Elsewhere || !lacksInstances(Old, New))
    return "'" + Old.Name + "' changed in more than the planned accesses";
  if (isInstantiatedIn(Elsewhere->Before.Fingerprint, Old) &&
      isInstantiatedIn(Elsewhere->After.Fingerprint, New))
    return std::nullopt;
  return "the template '" + Old.Name +
         "' reads otherwise there, and has no instance to prove it of; give "
         "its "
         "arguments with --assume";
}

/// The declarations of the new source, without those of types that elements are
/// wrapped in and of functions that indices go through: what these are shows in
/// the arrays and the accesses.
std::vector<const DeclFingerprint *> Prover::kept() const {
  auto IsPlanned = [&](const DeclFingerprint &D) {
    if (Before.Parsed.Map.Identifiers.count(D.Name))
      return false;
    return (Elsewhere && isAddedIn(*Elsewhere, D)) ||
           llvm::any_of(Plans, [&](const ArrayPlan &P) {
             if (!P.Map)
               return false;
             SourceChange Change =
                 P.Map->change(Before.Parsed.Prog.Arrays[P.Array]);
             return (Change.Wrap && isCalled(D.Name, *Change.Wrap)) ||
                    ((!Change.Macros.empty() || Change.Flat) &&
                     isFixFunction(D.Name));
           });
  };
  std::vector<const DeclFingerprint *> Out;
  for (const DeclFingerprint &D : After.Parsed.Fingerprint)
    if (!IsPlanned(D))
      Out.push_back(&D);
  return Out;
}

Failure Prover::structure() const {
  const auto &Old = Before.Parsed.Fingerprint;
  std::vector<const DeclFingerprint *> New = kept();
  if (Old.size() != New.size())
    return "the number of declarations changed";
  bool Widens = llvm::any_of(Plans, [&](const ArrayPlan &P) {
    return P.Map &&
           P.Map->change(Before.Parsed.Prog.Arrays[P.Array]).EightByteBanks;
  });
  if (Widens && After.Parsed.Banks != BankMode::EightByte)
    return "the banks are not made 8 bytes wide";
  for (auto [O, N] : llvm::zip_equal(Old, New))
    if (!Widens && O.BankModeCalls != N->BankModeCalls)
      return "'" + O.Name + "' changes how wide banks are";
  for (auto [O, N] : llvm::zip_equal(Old, New))
    if (Failure F = declaration(O, *N))
      return F;
  return arrays();
}

/// Some access is written in another way.
static bool reindexes(const SourceChange &Change, const SharedArray &A) {
  return Change.Rows || Change.Wrap ||
         Change.Subscripts != SourceChange::none(A.Dims.size()).Subscripts;
}

/// A use that the structure shows as it was may not see what the map changes.
static bool isInTheWay(const LayoutMap &Map, const SharedArray &Old,
                       const SharedArray &New) {
  SourceChange Change = Map.change(Old);
  bool Reindexes = Change.padsElements() || reindexes(Change, Old);
  auto Blocks = [&](const Obstacle &O) {
    if (Change.padsElements() && O.Kind == ObstacleKind::ElementType)
      return false;
    return (Change.isBlockedBy(O) && !keepsLimit(Map, Old, O)) ||
           (Reindexes && O.blocksSubscripts());
  };
  return llvm::any_of(Old.Obstacles, Blocks) ||
         llvm::any_of(New.Obstacles, Blocks);
}

/// What the new source has to declare of an array as it was planned; a member
/// that nobody thought of does not compile.
static auto declaredAs(const SharedArray &A) {
  const auto &[Name, ElementType, Dims, IsArray, ElementBytes, Alignment,
               FreeBehind, ElementAlignment, ViewBytes, Space, Parameter, Place,
               OfKernel, Obstacles, NamedInDeadCode, Offsets, OffsetsStay,
               Group] = A;
  // Left out: what is compared by itself (ElementBytes, Offsets, Obstacles);
  // where it stands, which other edits move; what a plan was allowed to do, and
  // was chosen by, which another text may say otherwise (all the rest).
  return std::tie(Name, ElementType, Dims, IsArray, Alignment, ViewBytes, Space,
                  Parameter, OfKernel);
}

/// The declared arrays are the planned ones.
Failure Prover::arrays() const {
  const auto &Old = Before.Parsed.Prog.Arrays, &New = After.Parsed.Prog.Arrays;
  if (Old.size() != New.size())
    return "the number of shared arrays changed";
  for (unsigned I = 0; I < Old.size(); ++I) {
    const ArrayPlan *Plan = planOf(I);
    // A struct grows with the arrays in it.
    auto Grows = [&](unsigned Struct) {
      return llvm::any_of(Plans, [&](const ArrayPlan &P) {
        return P.Map && Before.Parsed.Map.Arrays[P.Array].Within == Struct;
      });
    };
    SharedArray Wanted = Plan ? Plan->Map->apply(Old[I]) : Old[I];
    auto Wrap = Plan ? Plan->Map->change(Old[I]).Wrap : std::nullopt;
    if (Wrap && isCalled(New[I].ElementType, *Wrap))
      Wanted.ElementType = New[I].ElementType;
    if (declaredAs(Wanted) != declaredAs(New[I]) ||
        (Wanted.ElementBytes != New[I].ElementBytes && !Grows(I)))
      return "'" + Old[I].Name + "' is declared as " + New[I].typeText() +
             ", planned was " + Wanted.typeText();
    if (Failure F =
            offsetMacro(Old[I], New[I], Plan ? Plan->Map.get() : nullptr))
      return F;
    // Else the structure shows a member more, or it holds for other arrays.
    bool IsMember = Plan && Plan->Map->change(Old[I]).MemberBytes;
    if (IsMember && !(Before.Parsed.Rights[I].OwnsStruct &&
                      After.Parsed.Rights[I].OwnsStruct))
      return "more than '" + Old[I].Name + "' depends on the struct '" +
             Old[I].ElementType + "'";
    if (New[I].Alignment < Old[I].Alignment && !Wrap) // That may be packed.
      return "'" + Old[I].Name + "' is less aligned than it was";
    if (Plan && isInTheWay(*Plan->Map, Old[I], New[I]))
      return "'" + Old[I].Name + "' is used in a way that cannot follow";
  }
  return std::nullopt;
}

/// What \p Map makes of the subscripts of \p S. One that counts groups of N
/// elements is written as so many, and stands here as the elements of these.
llvm::SmallVector<const Expr *, 2>
Prover::plannedSubscripts(const LayoutMap &Map, const SharedArray &A,
                          const FingerprintAccess &S) const {
  SourceChange Change = Map.change(A);
  if (S.Elements == 1)
    return Map.subscripts(Pool, A, S.Subscripts);
  const unsigned Last = S.Subscripts.size() - 1;
  if (Change.Subscripts == SourceChange::none(A.Dims.size()).Subscripts)
    return S.Subscripts;
  const Expr *N = Pool.constant(S.Elements, Int32);
  llvm::SmallVector<const Expr *, 2> New =
      Map.subscripts(Pool, A, S.Subscripts);
  const bool IsMoved = Change.Subscripts[Last] != IndexText{Last};
  New.back() = !IsMoved ? S.Subscripts.back()
               : New.back()
                   ? usualBinary(Pool, Op::Mul, N,
                                 usualBinary(Pool, Op::Div, New.back(), N))
                   : nullptr;
  return New;
}

/// \p New is how far apart rows are that were \p Old elements apart: those of
/// the array, or, in its last subscript alone, any that the plan keeps.
bool Prover::isPlannedPitch(const SharedArray &A, const ArrayPlan *Plan,
                            const Expr *Old, const Expr *New) {
  if (A.Dims.size() > 1 && Old->isConst(int64_t(A.Dims.back())))
    return New->isConst(
        int64_t(Plan ? Plan->Map->apply(A).Dims.back() : A.Dims.back()));
  return Old->isConst() &&
         New->isConst(Plan ? plannedPitch(*Plan->Map, A, Old->value())
                           : Old->value());
}

Failure Prover::accesses(const DeclFingerprint &Old,
                         const DeclFingerprint &New) const {
  for (auto [O, N] : llvm::zip_equal(Old.Accesses, New.Accesses)) {
    const ArrayPlan *Plan = planOf(O.Array);
    const SharedArray &A = Before.Parsed.Prog.Arrays[O.Array];
    // What is written through the macro is the same text.
    if (Plan && O.Array == N.Array && Plan->Map->change(A).Offsets)
      continue;
    if (O.IsPitch || N.IsPitch) {
      if (O.IsPitch && N.IsPitch && O.Array == N.Array &&
          isPlannedPitch(A, Plan, O.Subscripts[0], N.Subscripts[0]))
        continue;
      return "the pitch of '" + A.Name + "' in '" + Old.Name +
             "' is not the planned one";
    }
    if (O.IsHostSize && N.IsHostSize && O.Array == N.Array && Plan &&
        isPlannedSize(A, *Plan->Map, O.Subscripts[0], N.Subscripts[0]))
      continue;
    if (O.IsHostSize != N.IsHostSize || (O.IsHostSize && Plan))
      return "the size that the host gives '" + A.Name + "' in '" + Old.Name +
             "' is not the planned one";
    if (Plan && O.Array == N.Array && Plan->Map->change(A).Rows) {
      if (!isLonger(O, N, *Plan->Map->change(A).Rows))
        return "an access to '" + A.Name + "' in '" + Old.Name +
               "' is not the planned one";
      continue;
    }
    llvm::SmallVector<const Expr *, 2> Wanted = O.Subscripts;
    bool IsFlat = Plan && O.IsFlat && reindexes(Plan->Map->change(A), A);
    std::optional<IndexExpr> Linear =
        IsFlat ? Plan->Map->linear(A) : std::nullopt;
    if (IsFlat)
      Wanted.back() =
          Linear ? Linear->lower(Pool, O.Subscripts.back()) : nullptr;
    else if (Plan)
      Wanted = plannedSubscripts(*Plan->Map, A, O);
    if (O.Elements != N.Elements || O.Array != N.Array ||
        Wanted != N.Subscripts || !Wanted.back())
      return "an access to '" + Before.Parsed.Prog.Arrays[O.Array].Name +
             "' in '" + Old.Name + "' is not the planned one";
  }
  return std::nullopt;
}

/// As an edit writes it: a sum is at least an `int`, whatever is added to.
const Expr *Prover::longer(const Expr *Length, const RowChange &Change) const {
  if (Length->type().Bits < Int32.Bits)
    Length = Pool.cast(Length, Int32);
  return Pool.add(Length, Pool.constant(Change.Added, Length->type()));
}

/// Constants may have other types.
static bool isAdded(const Expr *Old, const Expr *New, int64_t Added) {
  return Old->isConst() && New->isConst() &&
         Old->value() + Added == New->value();
}

/// Some way to see an access as rows is the old one with longer rows.
bool Prover::isLonger(const FingerprintAccess &Old,
                      const FingerprintAccess &New,
                      const RowChange &Change) const {
  for (const FlatIndex &O : Old.Flat)
    for (const FlatIndex &N : New.Flat)
      if (O.Row == N.Row && O.Column == N.Column &&
          (isAdded(O.Length, N.Length, Change.Added) ||
           longer(O.Length, Change) == N.Length))
        return llvm::ArrayRef(Old.Subscripts).drop_back() ==
               llvm::ArrayRef(New.Subscripts).drop_back();
  return false;
}

/// The way with rows of the planned length is.
bool Prover::isLonger(const Access &Old, const Access &New,
                      const RowChange &Change, VariableRenaming &Names) const {
  for (const FlatIndex &O : Old.Flat)
    for (const FlatIndex &N : New.Flat)
      if (O.Length == Change.Length && Names.equal(O.Row, N.Row) &&
          Names.equal(O.Column, N.Column) &&
          (isAdded(O.Length, N.Length, Change.Added) ||
           Names.equal(longer(O.Length, Change), N.Length)))
        return true;
  return false;
}

/// Where rows become longer, those of the planned length do, in every kernel.
Failure Prover::rows(const Kernel &Old, const Kernel &New) const {
  auto ChangeOf = [&](const Kernel &K,
                      const Access *A) -> std::optional<RowChange> {
    unsigned Array = K.Sites[A->Site].Array;
    const ArrayPlan *Plan = planOf(Array);
    return Plan ? Plan->Map->change(Before.Parsed.Prog.Arrays[Array]).Rows
                : std::nullopt;
  };
  std::vector<const Access *> Olds, News;
  forEachNode<Access>(Old.Body, [&](const Access &A) { Olds.push_back(&A); });
  forEachNode<Access>(New.Body, [&](const Access &A) { News.push_back(&A); });
  // Another array's accesses may be issued in other parts.
  llvm::erase_if(Olds, [&](const Access *A) { return !ChangeOf(Old, A); });
  llvm::erase_if(News, [&](const Access *A) { return !ChangeOf(New, A); });
  if (Olds.size() != News.size())
    return "'" + Old.Name + "' has other accesses";
  VariableRenaming Names;
  for (auto [O, N] : llvm::zip_equal(Olds, News)) {
    std::optional<RowChange> Change = ChangeOf(Old, O);
    if (Old.Sites[O->Site].Array != New.Sites[N->Site].Array ||
        !isLonger(*O, *N, *Change, Names))
      return "an access to '" +
             Before.Parsed.Prog.Arrays[Old.Sites[O->Site].Array].Name +
             "' in '" + Old.Name + "' is not the planned one";
  }
  return std::nullopt;
}

/// \p E without casts, which are put into \p Casts, the innermost last.
const Expr *withoutCasts(const Expr *E, std::vector<IntType> &Casts) {
  for (; E->kind() == ExprKind::Cast; E = E->operand(0))
    Casts.push_back(E->type());
  return E;
}

/// The factor of \p E beside the constant \p Factor, or null.
const Expr *cofactor(const Expr *E, int64_t Factor) {
  if (E->kind() != ExprKind::Binary || E->op() != Op::Mul)
    return nullptr;
  return E->operand(1)->isConst(Factor)   ? E->operand(0)
         : E->operand(0)->isConst(Factor) ? E->operand(1)
                                          : nullptr;
}

/// \p New is what the map makes of \p Old bytes, or of the elements in them.
bool Prover::isPlannedSize(const SharedArray &A, const LayoutMap &Map,
                           const Expr *Old, const Expr *New) const {
  std::vector<IntType> Casts, NewCasts;
  Old = withoutCasts(Old, Casts);
  New = withoutCasts(New, NewCasts);
  int64_t Bytes = A.ElementBytes;
  if (New == Map.hostSize(Pool, A, Old))
    return true;
  if (auto Growth = Map.change(A).HostGrowth) {
    const Expr *Units = cofactor(Old, Growth->Unit);
    return Units && Units == cofactor(New, Growth->Unit + Growth->Added);
  }
  if (Old->isConst() && Old->value() % Bytes == 0) {
    const Expr *Elements = Pool.constant(Old->value() / Bytes, Old->type());
    const Expr *Wanted = Map.hostSize(Pool, A, Elements);
    return New->isConst() && Wanted && New->value() == Wanted->value() * Bytes;
  }
  const Expr *Count = cofactor(Old, Bytes), *Grown = cofactor(New, Bytes);
  if (!Count || !Grown)
    return false;
  Casts.clear();
  Count = withoutCasts(Count, Casts);
  const Expr *Wanted = Map.hostSize(Pool, A, Count);
  for (IntType T : llvm::reverse(Casts))
    Wanted = Wanted ? Pool.cast(Wanted, T) : nullptr;
  return Wanted == Grown;
}

/// An array whose size the host sets, as large as a block can have it: where
/// nothing says how much that is, as most can.
SharedArray Prover::largest(const SharedArray &A) const {
  constexpr uint64_t Usual = 64 << 10;
  return largestIn(A, T.Memory.SharedPerBlock ? T.Memory.SharedPerBlock : Usual)
      .value_or(A);
}

/// Whatever size the host asks for, what it then gets is enough.
Failure Prover::hostSizes(const SharedArray &A, const LayoutMap &Map) const {
  int64_t Needed = 0, Bytes = A.ElementBytes;
  const OffsetMap Place = Map.offsets(A);
  const bool IsOfBytes = Map.change(A).HostGrowth.has_value();
  const std::optional<IndexExpr> Size = Map.hostBytes(A);
  auto Of = [&](uint64_t N) {
    return Size->lower(Pool, Pool.constant(int64_t(N), Int32))->value();
  };
  for (uint64_t N = 1; N <= A.elements(); ++N) {
    Needed = std::max(Needed, Place(int64_t(N) * Bytes - 1) + 1);
    if (!Size || Of(N * Bytes) < Needed ||
        (!IsOfBytes && Of(N) * Bytes < Needed))
      return "the host gives '" + A.Name + "' too little";
  }
  return std::nullopt;
}

/// Tries the map on every element of the array that it is defined on: the
/// offsets and the subscripts agree, no two elements meet, and none lies
/// outside.
Failure Prover::bijection(unsigned Array, const LayoutMap &Map) const {
  const Program &P = Before.Parsed.Prog;
  const SharedArray &Declared = P.Arrays[Array];
  SharedArray Old = largest(Declared);
  if (Old.Space != MemorySpace::Static)
    if (Failure F = Map.change(Declared).Offsets
                        ? movedSizes(Declared, Old, Map,
                                     usedElements(P, Before.Kernels, Array))
                        : hostSizes(Old, Map))
      return F;
  if (!keepsUsed(Map, P, Before.Kernels, Array))
    return "the layout leaves out elements of '" + Declared.Name +
           "' that are used";
  const std::optional<IndexExpr> Linear = Map.linear(Old);
  const OffsetMap Place = Map.offsets(Old);
  if (!keepsViews(Map, Old, widestAccess(P, Array)))
    return "the layout parts what is accessed at once in '" + Old.Name + "'";
  SharedArray New = Map.apply(Old), Used = Old;
  Used.Dims = Map.domain(Old);
  std::vector<bool> Taken(New.elements());
  for (uint64_t I = 0; I < Used.elements(); ++I) {
    if (!Map.isUsed(Old, int64_t(I)))
      continue;
    llvm::SmallVector<const Expr *, 2> Subscripts;
    uint64_t Number = 0;
    for (unsigned D = 0; D < Used.Dims.size(); ++D) {
      uint64_t Index = I / Used.stride(D) % Used.Dims[D];
      Subscripts.push_back(Pool.constant(Index, Int32));
      Number += Index * Old.stride(D);
    }
    Subscripts = Map.subscripts(Pool, Old, Subscripts);
    uint64_t Element = 0;
    for (unsigned D = 0; D < New.Dims.size(); ++D) {
      const Expr *S = Subscripts[D];
      if (!S->isConst() || S->value() < 0 ||
          uint64_t(S->value()) >= New.Dims[D])
        return "the layout leaves '" + Old.Name + "'";
      Element += S->value() * New.stride(D);
    }
    int64_t First = Place(int64_t(Number * Old.ElementBytes));
    int64_t Last = Place(int64_t((Number + 1) * Old.ElementBytes) - 1);
    if (First != int64_t(Element * New.ElementBytes) ||
        Last != First + Old.ElementBytes - 1)
      return "the offsets and the subscripts of '" + Old.Name + "' disagree";
    if (Linear && !Linear->lower(Pool, Pool.constant(int64_t(Number)))
                       ->isConst(int64_t(Element)))
      return "the flat subscripts of '" + Old.Name + "' disagree";
    if (Taken[Element])
      return "two elements of '" + Old.Name + "' share a place";
    Taken[Element] = true;
  }
  return std::nullopt;
}

/// What calls are told of a pitch holds for all that they reach.
Failure Prover::fragments(unsigned Array, const LayoutMap &Map) const {
  const Program &P = Before.Parsed.Prog;
  for (const AnalyzedKernel &K : Before.Kernels)
    for (auto [I, S] : llvm::enumerate(P.Kernels[K.Kernel].Sites))
      if (S.Array == Array && S.Fragment &&
          !keepsFragment(Map, P.Arrays[Array], S.Fragment, K, I))
        return "the layout parts the rows of a matrix in '" +
               P.Arrays[Array].Name + "'";
  return std::nullopt;
}

Failure Prover::algebra() const {
  for (auto [O, N] : llvm::zip_equal(Before.Parsed.Fingerprint, kept()))
    if (Failure F = accesses(O, *N))
      return F;
  const auto &Old = Before.Parsed.Prog.Kernels,
             &New = After.Parsed.Prog.Kernels;
  if (Old.size() != New.size())
    return "the number of kernels changed";
  for (auto [O, N] : llvm::zip_equal(Old, New))
    if (Failure F = rows(O, N))
      return F;
  for (const ArrayPlan &P : Plans) {
    if (!P.Map)
      continue;
    if (Failure F = bijection(P.Array, *P.Map))
      return F;
    if (Failure F = fragments(P.Array, *P.Map))
      return F;
  }
  return std::nullopt;
}

/// What \p R costs where subscripts stay inside the array, as the planner
/// counts: an unknown subscript may leave it only where a layout map, and the
/// program, mean nothing. Conditions are taken to hold, as in both sources.
Verdict Prover::count(const SiteRequests &R, const Site &S,
                      const SharedArray &A, const LayoutMap *Map) const {
  if (R.Assumed || S.IsUnspecified) {
    SiteRequests Certain = R;
    Site Specified = S;
    Certain.Assumed = Specified.IsUnspecified = false;
    return count(Certain, Specified, A, Map);
  }
  const OffsetMap Offset =
      Map ? Map->offsets(A) : [](int64_t Same) { return Same; };
  Verdict V = judge(R, S, Map ? Map->apply(A) : A, T, &Offset);
  return V.Sure == Certainty::Unknown && !Map ? judge(R, S, A, T) : V;
}

/// The counts of all accesses to an array in one kernel, before and after; one
/// for each, unless accesses are issued in other parts.
std::vector<Counted> Prover::counted(const AnalyzedKernel &Old,
                                     const AnalyzedKernel &New,
                                     unsigned Array) const {
  const auto &OldSites = Before.Parsed.Prog.Kernels[Old.Kernel].Sites,
             &NewSites = After.Parsed.Prog.Kernels[New.Kernel].Sites;
  const ArrayPlan *Plan = planOf(Array);
  std::vector<Verdict> Olds, News;
  for (auto [I, S] : llvm::enumerate(OldSites))
    if (S.Array == Array)
      Olds.push_back(count(Old.Requests.Sites[I], S,
                           Before.Parsed.Prog.Arrays[Array],
                           Plan ? Plan->Map.get() : nullptr));
  for (auto [I, S] : llvm::enumerate(NewSites))
    if (S.Array == Array)
      News.push_back(count(New.Requests.Sites[I], S,
                           After.Parsed.Prog.Arrays[Array], nullptr));
  std::vector<Counted> Out;
  bool InParts = Olds.size() != News.size();
  Out.resize(InParts ? 1 : Olds.size());
  for (auto [I, V] : llvm::enumerate(Olds))
    Out[InParts ? 0 : I].Planned.add(V);
  for (auto [I, V] : llvm::enumerate(News))
    Out[InParts ? 0 : I].Found.add(V);
  return Out;
}

/// Why \p C cannot be: that the algebra holds makes a layout cost what was
/// planned, so another count is a contradiction. Where no more than a worst
/// case is known of one, it can only be too small.
bool Prover::isContradiction(const Counted &C) {
  if (!C.Planned.IsKnown)
    return false;
  if (!C.Found.IsKnown)
    return true;
  uint64_t Planned = C.Planned.Wavefronts, Found = C.Found.Wavefronts;
  if (C.Planned.IsExact)
    return C.Found.IsExact ? Found != Planned : Found < Planned;
  // Of two bounds, that of the new source is what the user sees next.
  return Found > Planned && !C.Found.IsWorstCase;
}

Failure Prover::counts() const {
  if (After.Parsed.Diagnostics != Before.Parsed.Diagnostics &&
      After.Parsed.Diagnostics.size() > Before.Parsed.Diagnostics.size())
    return "the new source does not compile: " +
           After.Parsed.Diagnostics.back().Message;
  if (Before.Kernels.size() != After.Kernels.size())
    return "the number of launches changed";
  for (auto [Old, New] : llvm::zip_equal(Before.Kernels, After.Kernels)) {
    std::set<unsigned> Accessed;
    for (const Site &S : Before.Parsed.Prog.Kernels[Old.Kernel].Sites)
      Accessed.insert(S.Array);
    for (const Site &S : After.Parsed.Prog.Kernels[New.Kernel].Sites)
      Accessed.insert(S.Array);
    for (unsigned I : Accessed)
      for (const Counted &C : counted(Old, New, I))
        if (isContradiction(C))
          return "'" + Before.Parsed.Prog.Arrays[I].Name + "' takes " +
                 C.Found.text() + " wavefronts, planned were " +
                 C.Planned.text();
  }
  return std::nullopt;
}

} // namespace

std::optional<std::string> bankfix::prove(const AnalyzedSource &Before,
                                          const AnalyzedSource &After,
                                          llvm::ArrayRef<ArrayPlan> Plans,
                                          const Target &T, ExprPool &Pool,
                                          const ProvedUnit *Elsewhere) {
  if (!After.Parsed.Ok)
    return "the new source does not compile";
  Prover P(Before, After, Plans, T, Pool, Elsewhere);
  if (Failure F = P.structure())
    return F;
  if (Failure F = P.algebra())
    return F;
  return P.counts();
}
