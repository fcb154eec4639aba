//===- Device.h - A GPU made of fibres --------------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   EmittedCode ──Device::load──▶ kernels, symbols ──launch──▶ Fault or nothing
//                                                       └────▶ trace()
//
// The code of one source runs on the CPU: threads are fibres, and every access
// to shared memory is seen before it is made. One launch at a time, in the
// thread that calls; a launch may be made from within host code of the same
// process.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_DEVICE_H
#define BANKFIX_LIB_EMULATE_DEVICE_H

#include "Conditions.h"
#include "Jit.h"
#include "bankfix/Emulate/Trace.h"
#include "bankfix/Frontend/Codegen.h"
#include <functional>
#include <set>

namespace bankfix {

/// How threads take turns.
enum class Schedule : uint8_t {
  InStep, ///< The lanes of a wave go from one shared access to the next.
  Random, ///< A random thread runs up to its next barrier.
};

/// One launch.
struct LaunchConfig {
  Index3 Grid = {1, 1, 1}, Block = {1, 1, 1};
  uint64_t DynamicBytes = 0;
  Schedule Order = Schedule::InStep;
  uint64_t Seed = 1; ///< Of Schedule::Random.
  /// Blocks, by linear index, whose accesses are traced; null: none.
  std::function<bool(uint64_t)> Traces;
  /// Seconds of computing; 0: no limit. Then the fault is TimeLimit.
  unsigned TimeLimit = 0;
  /// Accesses to any memory that the launch may make; 0: no limit. Then the
  /// fault is TimeLimit, too.
  uint64_t MostAccesses = 0;
  /// What accesses cost; null: as on the target that the code was loaded for,
  /// from which it may differ in the width of the banks.
  const Target *Model = nullptr;
  /// Reports who last wrote this byte of global memory (see writer()).
  const void *Watch = nullptr;
};

/// Who wrote the watched byte last.
struct LastWrite {
  SourcePlace Place;
  Index3 Block = {}, Thread = {};
};

/// A function that `<<<>>>` or clEnqueueNDRangeKernel can name.
struct DeviceKernel {
  EmittedKernel Source;
  /// Reads parameter I from Arguments[I].
  void (*Entry)(void **Arguments) = nullptr;
  uint64_t StaticBytes = 0; ///< Shared memory that the source declares.
  /// Where CodeSpeed::QuickToMake: the inputs that its conditions depend on.
  std::vector<InputCondition> Conditions;
};

/// A `__device__` or `__constant__` variable.
struct DeviceSymbol {
  void *Address = nullptr;
  uint64_t Bytes = 0;
  bool IsConstant = false; ///< For the host, too.
  /// The scalars of one element, and its size, of a variable in constant memory
  /// to which the source gives no value: the host does. Empty for others.
  std::vector<EmittedField> Element;
  uint64_t ElementBytes = 0;
};

/// The trace of one block.
struct BlockTrace {
  std::string Kernel; ///< DeviceKernel::Source.Symbol.
  Index3 Block = {};
  std::vector<TracedAccess> Accesses; ///< Sorted by site.
};

class Addresses;

class Device {
public:
  /// Compiles \p Code (whose module is taken) for this machine. \p Code was
  /// emitted in \p Context. What is \p Shared with other devices is used by one
  /// of them at a time: see resetVariables().
  static llvm::Expected<std::unique_ptr<Device>>
  load(Jit &J, EmittedCode Code, std::unique_ptr<llvm::LLVMContext> Context,
       const Target &T, CodeSpeed Speed = CodeSpeed::QuickToRun,
       Addresses *Shared = nullptr);
  ~Device();

  llvm::ArrayRef<DeviceKernel> kernels() const;
  /// By the symbol of the kernel's function, or null.
  const DeviceKernel *kernel(llvm::StringRef Symbol) const;
  /// By the symbol of the variable; nothing if there is none, or it is shared.
  std::optional<DeviceSymbol> symbol(llvm::StringRef Name) const;
  /// Those that are no constants.
  std::vector<std::pair<std::string, DeviceSymbol>> symbols() const;
  /// Of a device with shared addresses: gives variables their initial values.
  void resetVariables();
  Addresses *addresses() const;
  /// The code that \p P, a pointer to a function, means.
  void *function(void *P) const;

  /// Runs every block. Arguments[I] points at the value of parameter I; that of
  /// an OpenCL `__local` pointer at the bytes it shall point to, as uint64_t.
  std::optional<Fault> launch(const DeviceKernel &K, const LaunchConfig &C,
                              void **Arguments);

  /// Is asked for each access to memory that is neither shared nor on the
  /// thread's own stack, if set: may these bytes be used? (Costs time.)
  std::function<bool(const void *, uint64_t)> IsGlobal;
  /// Where device code's printf goes; null: nowhere.
  std::function<void(llvm::StringRef)> Print;
  /// Is asked on a segmentation fault at this address: true where the page is
  /// there now. Called in a signal handler.
  std::function<bool(void *)> OnPageFault;

  /// One entry a traced block, since the last clearTrace().
  const std::vector<BlockTrace> &trace() const;
  /// Where the code was generated to tell.
  const std::vector<OutsideSubscript> &outsideSubscripts() const;
  const std::vector<TracedRace> &races() const; ///< Each pair of sites once.
  void clearTrace();
  /// Of LaunchConfig::Watch, in the last launch.
  std::optional<LastWrite> writer() const;
  /// A hash of every value that an atomic returned, by thread and order, and of
  /// what was printed, since the last clearTrace(). Addresses of shared memory
  /// count as equal.
  uint64_t returnedValues() const;
  /// Some of them were addresses of shared memory.
  bool returnedAddresses() const;
  /// \p Value is an address of shared memory.
  bool isShared(uint64_t Value) const;
  /// Accesses to shared memory since the last clearTrace().
  uint64_t accesses() const;
  /// Where CodeSpeed::QuickToMake: how far launches of \p K came since the last
  /// clearTrace(), faults aside, and the accesses that its code has.
  Reached reached(const DeviceKernel &K) const;
  unsigned codeAccesses(const DeviceKernel &K) const;

  struct Impl; // Of this layer's own sources.
  explicit Device(std::unique_ptr<Impl> I);
  Impl &impl() { return *I; }

private:
  std::unique_ptr<Impl> I;
};

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_DEVICE_H
