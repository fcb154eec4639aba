//===- ArraySize.cpp - Sizes of arrays that a launch sets -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Kernel/ArraySize.h"

using namespace bankfix;

std::optional<uint64_t> bankfix::bytesAt(const SharedArray &A,
                                         const LaunchShape &S) {
  std::optional<uint64_t> Bytes;
  switch (A.Space) {
  case MemorySpace::Static:
    return A.hasKnownSize() ? std::optional(A.bytes()) : std::nullopt;
  case MemorySpace::Dynamic:
    Bytes = S.DynamicBytes;
    break;
  case MemorySpace::Argument:
    if (A.Parameter < S.ArgumentBytes.size())
      Bytes = S.ArgumentBytes[A.Parameter];
    break;
  }
  // A launch that gives nothing does not access it, whatever was read of it.
  return Bytes && *Bytes >= A.ElementBytes ? Bytes : std::nullopt;
}

std::optional<uint64_t>
bankfix::smallestBytes(const SharedArray &A,
                       llvm::ArrayRef<LaunchShape> Shapes) {
  std::optional<uint64_t> Least;
  for (const LaunchShape &S : Shapes) {
    std::optional<uint64_t> Bytes = bytesAt(A, S);
    if (!Bytes || S.OthersPossible)
      return std::nullopt;
    Least = std::min(Least.value_or(*Bytes), *Bytes);
  }
  return Least;
}

SharedArray bankfix::withBytes(SharedArray A, std::optional<uint64_t> Bytes) {
  if (A.Dims.empty() || A.Space == MemorySpace::Static || !Bytes)
    return A;
  uint64_t Row = A.stride(0) * A.ElementBytes;
  bool IsFlat = A.Dims.size() == 1; // Part of an element is never accessed.
  if (Row != 0 && (IsFlat || *Bytes % Row == 0))
    A.Dims.front() = *Bytes / Row;
  return A;
}

std::optional<SharedArray> bankfix::largestIn(const SharedArray &A,
                                              uint64_t Limit) {
  const uint64_t Row = A.Dims.empty() ? 0 : A.stride(0) * A.ElementBytes;
  if (A.Space == MemorySpace::Static || A.hasKnownSize() || !Row || !Limit)
    return std::nullopt;
  SharedArray Out = A;
  Out.Dims.front() = Limit / Row;
  return Out;
}
