//===- Diagnostic.h - Messages about a source file --------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_KERNEL_DIAGNOSTIC_H
#define BANKFIX_KERNEL_DIAGNOSTIC_H

#include "bankfix/Kernel/SourcePlace.h"
#include <cstdint>

namespace bankfix {

enum class Severity : uint8_t { Note, Warning, Error };

/// A message of the parser or of bankfix about the file itself.
struct FileDiagnostic {
  Severity Level = Severity::Error;
  SourcePlace Place;
  std::string Message;
  /// The parser's own number of it; 0: bankfix's. Messages are for people.
  unsigned Id = 0;
  /// The name that it is about, as the parser, or the search for headers, gives
  /// it; empty where it gives none.
  std::string Subject = {};

  bool operator==(const FileDiagnostic &) const = default;
};

/// A kernel, or code that is or may be a part of one, that is not looked at.
struct UnreadKernel {
  std::string Name; ///< Empty where the code has none.
  SourcePlace Place;
  std::string Reason;

  bool operator==(const UnreadKernel &) const = default;
};

} // namespace bankfix

#endif // BANKFIX_KERNEL_DIAGNOSTIC_H
