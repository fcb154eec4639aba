//===- LoadedText.h - How a host comes to a program's text ------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   char *text = load("k.cl"); fix(text); clCreateProgramWithSource(.. &text
//   ..)
//
// The text that a host builds is that of the file only if what leads from the
// one to the other takes it whole and changes nothing: from each creation of a
// program back over variables, functions and what they return to where it is
// read. Every mention of such a variable is of a kind that leaves the text
// alone, or it may be any text.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_LOADEDTEXT_H
#define BANKFIX_LIB_FRONTEND_HOST_LOADEDTEXT_H

#include "Host/HostConstants.h"

namespace bankfix {

struct LoadedText {
  bool IsSeen = false;           ///< The host creates programs of texts.
  /// The first token that may change one, and the number of its host.
  std::optional<std::pair<unsigned, size_t>> Changed;
  std::optional<uint64_t> Most;  ///< Bytes that are read, if that is a limit.
};

/// What the functions of a library do that loads a text is not asked.
LoadedText loadedText(llvm::ArrayRef<const HostConstants *> Hosts);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_LOADEDTEXT_H
