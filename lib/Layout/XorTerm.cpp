//===- XorTerm.cpp - What a swizzle XORs into a subscript -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "XorTerm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace bankfix;

std::optional<OffsetBits> OffsetBits::of(const SharedArray &A) {
  if (!llvm::isPowerOf2_32(A.ElementBytes) || !A.hasKnownSize())
    return std::nullopt;
  OffsetBits B;
  B.First.resize(A.Dims.size());
  B.Width.resize(A.Dims.size());
  unsigned At = llvm::Log2_32(A.ElementBytes);
  for (unsigned D = A.Dims.size(); D-- != 0;) {
    if (D != 0 && !llvm::isPowerOf2_64(A.Dims[D]))
      return std::nullopt;
    B.First[D] = At;
    B.Width[D] = llvm::Log2_64_Ceil(A.Dims[D]);
    At += B.Width[D];
  }
  B.Count = At;
  B.Closed = llvm::countr_zero(A.bytes());
  return B;
}

BitMatrix BitMatrix::identity(unsigned Bits) {
  BitMatrix M;
  for (unsigned I = 0; I < Bits; ++I)
    M.Columns.push_back(uint64_t(1) << I);
  return M;
}

uint64_t BitMatrix::apply(uint64_t Offset) const {
  const uint64_t Mapped =
      Offset & llvm::maskTrailingOnes<uint64_t>(Columns.size());
  uint64_t Out = Offset ^ Mapped;
  for (uint64_t Left = Mapped; Left; Left &= Left - 1)
    Out ^= Columns[llvm::countr_zero(Left)];
  return Out;
}

bool BitMatrix::isInvertible() const {
  std::vector<uint64_t> Basis; // Each with a highest bit of its own.
  for (uint64_t C : Columns) {
    for (uint64_t B : Basis)
      C = std::min(C, C ^ B);
    if (!C)
      return false;
    Basis.push_back(C);
  }
  return true;
}

int64_t XorTerm::value(int64_t S) const {
  if (Shift < 0)
    return (S & int64_t(Mask)) << -Shift;
  return ((S >> Shift) & int64_t(Mask)) * int64_t(Factor);
}

uint64_t XorTerm::targets() const {
  if (Shift < 0)
    return Mask << -Shift;
  return Factor == 1 ? Mask : Factor;
}

unsigned XorTerm::operations() const {
  return 1 + (Shift != 0) + Masked + (Factor != 1);
}

IndexExpr XorTerm::expression(IndexExpr E) const {
  E = std::move(E) >> unsigned(std::max(Shift, 0));
  if (Masked)
    E = std::move(E) & Mask;
  return (std::move(E) << unsigned(std::max(-Shift, 0))) * int64_t(Factor);
}

BitMatrix bankfix::toMatrix(const OffsetBits &Bits,
                            llvm::ArrayRef<XorTerm> Terms) {
  BitMatrix M = BitMatrix::identity(Bits.Count);
  for (const XorTerm &T : Terms)
    for (unsigned B = 0; B < Bits.Width[T.From]; ++B)
      M.Columns[Bits.First[T.From] + B] ^= uint64_t(T.value(int64_t(1) << B))
                                           << Bits.First[T.To];
  return M;
}

namespace {

/// The terms of one block of a matrix: from one subscript to another.
class BlockTerms {
public:
  BlockTerms(const OffsetBits &Bits, unsigned From, unsigned To)
      : Width(Bits.Width[From]), From(From), To(To),
        Several(Bits.Width.size() > 1) {}

  std::vector<XorTerm> cheapest(llvm::ArrayRef<uint64_t> Columns) const;

private:
  std::vector<XorTerm> terms(llvm::ArrayRef<uint64_t> Columns,
                             uint64_t Multiplied) const;

  unsigned Width, From, To;
  bool Several;
};

} // namespace

/// Columns in \p Multiplied as one bit times a pattern, the others by shifts.
std::vector<XorTerm> BlockTerms::terms(llvm::ArrayRef<uint64_t> Columns,
                                       uint64_t Multiplied) const {
  std::vector<XorTerm> Out;
  std::map<int, uint64_t> Shifted; // By shift: the target bits.
  for (unsigned C = 0; C < Columns.size(); ++C) {
    if (Multiplied >> C & 1) {
      bool Masked = !Several || C + 1 != Width;
      Out.push_back({From, To, int(C), 1, Masked, Columns[C]});
      continue;
    }
    for (uint64_t Left = Columns[C]; Left; Left &= Left - 1) {
      unsigned Target = llvm::countr_zero(Left);
      Shifted[int(C) - int(Target)] |= uint64_t(1) << Target;
    }
  }
  for (auto [Shift, Targets] : Shifted) {
    uint64_t Mask = Shift < 0 ? Targets >> -Shift : Targets;
    unsigned There = Shift < 0 ? Width : Width - Shift;
    bool Masked = !Several || Mask != llvm::maskTrailingOnes<uint64_t>(There);
    Out.push_back({From, To, Shift, Mask, Masked, 1});
  }
  return Out;
}

