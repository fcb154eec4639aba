//===- XorTerm.cpp - What a swizzle XORs into a subscript -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "XorTerm.h"
#include "bankfix/Kernel/MacroPrefix.h"
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
  uint64_t Out = 0;
  for (; Offset; Offset &= Offset - 1)
    Out ^= Columns[llvm::countr_zero(Offset)];
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

std::string XorTerm::body(llvm::StringRef P) const {
  std::string Text = "(" + P.str() + ")";
  auto Add = [&](const char *Op, uint64_t Value) {
    Text = "(" + Text + " " + Op + " " + std::to_string(Value) + ")";
  };
  if (Shift > 0)
    Add(">>", Shift);
  if (Masked)
    Add("&", Mask);
  if (Shift < 0)
    Add("<<", -Shift);
  if (Factor != 1)
    Add("*", Factor);
  return Text;
}

std::string XorTerm::name() const {
  std::string Text = Shift < 0 ? "L" + std::to_string(-Shift)
                     : Shift   ? std::to_string(Shift)
                               : "";
  if (Masked)
    Text += (Text.empty() ? "M" : "_") + std::to_string(Mask);
  if (Factor != 1)
    Text += "X" + std::to_string(Factor);
  return Text;
}

const Expr *XorTerm::expression(ExprPool &Pool, const Expr *E) const {
  if (Shift > 0)
    E = usualBinary(Pool, Op::Shr, E, Pool.constant(Shift));
  if (Masked)
    E = usualBinary(Pool, Op::And, E, Pool.constant(Mask));
  if (Shift < 0)
    E = usualBinary(Pool, Op::Shl, E, Pool.constant(-Shift));
  if (Factor != 1)
    E = usualBinary(Pool, Op::Mul, E, Pool.constant(Factor));
  return E;
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

IndexMacro bankfix::macroOf(unsigned To, llvm::ArrayRef<XorTerm> T,
                            llvm::ArrayRef<unsigned> Also) {
  IndexMacro M;
  M.Parameters.push_back(Also.empty() ? "i" : "c");
  for (unsigned I = 0; I < Also.size(); ++I)
    M.Parameters.push_back(Also.size() == 1 ? "r" : "r" + std::to_string(I));
  M.Name = MacroPrefix.str() + (Also.empty() ? "SWIZZLE" : "XOR");
  M.Body = "((" + M.Parameters[0] + ")";
  for (const XorTerm &X : T) {
    std::string P = M.Parameters[0], Part = X.name();
    // Else "1_3" would also be what XORs i >> 1 and i >> 3.
    if (T.size() > 1 && !X.Masked)
      Part += Part.empty() ? "0W" : "W";
    if (X.From != To) {
      unsigned I = llvm::find(Also, X.From) - Also.begin();
      P = M.Parameters[1 + I];
      if (Also.size() > 1)
        Part = "R" + std::to_string(I) + Part;
    } else if (!Also.empty()) {
      Part = "C" + Part;
    }
    M.Body += " ^ " + X.body(P);
    if (!Part.empty())
      M.Name += "_" + Part;
  }
  M.Body += ")";
  return M;
}

std::vector<XorTerm> bankfix::toFlat(const OffsetBits &Bits,
                                     llvm::ArrayRef<XorTerm> Terms) {
  std::vector<XorTerm> Out;
  for (const XorTerm &T : Terms) {
    if (T.Factor != 1)
      return {};
    int Shift = int(Bits.First[T.From]) - int(Bits.First[T.To]) + T.Shift;
    uint64_t Targets = T.targets() << (Bits.First[T.To] - Bits.First.back());
    Out.push_back({0, 0, Shift, Shift < 0 ? Targets >> -Shift : Targets,
                   /*Masked=*/true, 1});
  }
  return Out;
}
