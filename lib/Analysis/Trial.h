//===- Trial.h - Runs that leave no trace -----------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_TRIAL_H
#define BANKFIX_LIB_ANALYSIS_TRIAL_H

#include "WaveRunner.h"

namespace bankfix {

/// While it lives, nothing is recorded; afterwards the wave stands where it
/// stood, but for the variables.
class WaveRunner::Trial {
public:
  /// Of iterations of \p L. Accesses are only looked at if it \p Probes.
  Trial(WaveRunner &R, const Loop &L, bool Probes = false)
      : R(R), Silent(R.Silent), Probing(R.Probing), Here(R.Here),
        Function(R.Function), Active(R.Active), Returned(R.Returned),
        MayHaveJumped(R.MayHaveJumped), MayHaveLeft(R.MayHaveLeft),
        State(L, R.origin()), InnerLoop(R.InnerLoop), InnerCall(R.InnerCall) {
    R.Silent = true;
    R.Probing = Probes;
    R.InnerLoop = &State;
    if (!InnerCall)
      return;
    Call.From = InnerCall->From;
    R.InnerCall = &Call;
  }
  ~Trial() {
    R.Silent = Silent;
    R.Probing = Probing;
    R.Here = Here;
    R.Function = Function;
    R.Active = Active;
    R.Returned = Returned;
    R.MayHaveJumped = MayHaveJumped;
    R.MayHaveLeft = MayHaveLeft;
    R.InnerLoop = InnerLoop;
    R.InnerCall = InnerCall;
  }
  bool brokeUndecided() const { return State.UndecidedBreak; }
  /// Some lanes may have left, and others not.
  bool lostLanes() const {
    return State.After.MayBePartial || R.Function.MayBePartial;
  }

private:
  WaveRunner &R;
  bool Silent, Probing;
  Context Here, Function;
  LaneMask Active, Returned, MayHaveJumped, MayHaveLeft;
  LoopState State;
  LoopState *InnerLoop;
  ScopeState Call, *InnerCall;
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_TRIAL_H
