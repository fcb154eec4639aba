//===- LoopVariables.h - Which variables a loop reads and assigns  -*- C++
//-*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_LOOPVARIABLES_H
#define BANKFIX_LIB_ANALYSIS_LOOPVARIABLES_H

#include "bankfix/Kernel/Kernel.h"
#include <set>

namespace bankfix {

/// The variables that some iteration, or some way through, assigns.
std::set<unsigned> assignedIn(const Loop &L);
std::set<unsigned> assignedIn(const Scope &S);

/// The variables that an iteration may read before it assigns them.
std::set<unsigned> readFirst(const Loop &L);

/// True if \p Body breaks out of the loop whose body it is.
bool hasBreak(const StmtList &Body);

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_LOOPVARIABLES_H
