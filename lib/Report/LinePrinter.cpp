//===- LinePrinter.cpp - Lines as compilers print them --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinePrinter.h"

using namespace bankfix;
using llvm::raw_ostream;
using llvm::StringRef;

/// What is zero is not known and left out.
void LinePrinter::printPlace(const SourcePlace &Place) {
  OS << (Place.File.empty() ? MainFile : StringRef(Place.File)) << ':';
  if (Place.Line)
    OS << Place.Line << ':';
  if (Place.Line && Place.Column)
    OS << Place.Column << ':';
  OS << ' ';
}

/// The colors are Clang's.
void LinePrinter::printSeverity(Severity Level) {
  switch (Level) {
  case Severity::Note:
    OS.changeColor(raw_ostream::CYAN, /*Bold=*/true) << "note: ";
    break;
  case Severity::Warning:
    OS.changeColor(raw_ostream::MAGENTA, /*Bold=*/true) << "warning: ";
    break;
  case Severity::Error:
    OS.changeColor(raw_ostream::RED, /*Bold=*/true) << "error: ";
    break;
  }
  OS.resetColor();
}
