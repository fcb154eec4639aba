//===- Plan.h - Which layout each array gets --------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Program + AnalyzedKernels ──plan──▶ Plan (a layout map per array, or why
//   not)
//
// Each strategy proposes layout maps; a map is scored by applying it to the
// requests that the analysis collected, so that nothing is analysed twice.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LAYOUT_PLAN_H
#define BANKFIX_LAYOUT_PLAN_H

#include "bankfix/Analysis/Requests.h"
#include <memory>

namespace bankfix {

/// The names are those of `--strategy`; see Strategies.def.
enum class StrategyKind : uint8_t {
#define STRATEGY(Id, Name) Id,
#include "bankfix/Layout/Strategies.def"
};
llvm::StringRef name(StrategyKind S);
std::optional<StrategyKind> findStrategy(llvm::StringRef Name);
llvm::ArrayRef<StrategyKind> allStrategies();

/// A macro that indices go through: `#define Name(Parameters) Body`.
struct IndexMacro {
  std::string Name;
  std::vector<std::string> Parameters;
  std::string Body;

  bool operator==(const IndexMacro &) const = default;
};

/// How one subscript, or one declared size, of the new array is written: as
/// that of an old dimension, through a macro, plus a constant.
struct IndexText {
  unsigned From = 0;      ///< The old dimension.
  std::string Macro = {}; ///< Of SourceChange::Macros, or empty.
  llvm::SmallVector<unsigned, 1> Also = {}; ///< Further arguments of Macro: old
                                            ///< dimensions.
  int64_t Added = 0;                        ///< Elements.

  bool operator==(const IndexText &) const = default;
};

/// How a layout is written in the source. The rewriter knows nothing else of a
/// strategy.
struct SourceChange {
  /// One per dimension of the new array: its declared size, and the subscript
  /// of every access.
  std::vector<IndexText> Dims, Subscripts;
  std::vector<IndexMacro> Macros;

  /// Everything as it is, for an array of \p NumDims dimensions.
  static SourceChange none(unsigned NumDims);
  bool operator==(const SourceChange &) const = default;
};

/// An injective map from an array's old elements to its new ones.
class LayoutMap {
public:
  virtual ~LayoutMap() = default;
  virtual StrategyKind strategy() const = 0;
  /// The array as it will be declared.
  virtual SharedArray apply(const SharedArray &A) const = 0;
  /// \p Offset in bytes from the start of \p A, inside it.
  virtual int64_t offset(const SharedArray &A, int64_t Offset) const = 0;
  /// The subscripts of the new array that name the same element.
  virtual llvm::SmallVector<const Expr *, 2>
  subscripts(ExprPool &Pool, llvm::ArrayRef<const Expr *> Old) const = 0;
  virtual SourceChange change(const SharedArray &A) const = 0;
  /// Integer operations added to each access.
  virtual unsigned arithmetic() const = 0;
  /// True where the map is only defined on subscripts inside their dimensions.
  virtual bool needsBoundedSubscripts() const = 0;
};

/// One kernel under one launch shape, analysed.
struct AnalyzedKernel {
  unsigned Kernel = 0; ///< Index into Program::Kernels.
  LaunchShape Shape;
  KernelRequests Requests;
  std::vector<Verdict> Verdicts; ///< One per site.
};

struct PlanOptions {
  std::vector<StrategyKind> Allowed;       ///< Empty: all.
  std::optional<uint64_t> MaxSharedGrowth; ///< Bytes per block.
  bool AllowOccupancyLoss = false;
  double MinDegree = 0; ///< Arrays below it everywhere are left alone.
};

struct Refused {
  StrategyKind Strategy;
  std::string Reason;
};

/// What is to be done with one array.
struct ArrayPlan {
  unsigned Array = 0;
  std::shared_ptr<const LayoutMap> Map; ///< Null: left as it is.
  std::string Summary;                  ///< "tile[32][32] -> tile[32][33]"
  uint64_t WavefrontsBefore = 0, WavefrontsAfter = 0;
  /// Those of WavefrontsAfter of which no more than the worst case is known.
  uint64_t WorstCaseAfter = 0;
  uint64_t BytesAfter = 0;
  std::vector<Refused> Refusals;
};

/// Plans every array of \p P that has excess wavefronts.
std::vector<ArrayPlan> plan(const Program &P,
                            llvm::ArrayRef<AnalyzedKernel> Kernels,
                            const Target &T, const PlanOptions &Options);

} // namespace bankfix

#endif // BANKFIX_LAYOUT_PLAN_H
