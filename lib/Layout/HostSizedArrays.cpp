//===- HostSizedArrays.cpp - How large the host makes an array ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planning.h"
#include "bankfix/Kernel/ArraySize.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace bankfix;

namespace {

/// More than any block has: a subscript is then not bounded.
constexpr int64_t MostElements = 1 << 18;

/// Rows that the accesses of \p K reach; nothing where that is not known.
std::optional<uint64_t> accessedRows(const Kernel &Source,
                                     const AnalyzedKernel &K, unsigned Array) {
  uint64_t Rows = 0;
  for (auto [I, S] : llvm::enumerate(Source.Sites)) {
    if (S.Array != Array)
      continue;
    const SiteRequests &R = K.Requests.Sites[I];
    if (R.Subscripts.empty() || !R.Reason.empty())
      return std::nullopt;
    SubscriptRange Row = R.Subscripts.front();
    if (Row.Low > Row.High)
      continue; // Not reached.
    if (Row.High >= MostElements)
      return std::nullopt;
    Rows = std::max(Rows, uint64_t(std::max<int64_t>(Row.High, 0)) + 1);
  }
  return Rows;
}

/// Values of the first subscript that the largest launch has room for; 0 where
/// it is not known.
uint64_t rowsOf(const Program &P, llvm::ArrayRef<AnalyzedKernel> Kernels,
                unsigned Array) {
  const SharedArray &A = P.Arrays[Array];
  uint64_t Row = A.stride(0) * A.ElementBytes, Rows = 0;
  for (const AnalyzedKernel &K : Kernels) {
    const Kernel &Source = P.Kernels[K.Kernel];
    if (llvm::none_of(Source.Sites,
                      [&](const Site &S) { return S.Array == Array; }))
      continue;
    std::optional<uint64_t> Here = accessedRows(Source, K, Array);
    if (std::optional<uint64_t> Bytes = bytesAt(A, K.Shape))
      Here = *Bytes / Row;
    if (!Here)
      return 0;
    Rows = std::max(Rows, *Here);
  }
  return Rows;
}

/// Bytes up to the last that a lane of \p R is known to access, \p Each at
/// once, of those that are within \p Limit: values of an unknown that lead
/// beyond it are none that it has.
uint64_t askedBytes(const SiteRequests &R, unsigned Each, uint64_t Limit) {
  uint64_t Most = 0;
  auto Add = [&](const auto &Offsets) {
    for (int64_t Offset : Offsets)
      if (Offset >= 0 && uint64_t(Offset) + Each <= Limit)
        Most = std::max(Most, uint64_t(Offset) + Each);
  };
  for (const RequestGroup &G : R.Groups) {
    for (const Request &X : G.Alternatives)
      Add(X.Offsets);
    for (const ChoiceRequest &C : G.Choices)
      for (const OffsetList &List : C.Lists)
        Add(List.offsets());
  }
  return Most;
}

/// Of all accesses to array number \p Array.
uint64_t askedBytes(const Program &P, llvm::ArrayRef<AnalyzedKernel> Kernels,
                    unsigned Array, uint64_t Limit) {
  uint64_t Most = 0;
  for (const AnalyzedKernel &K : Kernels)
    for (auto [I, S] : llvm::enumerate(P.Kernels[K.Kernel].Sites))
      if (S.Array == Array)
        Most = std::max(Most, askedBytes(K.Requests.Sites[I], S.Bytes, Limit));
  return Most;
}

} // namespace

uint64_t bankfix::accessedBytes(const Program &P, const AnalyzedKernel &K,
                                unsigned Array) {
  return askedBytes(P, K, Array, P.Arrays[Array].bytes());
}

llvm::BitVector bankfix::assumeOpenSizes(Program &P,
                                         llvm::ArrayRef<AnalyzedKernel> Kernels,
                                         const Target &T) {
  llvm::BitVector Open(P.Arrays.size());
  const uint64_t Limit = T.Memory.SharedPerBlock;
  for (auto [I, A] : llvm::enumerate(P.Arrays)) {
    std::optional<SharedArray> Largest = largestIn(A, Limit);
    if (!Largest)
      continue;
    const uint64_t Row = A.stride(0) * A.ElementBytes;
    const uint64_t Asked = askedBytes(P, Kernels, I, Limit);
    const uint64_t Rows = llvm::bit_ceil(std::max(
        llvm::divideCeil(Asked, Row), llvm::divideCeil(OpenUnit, Row)));
    A.Dims.front() = std::min(Rows, Largest->Dims.front());
    Open.set(I);
  }
  return Open;
}

llvm::BitVector bankfix::guessedSizes(const Program &P,
                                      llvm::ArrayRef<AnalyzedKernel> Kernels) {
  llvm::BitVector Out(P.Arrays.size());
  for (const AnalyzedKernel &K : Kernels)
    for (const Site &S : P.Kernels[K.Kernel].Sites)
      if (P.Arrays[S.Array].Space != MemorySpace::Static &&
          P.Arrays[S.Array].hasKnownSize() &&
          !bytesAt(P.Arrays[S.Array], K.Shape))
        Out.set(S.Array);
  return Out;
}

SizedProgram::SizedProgram(Program Given,
                           llvm::ArrayRef<AnalyzedKernel> Kernels,
                           const Target &T)
    : P(std::move(Given)), Guessed(guessedSizes(P, Kernels)),
      Open(assumeOpenSizes(P, Kernels, T)) {}

PlanInput bankfix::inputOf(const SizedProgram &Of,
                           llvm::ArrayRef<AnalyzedKernel> Kernels,
                           const Target &T, const PlanOptions &Options,
                           llvm::ArrayRef<EditRights> Rights,
                           SiteNumbers Alike) {
  return {Of.P,    Kernels,    T,     Options, std::move(Alike),
          Of.Open, Of.Guessed, Rights};
}

Program bankfix::withHostSizes(const Program &P,
                               llvm::ArrayRef<AnalyzedKernel> Kernels) {
  Program Out = P;
  for (auto [I, A] : llvm::enumerate(Out.Arrays))
    if (A.Space != MemorySpace::Static && !A.Dims.empty() && A.ElementBytes &&
        A.stride(0))
      A.Dims.front() = rowsOf(P, Kernels, I);
  return Out;
}

std::vector<UsedElements>
bankfix::usedElements(const Program &P, llvm::ArrayRef<AnalyzedKernel> Kernels,
                      unsigned Array) {
  const SharedArray &A = P.Arrays[Array];
  std::vector<UsedElements> Out;
  for (const AnalyzedKernel &K : Kernels) {
    const Kernel &Source = P.Kernels[K.Kernel];
    std::optional<uint64_t> Bytes = bytesAt(A, K.Shape);
    for (auto [I, S] : llvm::enumerate(Source.Sites)) {
      if (S.Array != Array)
        continue;
      llvm::ArrayRef<SubscriptRange> R = K.Requests.Sites[I].Subscripts;
      bool Known = K.Shape.isCertain() && Bytes && R.size() == 1 &&
                   (R[0].Low > R[0].High || R[0].Low >= 0);
      if (!Known)
        return {};
      if (R[0].Low <= R[0].High)
        Out.push_back({R[0].High, int64_t(*Bytes / A.ElementBytes)});
    }
  }
  return Out;
}
