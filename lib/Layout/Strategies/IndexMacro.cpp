//===- IndexMacro.cpp - Skip elements of a flat array at every row --------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __shared__ float s[1024];         ->    #define BANKFIX_PAD32(i) \
//   s[i] = s[i + stride];                       ((i) + ((i) >> 5))
//                                           __shared__ float
//                                           s[BANKFIX_PAD32(1024)];
//                                           s[BANKFIX_PAD32(i)] =
//                                               s[BANKFIX_PAD32(i + stride)];
//
// After every 2^Shift elements, Pad are left out: the layout of pad-row, for an
// array whose rows exist in its subscripts only.
//
//===----------------------------------------------------------------------===//

#include "../Refusal.h"
#include "../Strategy.h"
#include "llvm/Support/MathExtras.h"

using namespace bankfix;

namespace {

class IndexMacroMap : public LayoutMap {
public:
  IndexMacroMap(unsigned Shift, unsigned Pad) : Shift(Shift), Pad(Pad) {}

  StrategyKind strategy() const override { return StrategyKind::IndexMacro; }

  SharedArray apply(const SharedArray &A) const override {
    SharedArray New = A;
    New.Dims = {uint64_t(index(A.Dims.front()))};
    return New;
  }

  int64_t offset(const SharedArray &A, int64_t Offset) const override {
    int64_t Element = A.ElementBytes;
    return index(Offset / Element) * Element + Offset % Element;
  }

  /// What the macro's expansion lowers to: the promotions of C included.
  llvm::SmallVector<const Expr *, 2>
  subscripts(ExprPool &Pool, llvm::ArrayRef<const Expr *> Old) const override {
    const Expr *I = Old.front();
    if (I->type().Bits < 32)
      I = Pool.cast(I, Int32);
    const Expr *Rows = Pool.binary(Op::Shr, I, Pool.constant(Shift));
    if (Pad != 1)
      Rows = Pool.mul(Rows, Pool.constant(Pad, I->type()));
    return {Pool.add(I, Rows)};
  }

  SourceChange change(const SharedArray &) const override {
    std::string Name = "BANKFIX_PAD" + std::to_string(1u << Shift);
    std::string Rows = "((i) >> " + std::to_string(Shift) + ")";
    if (Pad != 1) {
      Name += "X" + std::to_string(Pad);
      Rows += " * " + std::to_string(Pad);
    }
    return {{{0, Name}}, {{0, Name}}, {{Name, {"i"}, "((i) + " + Rows + ")"}}};
  }

  unsigned arithmetic() const override { return Pad == 1 ? 2 : 3; }
  bool needsBoundedSubscripts() const override { return false; }

private:
  int64_t index(int64_t I) const { return I + (I >> Shift) * Pad; }

  unsigned Shift; ///< Log2 of the elements between two pads.
  unsigned Pad;   ///< Elements.
};

std::string refuse(const SharedArray &A) {
  return A.Dims.size() == 1 ? ""
                            : text(Refusal::SeveralDimensions, A.Dims.size());
}

/// The pads that may help: one element, then more where an element is smaller
/// than a bank, or the lanes of a wave form several rows.
constexpr unsigned PadsTried[] = {1, 2, 4, 8, 16, 3};

/// With rows as long as the banks' first, then longer and shorter ones.
CandidateList propose(const LayoutTask &Task) {
  unsigned Bank = llvm::Log2_64_Ceil(Task.BankRow / Task.Array.ElementBytes);
  unsigned All = llvm::Log2_64_Ceil(Task.Array.elements());
  std::vector<unsigned> Shifts = {Bank};
  for (unsigned S = Bank + 1; S < All; ++S)
    Shifts.push_back(S);
  for (unsigned S = Bank; S-- > 2;)
    Shifts.push_back(S);

  CandidateList Out;
  for (unsigned Pad : PadsTried)
    if (Pad * Task.Array.ElementBytes % Task.WidestBytes == 0)
      for (unsigned S : Shifts)
        if (S < All && (Task.Array.ElementBytes << S) % Task.WidestBytes == 0)
          Out.push_back(std::make_shared<IndexMacroMap>(S, Pad));
  return Out;
}

} // namespace

constinit const Strategy bankfix::IndexMacroStrategy = {
    StrategyKind::IndexMacro, /*ChangesSubscripts=*/true,
    /*NeedsBoundedSubscripts=*/false, refuse, propose};
