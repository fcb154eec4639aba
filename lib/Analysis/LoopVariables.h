//===- LoopVariables.h - What a loop reads, assigns and leaves --*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_LOOPVARIABLES_H
#define BANKFIX_LIB_ANALYSIS_LOOPVARIABLES_H

#include "bankfix/Kernel/Kernel.h"
#include <set>
#include <vector>

namespace bankfix {

/// The assignments in \p L.Step, `i += 32, p += n`, where they alone decide when
/// the loop ends: Step holds nothing else, and the body assigns neither their
/// variables nor any that they or the condition read. Empty otherwise.
std::vector<const Assign *> plainStep(const Loop &L);

/// The variables that an iteration may read before it assigns them.
std::set<unsigned> readFirst(const Loop &L);

/// True if only what is in the loop ends it.
bool isEndless(const Loop &L);

/// True if \p Body breaks out of the loop whose body it is.
bool hasBreak(const StmtList &Body);

/// True if some lane may leave the kernel inside the loop.
bool hasReturn(const Loop &L);

/// True if some lane may not come to an iteration's end.
bool endsEarly(const Loop &L);

/// The sites that it may access.
std::set<unsigned> sitesIn(const Loop &L);

/// True if the lanes wait for one another inside the loop.
bool hasBarrier(const Loop &L);

/// The variables of which everything that is assigned to them is made of
/// constants and of one another.
std::set<unsigned> constantVariables(const StmtList &Body);

/// True if \p E is made of constants and of variables in \p Of.
bool isMadeOf(const Expr &E, const std::set<unsigned> &Of);

/// Each iteration of \p L does the same work, and nothing else: what counts its
/// iterations has no say in it, nor in how often loops within it run.
bool doesSameWork(const Loop &L);

/// Compilers know how often \p L runs, where they know \p Constants.
bool isUnrollable(const Loop &L, const std::set<unsigned> &Constants);

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_LOOPVARIABLES_H
