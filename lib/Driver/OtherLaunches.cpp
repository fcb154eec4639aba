//===- OtherLaunches.cpp - Launches that no given host makes --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OtherLaunches.h"

using namespace bankfix;

/// Half of \p N and double of it, as far as these are other integers.
static llvm::SmallVector<int64_t, 2> halfAndDouble(int64_t N) {
  llvm::SmallVector<int64_t, 2> Out;
  if (N / 2 != 0)
    Out.push_back(N / 2);
  if (N != 0 && N <= INT32_MAX / 2 && N >= INT32_MIN / 2)
    Out.push_back(2 * N);
  return Out;
}

namespace {

class Varying {
public:
  Varying(llvm::ArrayRef<VerifyJob> Jobs, const Target &T) : Jobs(Jobs), T(T) {}

  void sizes(unsigned Of);
  void values(unsigned Of, const Kernel &K);

  std::vector<OtherLaunch> Out;

private:
  void add(unsigned Of, VerifyJob Job, std::string With);

  llvm::ArrayRef<VerifyJob> Jobs;
  const Target &T;
};

/// Unless a host makes that launch, too, or it is there already.
void Varying::add(unsigned Of, VerifyJob Job, std::string With) {
  auto IsSame = [&](const VerifyJob &Other) {
    return Other.Name == Job.Name && Other.Instance == Job.Instance &&
           Other.Place == Job.Place && Other.Shape.Block == Job.Shape.Block &&
           Other.Values == Job.Values;
  };
  if (llvm::none_of(Jobs, IsSame) &&
      llvm::none_of(Out, [&](const OtherLaunch &L) { return IsSame(L.Job); }))
    Out.push_back({Of, std::move(Job), std::move(With)});
}

void Varying::sizes(unsigned Of) {
  const LaunchShape &Shape = Jobs[Of].Shape;
  if (Shape.Origin != ShapeOrigin::Launch)
    return;
  for (unsigned D = 0; D < 3; ++D)
    for (int64_t Size : halfAndDouble(Shape.Block[D])) {
      if (Shape.Block[D] == 1) // Not a dimension of this kernel.
        continue;
      VerifyJob Job = Jobs[Of];
      Job.Shape.Block[D] = unsigned(Size);
      if (Job.Shape.threads() <= T.Memory.ThreadsPerBlock)
        add(Of, Job, "local size " + blockText(Job.Shape.Block));
    }
}

void Varying::values(unsigned Of, const Kernel &K) {
  const LaunchShape &Shape = Jobs[Of].Shape;
  for (unsigned I = 0; I < K.Params.size() && I < Shape.Params.size(); ++I) {
    const Parameter &P = K.Params[I];
    if (!Shape.Params[I] || Shape.assumed(P.Name))
      continue;
    for (int64_t Value : halfAndDouble(*Shape.Params[I])) {
      VerifyJob Job = Jobs[Of];
      Job.Values[P.Name] = P.Type.wrap(Value);
      add(Of, Job, P.Name + " = " + std::to_string(Job.Values[P.Name]));
    }
  }
}

} // namespace

std::vector<OtherLaunch>
bankfix::otherLaunches(llvm::ArrayRef<VerifyJob> Jobs,
                       llvm::ArrayRef<const AnalyzedKernel *> Kernels,
                       const Program &P, const Target &T) {
  Varying V(Jobs, T);
  for (unsigned Of = 0; P.HasHosts && Of < Jobs.size(); ++Of) {
    V.sizes(Of);
    V.values(Of, P.Kernels[Kernels[Of]->Kernel]);
  }
  return std::move(V.Out);
}
