//===- Target.h - Shared-memory bank models of GPUs -------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   target name ──findTarget──▶ Target ──┐
//                                        ├──cost──▶ wavefronts, ideal
//   one wave's (lane, byte address) ─────┘
//
// The hardware as data: which lanes of a wave go together (a phase), which bank
// and row a byte address falls into, and what a request then costs.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_TARGET_TARGET_H
#define BANKFIX_TARGET_TARGET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace bankfix {

/// What a request does. A read-modify-write in the source (`a[i] += x`) is a
/// load and a store; only atomic functions are atomic.
enum class AccessOp : uint8_t {
  Load,
  Store,
  Atomic,
  LoadMatrix,  ///< ldmatrix: each lane's address names a row of 16 bytes.
  StoreMatrix, ///< stmatrix.
  AsyncCopy,   ///< cp.async: global to shared, costs as a store of its width.
  AtomicAdd,   ///< Of 32-bit integers.
  /// Compare-and-swap, and what is made of it in a loop: additions of floating
  /// point numbers and of 64 bits.
  AtomicSwap,
};

/// Any of the three.
constexpr bool isAtomic(AccessOp Op) {
  return Op == AccessOp::Atomic || Op == AccessOp::AtomicAdd ||
         Op == AccessOp::AtomicSwap;
}

/// How well the rule that a number rests on is known.
enum class Confidence : uint8_t {
  Certain, ///< Vendor text, vendor counter or a published measurement.
  Likely,
  Unknown, ///< No evidence: never a reason to rewrite.
};

/// The name used in reports: "certain", "likely", "unknown".
llvm::StringRef name(Confidence C);

/// One active lane of a wave: its index and the byte address it touches.
struct LaneAccess {
  unsigned Lane;
  uint64_t Address; ///< In bytes, from the start of a bank row.
};

/// What one request of one wave costs.
struct Cost {
  /// Requests issued: more than one where the hardware splits a wide access
  /// (CC 1.x, Evergreen).
  unsigned Requests = 0;
  unsigned Wavefronts = 0;
  /// Wavefronts with no two lanes in one bank and different rows.
  unsigned Ideal = 0;
  /// Those of Wavefronts that are due to lanes on the same address where the
  /// hardware cannot merge them (atomics; stores on Intel): what the request
  /// costs less what it would cost with one lane per address. No layout removes
  /// them.
  unsigned Serialization = 0;
  Confidence Conf = Confidence::Certain;

  /// Wavefronts that a better layout could remove.
  unsigned excess() const { return Wavefronts - Ideal - Serialization; }
};

/// Bounds on what any non-empty subset of a request's lanes may cost. The
/// wavefronts of a subset never exceed those of the whole request; excess and
/// degree may (phases merge and empty).
struct SubsetBounds {
  unsigned MaxExcess = 0;
  double MaxDegree = 1; ///< Wavefronts / ideal, serialization left out.
};

struct BankRule; // How one kind of access is served; see BankRule.h.

/// Sizes in bytes. Zero means the vendor gives no such limit.
struct Limits {
  unsigned SharedPerProcessor; ///< Per SM, CU, WGP or subslice.
  unsigned SharedPerBlock;     ///< With opt-in where one exists.
  unsigned StaticPerBlock;     ///< Static `__shared__`: 48 KB on NVIDIA.
  unsigned ReservedPerBlock;   ///< Taken by the system from each block.
  unsigned Granule;            ///< Allocation unit.
  unsigned BlocksPerProcessor;
  unsigned ThreadsPerProcessor;
  unsigned ThreadsPerBlock;
};

/// A hardware model.
struct Target {
  llvm::StringRef Name;        ///< As `--target` takes it: "sm_80", "gfx942".
  llvm::StringRef Description; ///< One line, for `bankfix targets`.
  unsigned WaveSize;           ///< Lanes of a wave: 16, 32 or 64.
  unsigned Banks;              ///< Of 4-byte accesses; 1 where there are none.
  unsigned BankWidth;          ///< Bytes.
  /// NVIDIA compute capability times ten (8.0 is 80), else 0. Gives
  /// `__CUDA_ARCH__`.
  unsigned ComputeCapability;
  llvm::ArrayRef<BankRule> Rules;
  Limits Memory;

