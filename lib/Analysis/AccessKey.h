//===- AccessKey.h - Equal for accesses that mean the same ------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_ACCESSKEY_H
#define BANKFIX_LIB_ANALYSIS_ACCESSKEY_H

#include "Enumerate.h"

namespace bankfix {

/// All that `enumerate` looks at, with the unknowns numbered as they occur: two
/// accesses of equal keys have the same requests, whatever their unknowns are
/// called.
using AccessKey = std::vector<int64_t>;
AccessKey keyOf(const SymbolicAccess &A, const SymbolTable &Symbols);

/// 128 bits of a key, so that no two keys have the same. Keys take kilobytes, and
/// there are hundreds of thousands.
using AccessDigest = std::pair<uint64_t, uint64_t>;
AccessDigest digestOf(const AccessKey &K);

/// The digest is spread as well as any hash of it.
struct AccessDigestHash {
  size_t operator()(const AccessDigest &D) const { return D.first; }
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_ACCESSKEY_H
