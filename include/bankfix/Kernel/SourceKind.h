//===- SourceKind.h - What the name of a file says of it --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_KERNEL_SOURCEKIND_H
#define BANKFIX_KERNEL_SOURCEKIND_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace bankfix {

enum class SourceLanguage : uint8_t {
  Cuda,
  Hip,
  OpenCL,
  Host, ///< C, C++ or Objective-C.
  Any,  ///< That of the file that includes it.
};

enum class SourceRole : uint8_t {
  Unit,     ///< Compiled by itself.
  Header,   ///< Included, and complete.
  Fragment, ///< Included where its text belongs.
};

struct SourceKind {
  SourceLanguage Language;
  SourceRole Role;

  bool operator==(const SourceKind &) const = default;
};

/// By the extension of \p Path, from SourceKinds.def: "a.cuh" is a header of
/// CUDA. Nothing for names that say nothing.
std::optional<SourceKind> sourceKind(llvm::StringRef Path);

/// A unit of \p Language, by its name.
bool isUnitOf(llvm::StringRef Path, SourceLanguage Language);

/// An `#include` of \p Text under no condition names a header of HIP's, and
/// none one of CUDA's: what is written for both is built by nvcc, too.
bool includesHip(llvm::StringRef Text);

/// What only other files include: all that is not known to be a unit.
bool isIncludedAlone(llvm::StringRef Path);

} // namespace bankfix

#endif // BANKFIX_KERNEL_SOURCEKIND_H
