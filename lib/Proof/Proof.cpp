//===- Proof.cpp - Structure, algebra, counts ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Proof/Proof.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

namespace {

using Failure = std::optional<std::string>;

class Prover {
public:
  Prover(const AnalyzedSource &Before, const AnalyzedSource &After,
         llvm::ArrayRef<ArrayPlan> Plans, const Target &T, ExprPool &Pool)
      : Before(Before), After(After), Plans(Plans), T(T), Pool(Pool) {}

  Failure structure() const;
  Failure algebra() const;
  Failure counts() const;

private:
  const ArrayPlan *planOf(unsigned Array) const {
    auto It = llvm::find_if(
        Plans, [&](const ArrayPlan &P) { return P.Array == Array && P.Map; });
    return It == Plans.end() ? nullptr : It;
  }
  Failure arrays() const;
  Failure accesses(const DeclStructure &Old, const DeclStructure &New) const;
  Failure bijection(const SharedArray &Old, const LayoutMap &Map) const;
  bool isWorstCase(unsigned Kernel, unsigned Site) const;
  uint64_t wavefronts(const AnalyzedSource &S, unsigned Array) const;

  const AnalyzedSource &Before;
  const AnalyzedSource &After;
  llvm::ArrayRef<ArrayPlan> Plans;
  const Target &T;
  ExprPool &Pool;
};

Failure Prover::structure() const {
  const auto &Old = Before.Parsed.Structure, &New = After.Parsed.Structure;
  if (Old.size() != New.size())
    return "the number of declarations changed";
  for (auto [O, N] : llvm::zip_equal(Old, New))
    if (O.Name != N.Name || O.Text != N.Text ||
        O.Accesses.size() != N.Accesses.size())
      return "'" + O.Name + "' changed in more than the planned accesses";
  return arrays();
}

/// A use that the structure shows as it was may not see what the map changes.
static bool isInTheWay(const LayoutMap &Map, const SharedArray &Old,
                       const SharedArray &New) {
  bool Reindexes = Map.change(Old).Subscripts !=
                   SourceChange::none(Old.Dims.size()).Subscripts;
  auto Blocks = [&](const Obstacle &O) {
    return O.blocksDeclaration() || (Reindexes && O.blocksSubscripts());
  };
  return llvm::any_of(Old.Obstacles, Blocks) ||
         llvm::any_of(New.Obstacles, Blocks);
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
    if (Wanted.Name != New[I].Name || Wanted.Dims != New[I].Dims ||
        Wanted.ElementType != New[I].ElementType ||
        (Wanted.ElementBytes != New[I].ElementBytes && !Grows(I)) ||
        Wanted.Alignment != New[I].Alignment || Wanted.Space != New[I].Space)
      return "'" + Old[I].Name + "' is declared as " + New[I].typeText() +
             ", planned was " + Wanted.typeText();
    if (Plan && isInTheWay(*Plan->Map, Old[I], New[I]))
      return "'" + Old[I].Name + "' is used in a way that cannot follow";
  }
  return std::nullopt;
}

Failure Prover::accesses(const DeclStructure &Old,
                         const DeclStructure &New) const {
  for (auto [O, N] : llvm::zip_equal(Old.Accesses, New.Accesses)) {
    const ArrayPlan *Plan = planOf(O.Array);
    llvm::SmallVector<const Expr *, 2> Wanted =
        Plan ? Plan->Map->subscripts(Pool, O.Subscripts) : O.Subscripts;
    if (O.Array != N.Array || Wanted != N.Subscripts)
      return "an access to '" + Before.Parsed.Prog.Arrays[O.Array].Name +
             "' in '" + Old.Name + "' is not the planned one";
  }
  return std::nullopt;
}

