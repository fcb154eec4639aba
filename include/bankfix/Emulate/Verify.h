//===- Verify.h - Runs a source and its fix side by side --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   source, source' ──verify──▶ for each kernel: counts, and where they differ
//
// Shares nothing with the analysis but the hardware models, so that each checks
// the other.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_EMULATE_VERIFY_H
#define BANKFIX_EMULATE_VERIFY_H

#include "bankfix/Emulate/Trace.h"
#include "bankfix/Frontend/ParseOptions.h"
#include "bankfix/Kernel/Diagnostic.h"
#include "bankfix/Kernel/Launch.h"
#include <map>
#include <memory>

namespace bankfix {

/// A kernel to run, under one launch shape.
struct VerifyJob {
  std::string Name, Instance; ///< As Kernel has them.
  SourcePlace Place;
  LaunchShape Shape;
  /// Dynamic shared memory of the fixed kernel, where it is another.
  std::optional<uint64_t> FixedDynamicBytes;
  /// Parameters (and other names that the user gave a value) by name.
  std::map<std::string, int64_t> Values;
  /// The fix holds for programs whose subscripts stay in their dimensions.
  bool ReliesOnBounds = false;
};

struct VerifyOptions {
  ParseOptions Parse; ///< Its Model is what waves and costs are taken from.
  unsigned TimeLimit = 10;     ///< Seconds that one launch may take.
  unsigned MemoryLimit = 2048; ///< MiB that one launch may use.
};

/// What accesses cost where a host makes banks of another width; null: as on
/// the target of the options.
struct VerifyModels {
  const Target *Before = nullptr, *After = nullptr;
};

/// The counts of an access in the block where it took the most wavefronts.
struct VerifiedAccess {
  TracedAccess Most;
  uint64_t LeastWavefronts = 0; ///< In the block where it took the fewest.
  Index3 Block = {};            ///< Where Most was.
};

/// The first element, in the order of parameters and addresses, that the fixed
/// kernel leaves with another value than the original.
struct VerifyDifference {
  std::string What;          ///< "out[33]", or what else differs.
  std::string Before, After; ///< Values.
  SourcePlace Place;         ///< Of the fixed kernel's last write, if known.
  Index3 Block = {}, Thread = {};
};

struct VerifiedKernel {
  bool Ran = false;   ///< To its end.
  std::string Reason; ///< Why not: bankfix cannot, or it has Faults.
  /// The original's results depend on the order of threads: not compared.
  bool Racy = false;
  /// Results hold addresses of shared memory, which were not compared: a fix
  /// may move arrays, and no address means anything once the kernel has ended.
  bool HoldsAddresses = false;
  /// Why they were not compared with the fixed kernel's; else empty.
  std::string NotCompared;
  std::optional<VerifyDifference> Difference;
  std::vector<VerifiedAccess> Before, After;
  std::vector<Fault> Faults;     ///< Of the original with the usual inputs.
  std::vector<TracedRace> Races; ///< Of the original.
  std::vector<OutsideSubscript> Outside; ///< Of the original.
  unsigned Blocks = 0, Inputs = 0;
  /// Integers that were chosen because the kernel does more with them than with
  /// the usual ones, by what they are called.
  std::map<std::string, int64_t> Chosen;
};

/// Runs kernels of a source and of its fix in a process of its own, which
/// begins to compile the source while the fix is being found.
class Verification {
public:
  Verification(llvm::StringRef Path, llvm::StringRef Before,
               const VerifyOptions &Options);
  ~Verification();

  /// Runs each job's kernel of the source and of \p After (equal: once) on
  /// made-up inputs. One result a job.
  std::vector<VerifiedKernel> finish(llvm::StringRef After,
                                     llvm::ArrayRef<VerifyJob> Jobs,
                                     const VerifyModels &Models = {});

private:
  struct Impl;
  std::unique_ptr<Impl> I;
};

/// The same, where both sources are there.
std::vector<VerifiedKernel> verify(llvm::StringRef Path, llvm::StringRef Before,
                                   llvm::StringRef After,
                                   llvm::ArrayRef<VerifyJob> Jobs,
                                   const VerifyOptions &Options);

} // namespace bankfix

#endif // BANKFIX_EMULATE_VERIFY_H