std::vector<XorTerm>
BlockTerms::cheapest(llvm::ArrayRef<uint64_t> Columns) const {
  llvm::SmallVector<unsigned> Heavy;
  for (unsigned C = 0; C < Columns.size(); ++C)
    if (llvm::popcount(Columns[C]) > 1 && Heavy.size() < 10)
      Heavy.push_back(C);
  std::vector<XorTerm> Best;
  unsigned Least = UINT_MAX;
  for (unsigned Subset = 0; Subset < 1u << Heavy.size(); ++Subset) {
    uint64_t Multiplied = 0;
    for (unsigned I = 0; I < Heavy.size(); ++I)
      Multiplied |= uint64_t(Subset >> I & 1) << Heavy[I];
    std::vector<XorTerm> Out = terms(Columns, Multiplied);
    unsigned Cost = 0;
    for (const XorTerm &T : Out)
      Cost += T.operations();
    if (Cost < Least) {
      Least = Cost;
      Best = std::move(Out);
    }
  }
  return Best;
}

std::vector<XorTerm> bankfix::toTerms(const OffsetBits &Bits,
                                      const BitMatrix &M) {
  std::vector<XorTerm> Out;
  for (unsigned To = Bits.First.size(); To-- != 0;)
    for (unsigned From = 0; From < Bits.First.size(); ++From) {
      std::vector<uint64_t> Columns(Bits.Width[From]);
      for (unsigned B = 0; B < Columns.size(); ++B) {
        unsigned At = Bits.First[From] + B;
        uint64_t Changed = M.Columns[At] ^ uint64_t(1) << At;
        Columns[B] = Changed >> Bits.First[To] &
                     llvm::maskTrailingOnes<uint64_t>(Bits.Width[To]);
      }
      llvm::append_range(Out, BlockTerms(Bits, From, To).cheapest(Columns));
    }
  return Out;
}

/// Takes `... O C` apart, if \p E is such: what C is, \p E being the rest.
static std::optional<int64_t> take(Op O, IndexExpr &E) {
  if (!E.is(O) || !E.right().asConstant())
    return std::nullopt;
  std::optional<int64_t> By = E.right().asConstant();
  E = E.left();
  return By;
}

/// XorTerm::expression, the other way round.
static std::optional<XorTerm> termOf(IndexExpr E) {
  XorTerm T;
  T.Factor = take(Op::Mul, E).value_or(1);
  T.Shift = -int(take(Op::Shl, E).value_or(0));
  std::optional<int64_t> Mask = take(Op::And, E);
  T.Masked = Mask.has_value();
  T.Mask = Mask.value_or(0);
  if (std::optional<int64_t> By = take(Op::Shr, E))
    T.Shift = int(*By);
  if (!E.asSubscript())
    return std::nullopt;
  T.From = *E.asSubscript();
  return T;
}

/// The terms of `S ^ ...`, in that order; \p E becomes S.
static std::optional<std::vector<XorTerm>> takeTerms(IndexExpr &E) {
  std::vector<XorTerm> Out;
  for (; E.is(Op::Xor); E = E.left()) {
    std::optional<XorTerm> T = termOf(E.right());
    if (!T)
      return std::nullopt;
    Out.insert(Out.begin(), *T);
  }
  if (!E.asSubscript())
    return std::nullopt;
  for (XorTerm &T : Out)
    T.To = *E.asSubscript();
  return Out;
}

std::optional<std::vector<XorTerm>>
bankfix::xorTerms(llvm::ArrayRef<IndexExpr> Index) {
  std::vector<XorTerm> Out;
  for (auto [D, E] : llvm::enumerate(Index)) {
    IndexExpr Own = E;
    std::optional<std::vector<XorTerm>> Terms = takeTerms(Own);
    if (!Terms || *Own.asSubscript() != D)
      return std::nullopt;
    llvm::append_range(Out, *Terms);
  }
  return Out;
}

/// "5_31", of `(i >> 5) & 31`.
static std::string partName(const XorTerm &T) {
  std::string Text = T.Shift < 0 ? "L" + std::to_string(-T.Shift)
                     : T.Shift   ? std::to_string(T.Shift)
                                 : "";
  if (T.Masked)
    Text += (Text.empty() ? "M" : "_") + std::to_string(T.Mask);
  if (T.Factor != 1)
    Text += "X" + std::to_string(T.Factor);
  return Text;
}

std::string bankfix::xorName(const IndexExpr &E) {
  std::vector<unsigned> Named = E.subscripts();
  auto Rows = llvm::ArrayRef(Named).drop_front();
  IndexExpr Own = E;
  std::vector<XorTerm> Terms = takeTerms(Own).value();
  std::string Name = Rows.empty() ? "SWIZZLE" : "XOR";
  for (const XorTerm &T : Terms) {
    std::string Part = partName(T);
    // Else "1_3" would also be what XORs i >> 1 and i >> 3.
    if (Terms.size() > 1 && !T.Masked)
      Part += Part.empty() ? "0W" : "W";
    if (T.From != T.To && Rows.size() > 1)
      Part =
          "R" + std::to_string(llvm::find(Rows, T.From) - Rows.begin()) + Part;
    else if (T.From == T.To && !Rows.empty())
      Part = "C" + Part;
    if (!Part.empty())
      Name += "_" + Part;
  }
  return Name;
}
