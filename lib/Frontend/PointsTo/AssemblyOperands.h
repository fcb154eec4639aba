//===- AssemblyOperands.h - What the text of assembly names -----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_POINTSTO_ASSEMBLYOPERANDS_H
#define BANKFIX_LIB_FRONTEND_POINTSTO_ASSEMBLYOPERANDS_H

#include "ClangHeaders.h"
#include <optional>

namespace bankfix {

/// An asm statement's operands, by the names that its text has for them.
class AssemblyOperands {
public:
  explicit AssemblyOperands(const clang::GCCAsmStmt &S) : S(S) {}

  unsigned count() const { return S.getNumOutputs() + S.getNumInputs(); }
  std::optional<unsigned> number(llvm::StringRef Name) const {
    unsigned N = 0;
    if (!Name.getAsInteger(10, N))
      return N < count() ? std::optional(N) : std::nullopt;
    for (unsigned I = 0; I < count(); ++I) {
      llvm::StringRef Own = I < S.getNumOutputs()
                                ? S.getOutputName(I)
                                : S.getInputName(I - S.getNumOutputs());
      if (!Own.empty() && Own == Name)
        return I;
    }
    return std::nullopt;
  }
  /// The expression of an input; null for outputs and what is no operand.
  const clang::Expr *input(llvm::StringRef Name) const {
    std::optional<unsigned> N = number(Name);
    return N && *N >= S.getNumOutputs() ? S.getInputExpr(*N - S.getNumOutputs())
                                        : nullptr;
  }
  /// How often the text names operand \p Number.
  unsigned uses(unsigned Number, const clang::ASTContext &C) const {
    llvm::SmallVector<clang::GCCAsmStmt::AsmStringPiece, 8> Pieces;
    unsigned At = 0;
    if (S.AnalyzeAsmString(Pieces, C, At))
      return ~0u; // It is not understood.
    return llvm::count_if(Pieces, [&](const auto &P) {
      return P.isOperand() && P.getOperandNo() == Number;
    });
  }

private:
  const clang::GCCAsmStmt &S;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_POINTSTO_ASSEMBLYOPERANDS_H
