//===- Proof.h - No edit leaves unproved ------------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
//   before, after, plan ──prove──▶ nothing, or what does not hold
//
// Both sources are parsed and analysed from scratch, with one expression pool.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_PROOF_PROOF_H
#define BANKFIX_PROOF_PROOF_H

#include "bankfix/Frontend/Frontend.h"
#include "bankfix/Layout/Plan.h"

namespace bankfix {

/// A source, parsed and analysed.
struct AnalyzedSource {
  const ParsedFile &Parsed;
  llvm::ArrayRef<AnalyzedKernel> Kernels;
};

/// The unit in which an edit is proved where its arrays are, before and after:
/// other units read the same text.
struct ProvedUnit {
  const ParsedFile &Before, &After;
};

/// Why \p After is not \p Before with exactly the layouts of \p Plans (those
/// without a map leave their array as it is); nothing if it is:
///
/// 1. Fingerprint. Every declaration of the file is the same but for the
///    subscripts of shared arrays and their declared sizes.
/// 2. Algebra. The new subscripts are the map of the old ones as expressions,
///    whatever the launch; the map is injective and stays in bounds.
/// 3. Counts. The new source costs what was planned, no other array costs more,
///    and there are no new diagnostics.
///
/// With \p Elsewhere, a template without an instance may have another body, if
/// it is the one, before and after, that has instances there; and there may be
/// functions and types that the edit added there, under names that are new.
std::optional<std::string> prove(const AnalyzedSource &Before,
                                 const AnalyzedSource &After,
                                 llvm::ArrayRef<ArrayPlan> Plans,
                                 const Target &T, ExprPool &Pool,
                                 const ProvedUnit *Elsewhere = nullptr);

} // namespace bankfix

#endif // BANKFIX_PROOF_PROOF_H