/// Tries the map on every element of the array: the offsets and the subscripts
/// agree, no two elements meet, and none lies outside.
Failure Prover::bijection(const SharedArray &Old, const LayoutMap &Map) const {
  SharedArray New = Map.apply(Old);
  std::vector<bool> Taken(New.elements());
  for (uint64_t I = 0; I < Old.elements(); ++I) {
    llvm::SmallVector<const Expr *, 2> Subscripts;
    for (unsigned D = 0; D < Old.Dims.size(); ++D)
      Subscripts.push_back(
          Pool.constant(I / Old.stride(D) % Old.Dims[D], Int32));
    Subscripts = Map.subscripts(Pool, Subscripts);
    uint64_t Element = 0;
    for (unsigned D = 0; D < New.Dims.size(); ++D) {
      const Expr *S = Subscripts[D];
      if (!S->isConst() || S->value() < 0 ||
          uint64_t(S->value()) >= New.Dims[D])
        return "the layout leaves '" + Old.Name + "'";
      Element += S->value() * New.stride(D);
    }
    int64_t First = Map.offset(Old, I * Old.ElementBytes);
    int64_t Last = Map.offset(Old, (I + 1) * Old.ElementBytes - 1);
    if (First != int64_t(Element * Old.ElementBytes) ||
        Last != First + Old.ElementBytes - 1)
      return "the offsets and the subscripts of '" + Old.Name + "' disagree";
    if (Taken[Element])
      return "two elements of '" + Old.Name + "' share a place";
    Taken[Element] = true;
  }
  return std::nullopt;
}

Failure Prover::algebra() const {
  for (auto [O, N] :
       llvm::zip_equal(Before.Parsed.Structure, After.Parsed.Structure))
    if (Failure F = accesses(O, N))
      return F;
  for (const ArrayPlan &P : Plans)
    if (P.Map)
      if (Failure F = bijection(Before.Parsed.Prog.Arrays[P.Array], *P.Map))
        return F;
  return std::nullopt;
}

bool Prover::isWorstCase(unsigned Kernel, unsigned Site) const {
  if (Kernel >= Before.Kernels.size())
    return false;
  const auto &Sites = Before.Kernels[Kernel].Requests.Sites;
  return Site < Sites.size() && !Sites[Site].BoundReason.empty();
}

/// Wavefronts of all accesses to the array that stay inside it, as the planner
/// counts: an unknown subscript may leave an array only where a layout map, and
/// the program, mean nothing. Where only a worst case was known, the analysis
/// of the new source may bound it by other means, and the algebra has to do.
uint64_t Prover::wavefronts(const AnalyzedSource &S, unsigned Array) const {
  const OffsetMap Identity = [](int64_t Offset) { return Offset; };
  uint64_t Sum = 0;
  for (auto [I, A] : llvm::enumerate(S.Kernels)) {
    const Kernel &K = S.Parsed.Prog.Kernels[A.Kernel];
    for (unsigned Site = 0; Site < K.Sites.size(); ++Site) {
      if (K.Sites[Site].Array != Array || isWorstCase(I, Site))
        continue;
      Verdict V = judge(A.Requests.Sites[Site], K.Sites[Site],
                        S.Parsed.Prog.Arrays[Array], T, &Identity);
      Sum += V.Wavefronts;
    }
  }
  return Sum;
}

Failure Prover::counts() const {
  if (After.Parsed.Diagnostics != Before.Parsed.Diagnostics &&
      After.Parsed.Diagnostics.size() > Before.Parsed.Diagnostics.size())
    return "the new source does not compile: " +
           After.Parsed.Diagnostics.back().Message;
  for (unsigned I = 0; I < Before.Parsed.Prog.Arrays.size(); ++I) {
    uint64_t Old = wavefronts(Before, I), New = wavefronts(After, I);
    const ArrayPlan *Plan = planOf(I);
    uint64_t Wanted = Plan ? Plan->WavefrontsAfter - Plan->WorstCaseAfter : Old;
    if (New > Wanted || (Plan && New != Wanted))
      return "'" + Before.Parsed.Prog.Arrays[I].Name + "' takes " +
             std::to_string(New) + " wavefronts, planned were " +
             std::to_string(Wanted);
  }
  return std::nullopt;
}

} // namespace

std::optional<std::string> bankfix::prove(const AnalyzedSource &Before,
                                          const AnalyzedSource &After,
                                          llvm::ArrayRef<ArrayPlan> Plans,
                                          const Target &T, ExprPool &Pool) {
  if (!After.Parsed.Ok)
    return "the new source does not compile";
  Prover P(Before, After, Plans, T, Pool);
  if (Failure F = P.structure())
    return F;
  if (Failure F = P.algebra())
    return F;
  return P.counts();
}
