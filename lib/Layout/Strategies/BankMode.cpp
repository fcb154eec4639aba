//===- BankMode.cpp - Banks of 4 or of 8 bytes ----------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   kernel<<<...>>>(...);   ->    cudaDeviceSetSharedMemConfig(
//                                     cudaSharedMemBankSizeEightByte);
//                                 kernel<<<...>>>(...);
//
// On Kepler the host chooses how wide banks are, for all kernels alike. So this
// is no choice for one array: the whole program is planned for both widths.
//
//===----------------------------------------------------------------------===//

#include "../Planning.h"
#include "../Refusal.h"
#include "bankfix/Target/BankWidth.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

namespace {

/// A layout, or none, for banks of 8 bytes.
class BankModeMap : public LayoutMap {
public:
  explicit BankModeMap(std::shared_ptr<const LayoutMap> Inner)
      : Inner(std::move(Inner)) {}

  StrategyKind strategy() const override {
    return Inner ? Inner->strategy() : StrategyKind::BankMode;
  }
  bool isComposed() const override { return Inner && Inner->isComposed(); }
  SharedArray apply(const SharedArray &A) const override {
    return Inner ? Inner->apply(A) : A;
  }
  std::vector<IndexExpr> index(const SharedArray &A) const override {
    return Inner ? Inner->index(A) : LayoutMap::index(A);
  }
  OffsetMap offsets(const SharedArray &A) const override {
    return Inner ? Inner->offsets(A) : LayoutMap::offsets(A);
  }
  llvm::SmallVector<const Expr *, 2>
  subscripts(ExprPool &Pool, const SharedArray &A,
             llvm::ArrayRef<const Expr *> Old) const override {
    return Inner ? Inner->subscripts(Pool, A, Old)
                 : LayoutMap::subscripts(Pool, A, Old);
  }
  std::string macroName(const IndexExpr &E) const override {
    return Inner ? Inner->macroName(E) : "";
  }
  std::optional<IndexExpr> hostBytes(const SharedArray &A) const override {
    return Inner ? Inner->hostBytes(A) : IndexExpr::subscript(0);
  }
  void amend(const SharedArray &A, SourceChange &Change) const override {
    if (Inner)
      Inner->amend(A, Change);
    Change.EightByteBanks = true;
  }
  bool isFor(const SharedArray &A) const override {
    return !Inner || Inner->isFor(A);
  }
  bool isAllowed(const EditRights &R) const override {
    return !Inner || Inner->isAllowed(R);
  }
  std::vector<uint64_t> domain(const SharedArray &A) const override {
    return Inner ? Inner->domain(A) : A.Dims;
  }
  bool isUsed(const SharedArray &A, int64_t I) const override {
    return !Inner || Inner->isUsed(A, I);
  }
  bool isAffine(const SharedArray &A) const override {
    return Inner ? Inner->isAffine(A) : LayoutMap::isAffine(A);
  }
  unsigned arithmetic(const SharedArray &A) const override {
    return Inner ? Inner->arithmetic(A) : 0;
  }
  bool needsBoundedSubscripts() const override {
    return Inner && Inner->needsBoundedSubscripts();
  }

private:
  std::shared_ptr<const LayoutMap> Inner; ///< Null: as it is.
};

/// Wavefronts of all accesses of all kernels, laid out by \p Plans; nothing
/// where some count is not known.
std::optional<uint64_t> total(const Program &P,
                              llvm::ArrayRef<AnalyzedKernel> Kernels,
                              llvm::ArrayRef<ArrayPlan> Plans,
                              const Target &T) {
  uint64_t Sum = 0;
  for (const AnalyzedKernel &K : Kernels)
    for (auto [I, S] : llvm::enumerate(P.Kernels[K.Kernel].Sites)) {
      const SharedArray &A = P.Arrays[S.Array];
      auto Plan = llvm::find_if(Plans, [&, &S = S](const ArrayPlan &Each) {
        return Each.Array == S.Array && Each.Map;
      });
      OffsetMap Offset;
      if (Plan != Plans.end())
        Offset = Plan->Map->offsets(A);
      Verdict V = judge(K.Requests.Sites[I], S, A, T,
                        Plan == Plans.end() ? nullptr : &Offset);
      if (V.Sure == Certainty::Unknown || V.Conf == Confidence::Unknown)
        return std::nullopt;
      Sum += V.Wavefronts - V.Serialization;
    }
  return Sum;
}

void refuseAll(std::vector<ArrayPlan> &Plans, const std::string &Why) {
  for (ArrayPlan &P : Plans) {
    llvm::erase_if(P.Refusals, [](const Refused &R) {
      return R.Strategy == StrategyKind::BankMode;
    });
    P.Refusals.push_back({StrategyKind::BankMode, Why});
  }
}

/// The plan of an array that gains by the width alone.
void addGain(const Program &P, llvm::ArrayRef<AnalyzedKernel> Kernels,
             const Target &T, ArrayPlan &Plan) {
  uint64_t After = 0;
  for (const AnalyzedKernel &K : Kernels)
    for (auto [I, S] : llvm::enumerate(P.Kernels[K.Kernel].Sites))
      if (S.Array == Plan.Array) {
        const OffsetMap Same = [](int64_t Offset) { return Offset; };
        After += judge(K.Requests.Sites[I], S, P.Arrays[S.Array], T, &Same)
                     .Wavefronts;
      }
  Plan.WavefrontsAfter = After;
  Plan.Summary = P.Arrays[Plan.Array].Name + " in banks of 8 bytes";
}

std::string refuse(const SharedArray &, const EditRights &) {
  return text(Refusal::OneMode);
}
CandidateList propose(const LayoutTask &) { return {}; }

} // namespace

