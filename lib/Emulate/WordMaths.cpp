//===- WordMaths.cpp - CUDA's arithmetic on parts of a word ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two halves or four bytes. What each does is in the CUDA Math API, under "SIMD
// Intrinsics".
//
//===----------------------------------------------------------------------===//

#include "Hooks.h"
#include <algorithm>
#include <cstdlib>
#include <string>

using namespace bankfix;

namespace {

enum class Overflow : uint8_t { Wraps, Saturates };

/// Part \p I of \p Word.
template <unsigned Bits, bool Signed> int part(unsigned Word, unsigned I) {
  unsigned Raw = Word >> Bits * I & ((1u << Bits) - 1);
  return Signed ? int(Raw << (32 - Bits)) >> (32 - Bits) : int(Raw);
}

template <unsigned Bits, bool Signed, Overflow O>
unsigned packed(int Value, unsigned I) {
  constexpr int Least = Signed ? -(1 << (Bits - 1)) : 0;
  if constexpr (O == Overflow::Saturates)
    Value = std::clamp(Value, Least, Least + (1 << Bits) - 1);
  return (unsigned(Value) & ((1u << Bits) - 1)) << Bits * I;
}

template <unsigned Bits, bool Signed, Overflow O, auto F>
unsigned unary(unsigned A) {
  unsigned Out = 0;
  for (unsigned I = 0; I < 32 / Bits; ++I)
    Out |= packed<Bits, Signed, O>(F(part<Bits, Signed>(A, I)), I);
  return Out;
}

template <unsigned Bits, bool Signed, Overflow O, auto F>
unsigned binary(unsigned A, unsigned B) {
  unsigned Out = 0;
  for (unsigned I = 0; I < 32 / Bits; ++I)
    Out |= packed<Bits, Signed, O>(
        F(part<Bits, Signed>(A, I), part<Bits, Signed>(B, I)), I);
  return Out;
}

template <unsigned Bits, bool Signed>
unsigned sumOfDifferences(unsigned A, unsigned B) {
  unsigned Out = 0;
  for (unsigned I = 0; I < 32 / Bits; ++I)
    Out += std::abs(part<Bits, Signed>(A, I) - part<Bits, Signed>(B, I));
  return Out;
}

/// Adds both widths of \p Name under their mangled names.
void add(llvm::StringMap<void *> &To, const std::string &Name,
         unsigned (*Halves)(unsigned), unsigned (*Bytes)(unsigned)) {
  std::string Start = "_Z" + std::to_string(Name.size() + 1) + Name;
  To[Start + "2j"] = reinterpret_cast<void *>(Halves);
  To[Start + "4j"] = reinterpret_cast<void *>(Bytes);
}
void add(llvm::StringMap<void *> &To, const std::string &Name,
         unsigned (*Halves)(unsigned, unsigned),
         unsigned (*Bytes)(unsigned, unsigned)) {
  std::string Start = "_Z" + std::to_string(Name.size() + 1) + Name;
  To[Start + "2jj"] = reinterpret_cast<void *>(Halves);
  To[Start + "4jj"] = reinterpret_cast<void *>(Bytes);
}

template <bool Signed, auto F, Overflow O = Overflow::Wraps>
void unary(llvm::StringMap<void *> &To, const std::string &Name) {
  add(To, Name, unary<16, Signed, O, F>, unary<8, Signed, O, F>);
}
template <bool Signed, auto F, Overflow O = Overflow::Wraps>
void binary(llvm::StringMap<void *> &To, const std::string &Name) {
  add(To, Name, binary<16, Signed, O, F>, binary<8, Signed, O, F>);
}

/// __vcmp, all bits of a part, and __vset, its lowest.
template <bool Signed, auto F>
void comparison(llvm::StringMap<void *> &To, const std::string &Name) {
  constexpr auto Mask = [](int A, int B) { return F(A, B) ? -1 : 0; };
  constexpr auto One = [](int A, int B) { return F(A, B) ? 1 : 0; };
  binary<Signed, Mask>(To, "__vcmp" + Name);
  binary<Signed, One>(To, "__vset" + Name);
}

template <bool Signed>
void comparisons(llvm::StringMap<void *> &To, const std::string &Suffix) {
  comparison<Signed, [](int A, int B) { return A < B; }>(To, "lt" + Suffix);
  comparison<Signed, [](int A, int B) { return A <= B; }>(To, "le" + Suffix);
  comparison<Signed, [](int A, int B) { return A > B; }>(To, "gt" + Suffix);
  comparison<Signed, [](int A, int B) { return A >= B; }>(To, "ge" + Suffix);
}

/// Those that exist for signed and for unsigned parts.
template <bool Signed>
void bothSigns(llvm::StringMap<void *> &To, const std::string &Suffix) {
  comparisons<Signed>(To, Suffix);
  binary<Signed, [](int A, int B) { return std::abs(A - B); }>(
      To, "__vabsdiff" + Suffix);
  binary<Signed, [](int A, int B) { return std::max(A, B); }>(To, "__vmax" +
                                                                      Suffix);
  binary<Signed, [](int A, int B) { return std::min(A, B); }>(To, "__vmin" +
                                                                      Suffix);
  // Away from zero.
  binary<Signed, [](int A, int B) { return (A + B + (A + B >= 0)) >> 1; }>(
      To, "__vavg" + Suffix);
  binary<Signed, [](int A, int B) { return A + B; }, Overflow::Saturates>(
      To, Signed ? "__vaddss" : "__vaddus");
  binary<Signed, [](int A, int B) { return A - B; }, Overflow::Saturates>(
      To, Signed ? "__vsubss" : "__vsubus");
  add(To, "__vsad" + Suffix, sumOfDifferences<16, Signed>,
      sumOfDifferences<8, Signed>);
}

} // namespace

void bankfix::addWordMaths(llvm::StringMap<void *> &To) {
  constexpr auto Absolute = [](int A) { return std::abs(A); };
  constexpr auto Negative = [](int A) { return -A; };
  unary<true, Absolute>(To, "__vabs");
  unary<true, Absolute, Overflow::Saturates>(To, "__vabsss");
  unary<true, Negative>(To, "__vneg");
  unary<true, Negative, Overflow::Saturates>(To, "__vnegss");
  binary<false, [](int A, int B) { return A + B; }>(To, "__vadd");
  binary<false, [](int A, int B) { return A - B; }>(To, "__vsub");
  binary<false, [](int A, int B) { return (A + B) >> 1; }>(To, "__vhaddu");
  comparison<false, [](int A, int B) { return A == B; }>(To, "eq");
  comparison<false, [](int A, int B) { return A != B; }>(To, "ne");
  bothSigns<true>(To, "s");
  bothSigns<false>(To, "u");
}
