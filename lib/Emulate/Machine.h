//===- Machine.h - One multiprocessor made of fibres ------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   entry, block ──run──▶ every thread done, or a fault
//                   ▲
//        hooks, called by the threads' code: accesses, barriers, primitives
//
// Threads are fibres of one thread of the process. They run in teams of lanes
// that are in step: at each shared access the next lane has its turn.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_MACHINE_H
#define BANKFIX_LIB_EMULATE_MACHINE_H

#include "Collectives.h"
#include "Device.h"
#include "Instrument.h"
#include "Retarget.h"
#include "TraceRequests.h"
#include <csetjmp>

namespace bankfix {

/// What device code prints, and the same with one text for every address of
/// shared memory.
struct PrintedText {
  std::string Text, Compared;
  void add(llvm::StringRef More) {
    Text += More;
    Compared += More;
  }
};

/// CUDA's warp primitives are about 32 lanes, whatever a wave is.
inline constexpr unsigned WarpLanes = 32;

/// A warp primitive as the scheduler sees it.
enum class WarpOp : uint8_t {
  Shuffle,
  Vote,
  MatchAny,
  MatchAll,
  Reduce,
  Sync,
  ActiveMask,
};

struct Fibre {
  enum class State : uint8_t { Ready, AtBarrier, AtPrimitive, Done };

  void *Context = nullptr;
  State Is = State::Ready;
  unsigned Number = 0; ///< Within the block.
  Index3 Thread = {};
  unsigned Site = 0; ///< Of the last hook.

  uint64_t Key = 0; ///< At the barrier or primitive.
  // At a primitive.
  WarpOp Op = WarpOp::Sync;
  unsigned Kind = 0;  ///< ShuffleKind, VoteKind or ReduceKind.
  uint32_t Mask = 0;  ///< 0: whoever is there.
  uint64_t Value = 0; ///< In, then out; a shuffle's bit 32 is the predicate.
  uint32_t From = 0, Clamp = 0; ///< Of a shuffle.
  // At a barrier; what it returns comes in Value.
  BarrierKind Barrier = BarrierKind::Sync;
  unsigned BarrierId = 0, BarrierThreads = 0;

  uint64_t Returned = 0; ///< A hash of what atomics returned.
  unsigned Copies = 0;   ///< That it asked for; see Machine::groupCopy.

  unsigned lane() const { return Number % WarpLanes; }
};

/// What the lanes of one primitive get; each Fibre::Value is replaced.
void complete(llvm::ArrayRef<Fibre *> Group);

/// Stacks of fibres; made when they are first needed, and kept.
class Stacks {
public:
  static constexpr size_t Bytes = 256 << 10;
  /// The high end of stack \p I.
  char *top(unsigned I);
  /// True for an address just below a stack.
  bool isGuard(const void *P) const;

private:
  std::vector<char *> All;
};

/// What a run went on after, but is undefined.
struct Offences {
  std::vector<TracedRace> Races;
  std::vector<OutsideSubscript> Outside;
};

class Machine {
public:
  Machine(const Target &T, const std::vector<CodeSite> &Sites,
          const SharedLayout &Layout, char *Arena, uint64_t ArenaBytes,
          const Device &Owner);

  /// The machine whose code is running.
  static Machine *Running;

  void start(llvm::StringRef Kernel, const LaunchConfig &C, uint64_t LocalBytes,
             llvm::ArrayRef<SharedVariable> Locals);
  /// Runs one block; false where there is a fault.
  bool runBlock(void (*Entry)(void **), void **Arguments, Index3 Block);

