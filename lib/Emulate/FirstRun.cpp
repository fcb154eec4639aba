//===- FirstRun.cpp - Inputs that a kernel can bear -----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstRun.h"
#include "Retarget.h"

using namespace bankfix;

namespace {

class InputChooser {
public:
  explicit InputChooser(JobRuns &R) : R(R) {}

  FirstRun run();

private:
  bool bearableRun();
  bool betterRun();
  std::string nameOf(const InputPlace &P) const;
  std::vector<InputCondition> openConditions() const;
  Reached tryInputs(const InputStyle &S);

  JobRuns &R;
  FirstRun Out;
  unsigned Trials = 0, CutShort = 0;
};

std::string InputChooser::nameOf(const InputPlace &P) const {
  if (P.Parameter < 0)
    return variableName(P.Variable);
  const EmittedParam &Param = R.Kernel->Source.Params[P.Parameter];
  if (Param.Fields.size() <= 1)
    return Param.Name;
  return Param.Name + " + " + std::to_string(P.Offset) + " bytes";
}

/// Those of the original on integers of which nothing is known.
std::vector<InputCondition> InputChooser::openConditions() const {
  std::vector<InputCondition> Open;
  for (const InputCondition &C : R.Kernel->Conditions) {
    const InputPlace &P = C.Place;
    const std::vector<EmittedParam> &Params = R.Kernel->Source.Params;
    std::vector<EmittedField> Fields;
    if (P.Parameter >= int(Params.size()))
      continue;
    if (P.Parameter >= 0)
      Fields = Params[P.Parameter].Fields;
    else if (auto S = R.Before.symbol(P.Variable))
      Fields = S->Element;
    bool IsInteger = llvm::any_of(Fields, [&](const EmittedField &F) {
      return F.Offset == P.Offset && F.Kind == ScalarKind::Integer;
    });
    if (IsInteger && !(Fields.size() == 1 && R.known(nameOf(P))))
      Open.push_back(C);
  }
  return Open;
}

/// Integers in memory may be indices into something small.
bool InputChooser::bearableRun() {
  for (unsigned Below : {32u, 4u, 1u}) {
    Out.Reason = R.setInputs({1, Below, R.size(), {}});
    if (!Out.Reason.empty())
      return false;
    Outcome O = R.tracedRun(R.Before);
    if (!O.Failed && (R.isDefined() || Below == 1)) {
      Out.Traced = std::move(O);
      return true;
    }
    if (O.Failed && !Out.Failed)
      Out.Failed = O.Failed;
    if (O.isUndecided())
      return false;
  }
  return true;
}

/// How far the original comes with these inputs.
Reached InputChooser::tryInputs(const InputStyle &S) {
  // A run that needs more accesses is not worth the wait for dozens of them.
  constexpr uint64_t Enough = 1 << 22;
  constexpr unsigned MostCutShort = 4;
  if (CutShort == MostCutShort || !R.setInputs(S).empty())
    return {};
  ++Trials;
  LaunchConfig C = R.config(R.Before);
  C.MostAccesses = Enough;
  C.TimeLimit = C.TimeLimit ? std::min(C.TimeLimit, 2u) : 2;
  std::optional<Fault> F = R.launch(R.Before, C);
  CutShort += F && F->Kind == FaultKind::TimeLimit;
  Reached Came = R.Before.reached(*R.Kernel);
  Came.Ended = !F && R.isDefined();
  return Came;
}

/// Looks for integers under which the original executes more of its accesses
/// than it just did.
bool InputChooser::betterRun() {
  std::vector<InputCondition> Open = openConditions();
  bool Ended = Out.Traced.has_value() && R.isDefined();
  Reached Default = R.Before.reached(*R.Kernel);
  Default.Ended = Ended;
  unsigned All = R.Before.codeAccesses(*R.Kernel);
  if (Open.empty() || (Ended && Default.Accesses >= All))
    return false;
  const Index3 &B = R.Job.Shape.Block;
  int64_t Threads = int64_t(B[0]) * B[1] * B[2];
  int64_t Usual[] = {0, 1, 2, 3, B[0], Threads, 4 * R.size()};
  InputStyle S = {1, Ended ? R.Style.Below : 32, R.size(), {}};
  S.Chosen = searchInputs(Open, Usual, Default, All, [&](const auto &With) {
    return tryInputs({S.Seed, S.Below, S.Size, With});
  });
  if (S.Chosen.empty() || !R.setInputs(S).empty())
    return false;
  Outcome O = R.tracedRun(R.Before);
  if (O.Failed)
    return false;
  Out.Traced = std::move(O);
  for (const auto &[Place, Value] : S.Chosen)
    Out.Chosen[nameOf(Place)] = Value;
  return true;
}

FirstRun InputChooser::run() {
  if (!bearableRun())
    return std::move(Out);
  InputStyle Bearable = R.Style;
  bool IsBetter = betterRun();
  if (!IsBetter && Trials && Out.Traced) { // As it was before.
    R.setInputs(Bearable);
    Out.Traced = R.tracedRun(R.Before);
  }
  // What a kernel checks for itself says which inputs it is for.
  if (Out.Traced &&
      (!IsBetter || !Out.Failed || Out.Failed->Kind == FaultKind::Trap))
    Out.Failed.reset();
  return std::move(Out);
}

} // namespace

FirstRun bankfix::firstRun(JobRuns &R) { return InputChooser(R).run(); }