const Target *bankfix::eightByteMode(const Target &T) {
  return T.BankWidth == 4 ? withBankWidth(T, 8) : nullptr;
}

void bankfix::judgeAgain(const Program &P, std::vector<AnalyzedKernel> &Kernels,
                         const Target &T) {
  for (AnalyzedKernel &K : Kernels)
    for (auto [I, S] : llvm::enumerate(P.Kernels[K.Kernel].Sites))
      K.Verdicts[I] = judge(K.Requests.Sites[I], S, P.Arrays[S.Array], T);
}

std::vector<ArrayPlan>
bankfix::planBankModes(const EditableProgram &P,
                       std::vector<AnalyzedKernel> &Kernels, const Target *&T,
                       const PlanOptions &Options, std::string WhyNot) {
  std::vector<ArrayPlan> Four = plan(P, Kernels, *T, Options);
  const Target *Wide = eightByteMode(*T);
  bool Allowed = Options.Allowed.empty() ||
                 llvm::is_contained(Options.Allowed, StrategyKind::BankMode);
  if (!Wide || !Allowed || Four.empty())
    return Four;
  if (!WhyNot.empty()) {
    refuseAll(Four, WhyNot);
    return Four;
  }
  std::vector<AnalyzedKernel> Again = Kernels;
  judgeAgain(P.P, Again, *Wide);
  std::vector<ArrayPlan> Eight = plan(P, Again, *Wide, Options);
  std::optional<uint64_t> Left = total(P.P, Kernels, Four, *T),
                          WideLeft = total(P.P, Again, Eight, *Wide);
  if (!Left || !WideLeft || *WideLeft >= *Left) {
    refuseAll(Four, Left && WideLeft
                        ? text(Refusal::WiderBanks, *WideLeft, *Left)
                        : text(Refusal::NoEvidence));
    return Four;
  }
  // What the arrays take now is said for the banks that they have now.
  std::vector<ArrayPlan> Out;
  for (ArrayPlan &Old : Four) {
    auto New = llvm::find_if(
        Eight, [&](const ArrayPlan &Each) { return Each.Array == Old.Array; });
    ArrayPlan Plan = New == Eight.end() ? ArrayPlan() : *New;
    Plan.Array = Old.Array;
    Plan.WavefrontsBefore = Old.WavefrontsBefore;
    if (New == Eight.end())
      Plan.BytesBefore = Plan.BytesAfter = Old.BytesBefore;
    if (Plan.Map)
      Plan.Summary += ", in banks of 8 bytes";
    else
      addGain(P.P, Again, *Wide, Plan);
    llvm::erase_if(Plan.Refusals, [](const Refused &R) {
      return R.Strategy == StrategyKind::BankMode;
    });
    Plan.Map = std::make_shared<BankModeMap>(Plan.Map);
    Out.push_back(std::move(Plan));
  }
  T = Wide;
  return Out;
}

constinit const Strategy bankfix::BankModeStrategy = {
    StrategyKind::BankMode,
    /*ChangesSubscripts=*/false,
    /*NeedsBoundedSubscripts=*/false,
    refuse,
    propose,
    /*ChangesRowLength=*/false,
    /*MayKeepDeclaration=*/false,
    /*TakesAnyElement=*/false,
    /*isUsual=*/nullptr,
    /*IsOfProgram=*/true};