  // What hooks ask for, in a fibre.
  void access(char *P, unsigned Site, uint64_t Key);
  void range(char *P, uint64_t Bytes, unsigned Site, uint64_t Key);
  uint64_t primitive(WarpOp Op, unsigned Kind, uint32_t Mask, uint64_t Value,
                     unsigned Site, uint64_t Key, uint32_t From = 0,
                     uint32_t Clamp = 0);
  unsigned barrier(BarrierKind Kind, unsigned Id, unsigned Threads,
                   unsigned Predicate, unsigned Site, uint64_t Key);
  void grid(unsigned Site, uint64_t Key);
  /// A copy that all threads ask for; the first makes it. Which of them
  /// accesses what is not specified, so it is no request. Steps are in
  /// elements.
  void groupCopy(char *To, const char *From, uint64_t Bytes, uint64_t Elements,
                 uint64_t ToStep, uint64_t FromStep, unsigned Site);
  uint32_t special(SpecialRegister R) const;
  uint32_t workItem(unsigned Function, unsigned Axis) const;
  void pause();
  void returned(uint64_t Value) {
    Fibre &F = *Current;
    Value = comparable(Value);
    F.Returned = (F.Returned ^ Value) * 0x9E3779B97F4A7C15u;
    F.Returned ^= F.Returned >> 31;
  }
  /// The current thread's number within the grid.
  uint64_t thread() const;
  /// An address within shared memory as a number, and back.
  uint64_t toShared(const void *P) const { return offset(P); }
  void *fromShared(uint64_t Offset) const { return Arena + Offset; }
  /// Memory of the current thread alone.
  bool isLocal(const void *P) const;
  bool isShared(const void *P) const { return offset(P) < ArenaBytes; }
  /// \p Value, or what stands for every address of shared memory.
  uint64_t comparable(uint64_t Value) {
    if (!isShared(reinterpret_cast<const void *>(uintptr_t(Value))))
      return Value;
    ReturnedAddress = true;
    return 0;
  }
  void print(const PrintedText &T);
  /// \p Line, if given, is where it is; else the last hook's place.
  [[noreturn]] void fail(FaultKind Kind, std::string Detail, unsigned Line = 0);
  void at(unsigned Site) { Current->Site = Site; }
  void outside(SourcePlace Place, int64_t Index, llvm::StringRef Type);
  /// What the last access was to.
  const void *Accessed = nullptr;

  /// In a signal handler: ends the block with a fault.
  [[noreturn]] void interrupt(FaultKind Kind, const char *Detail);

  std::optional<Fault> Failed;
  std::vector<std::pair<Index3, std::vector<TracedAccess>>> Traced;
  Offences Seen;
  std::optional<LastWrite> LastWriter;
  uint64_t ReturnedHash = 0, Accesses = 0;
  bool ReturnedAddress = false; ///< Something in that hash is one.
  const Device &Owner;
  volatile bool Expired = false;
  Stacks &stacks() const;
  Fibre *Current = nullptr;

private:
  uint64_t offset(const void *P) const {
    return uint64_t(static_cast<const char *>(P) - Arena);
  }
  void count() {
    if (--Left == 0)
      Expired = true;
  }
  void shared(uint64_t Offset, unsigned Bytes, unsigned Site, uint64_t Key);
  void global(char *P, unsigned Bytes, unsigned Site);
  void checkUncounted(const char *P, uint64_t Bytes, unsigned Site);
  void checkBounds(uint64_t Offset, unsigned Bytes);
  unsigned named(unsigned Number) const;
  void race(unsigned Site, uint64_t Offset, unsigned Bytes);
  void endTurn(); ///< Lets the next lane have its turn.
  void toScheduler();

  // Scheduler.cpp: what runs outside of fibres.
  void prepareFibres(Index3 Block);
  bool resume(Fibre &F);
  bool schedule();
  bool turn(unsigned Team);
  bool randomTurns();
  bool complete(unsigned Warp, bool Stuck);
  bool settleBarriers();
  bool settle(unsigned Id);
  bool explainStandstill();
  void failAt(const Fibre &F, FaultKind Kind, std::string Detail);
  void finishBlock();
  SourcePlace placeOf(unsigned Site) const;

  const Target &T;
  const std::vector<CodeSite> &Code;
  SharedLayout Layout;
  char *Arena;
  uint64_t ArenaBytes;

  LaunchConfig Config;
  uint64_t UsedBytes = 0; ///< Of the arena, in this launch.
  uint64_t Left = 0;      ///< Of LaunchConfig::MostAccesses.
  std::vector<SharedVariable> Variables;
  std::vector<unsigned> Owners;  ///< Of each row: 1 + index into Variables.
  std::vector<unsigned> NamedBy; ///< Each site: as in Owners; 0: by no name.
  unsigned DynamicName = 0;      ///< Of the kernel: as in Owners.
  Index3 Block = {};
  std::vector<Fibre> Fibres;
  unsigned TeamLanes = 32;
  void (*Entry)(void **) = nullptr;
  void **Arguments = nullptr;
  void *Scheduler = nullptr;
  std::jmp_buf Escape;
  bool Tracing = false;
  unsigned UntilTurn = 0;
  uint64_t Random = 0;
  bool PartialBarriers = false;
  unsigned Copies = 0; ///< Made in this block.

  TraceRequests Requests;
  RaceDetector Words;
  std::vector<unsigned> ArrayOf; ///< Of each site: as in Owners.

  friend void fibreMain(Machine &M);
};

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_MACHINE_H
