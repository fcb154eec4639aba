//===- LinePrinter.h - Lines as compilers print them ------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_REPORT_LINEPRINTER_H
#define BANKFIX_LIB_REPORT_LINEPRINTER_H

#include "bankfix/Report/Report.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

namespace bankfix {

/// Prints lines of `FILE:LINE:COLUMN: SEVERITY: MESSAGE`.
class LinePrinter {
public:
  LinePrinter(llvm::raw_ostream &OS, llvm::StringRef MainFile)
      : OS(OS), MainFile(MainFile) {}

  void line(const SourcePlace &Place, Severity Level,
            const llvm::Twine &Message) {
    place(Place);
    printSeverity(Level);
    if (Level != Severity::Note)
      bold();
    OS << Message;
    OS.resetColor();
    OS << '\n';
  }

  /// `FILE:LINE:COLUMN: `
  void place(const SourcePlace &Place) {
    bold();
    printPlace(Place);
    OS.resetColor();
  }

private:
  void bold() { OS.changeColor(llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true); }
  void printPlace(const SourcePlace &Place);
  void printSeverity(Severity Level);

  llvm::raw_ostream &OS;
  llvm::StringRef MainFile;
};

} // namespace bankfix

#endif // BANKFIX_LIB_REPORT_LINEPRINTER_H