  bool isCuda() const { return ComputeCapability != 0; }
};

/// Every model, in the order in which `bankfix targets` lists them.
llvm::ArrayRef<Target> allTargets();

/// The model of that name (case-insensitive), or null. Compilers' spellings are
/// taken too: `compute_80`, `sm_90a` and `sm_100f`, `gfx90a:xnack+`; and names of
/// products: `H100`, `RTX 4090`, `MI300X`.
const Target *findTarget(llvm::StringRef Name);

/// Writes every model, one a line: name, lanes of a wave, banks x bytes of a
/// bank, confidence of 4-byte loads, largest block memory in KB, description.
void printTargets(llvm::raw_ostream &OS);

/// What a wave's request of \p Bytes per lane costs on \p T.
///
/// \p Lanes are the active lanes, each at most once, in increasing order;
/// \p Bytes is 1, 2, 4, 8 or 16 (12 too where a target has a rule for it), and
/// each address is a multiple of it (of 4 for 12). An empty request costs
/// nothing. For matrix operations \p Bytes is 16. An access that the model has
/// no rule for is served as 4-byte parts, with `Confidence::Unknown`.
Cost cost(const Target &T, AccessOp Op, unsigned Bytes,
          llvm::ArrayRef<LaneAccess> Lanes);

/// Proven bounds over every non-empty subset of \p Lanes.
SubsetBounds boundSubsets(const Target &T, AccessOp Op, unsigned Bytes,
                          llvm::ArrayRef<LaneAccess> Lanes);

/// One active lane whose address only the run knows.
struct LaneChoice {
  unsigned Lane;
  /// Lanes of one number always touch one address.
  unsigned Together;
  /// The byte addresses that it may touch; not empty.
  llvm::ArrayRef<uint64_t> Addresses;
};

/// What a request can cost at most, over all addresses that its lanes may
/// choose. Each number is a bound of its own: the wavefronts are most where all
/// lanes meet in one bank, the serialization where they meet in one address.
struct WorstCost {
  unsigned Requests = 0;
  unsigned Wavefronts = 0;
  unsigned Ideal = 0; ///< The same for all choices, unless loads merge.
  unsigned Excess = 0;
  unsigned Serialization = 0;
  double MaxDegree = 1; ///< Serialization left out.
  bool Settled = true;  ///< Every choice costs just this.
  bool IsMost = false;  ///< Lanes at other addresses do not cost more.
  Confidence Conf = Confidence::Certain;
};

/// Proven bounds of `cost` over all choices of \p Lanes (increasing, each at
/// most once); with \p AnySubset also over every non-empty subset of them.
/// Where lanes choose independently, and phases do not merge, a multicast
/// request reaches them.
WorstCost worstCost(const Target &T, AccessOp Op, unsigned Bytes,
                    llvm::ArrayRef<LaneChoice> Lanes, bool AnySubset);

/// The expected wavefronts / ideal (serialization left out) where each lane
/// takes one of its addresses by chance, all alike and independent of the
/// others. Estimated from 4096 draws of a fixed seed: the same for the same
/// arguments, with a standard error of about 0.02.
double meanDegree(const Target &T, AccessOp Op, unsigned Bytes,
                  llvm::ArrayRef<LaneChoice> Lanes);

/// The period, in bytes, after which moving all addresses by the same amount
/// is certain to leave every cost unchanged (a power of two), given that they
/// move by multiples of \p Step bytes. 0 where any such move is harmless.
unsigned shiftPeriod(const Target &T, AccessOp Op, unsigned Bytes,
                     unsigned Step);

/// Blocks that fit on one processor at once by shared memory, threads and block
/// slots (registers are not looked at), or nothing where the limits are not
/// known; 0 where not even one fits. \p SharedBytes is static plus dynamic
/// memory of one block.
std::optional<unsigned> blocksPerProcessor(const Target &T, unsigned Threads,
                                           unsigned SharedBytes);

} // namespace bankfix

#endif // BANKFIX_TARGET_TARGET_H
