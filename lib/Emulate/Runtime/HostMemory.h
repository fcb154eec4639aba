//===- HostMemory.h - The memory that a CUDA program allocates --*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_RUNTIME_HOSTMEMORY_H
#define BANKFIX_LIB_EMULATE_RUNTIME_HOSTMEMORY_H

#include <cstdint>
#include <map>
#include <string>

namespace bankfix {

/// Which call of the runtime made it known.
enum class MemoryKind : uint8_t {
  Device,
  Managed,
  Pinned,     ///< cudaMallocHost, cudaHostAlloc.
  Registered, ///< cudaHostRegister: the program's own memory.
  Variable,   ///< A __device__ or __constant__ variable.
};

/// One piece of memory, found again by any address in it.
struct Allocation {
  uint64_t Bytes = 0;
  MemoryKind Kind = MemoryKind::Device;
  unsigned Flags = 0; ///< As the program gave them.
  /// What was mapped for it, guard pages included; null for Registered and
  /// Variable.
  void *Mapping = nullptr;
  uint64_t MappedBytes = 0;
};

/// All memory that the runtime knows of. Device, managed and pinned memory lies
/// in the one address space of the process, each piece between two pages that
/// nobody may touch, and starts as zeros.
class HostMemory {
public:
  /// \p Limit is the device's memory in bytes.
  explicit HostMemory(uint64_t Limit) : Limit(Limit) {}

  /// Null where there is not enough memory. Of zero bytes: null.
  void *allocate(uint64_t Bytes, MemoryKind Kind, unsigned Flags = 0);
  /// Memory that exists already. False where some of it is known.
  bool add(void *Start, uint64_t Bytes, MemoryKind Kind, unsigned Flags = 0);
  /// False unless \p Start is the start of memory that \p May accepts.
  bool release(void *Start, bool (*May)(MemoryKind));
  /// Everything but variables.
  void releaseAll();

  /// The memory that \p P points into, and where it starts; null if none.
  const Allocation *find(const void *P, uintptr_t *Start = nullptr) const;
  /// \p Bytes from \p P on can be read and written by the device.
  bool deviceReaches(const void *P, uint64_t Bytes) const;
  /// \p P is in no known memory, or all of \p Bytes from it on are.
  bool notBeyond(const void *P, uint64_t Bytes) const;

  /// "16 bytes behind 4096 bytes of device memory", or empty where nothing is
  /// near. For a report on a crash.
  std::string describe(uintptr_t Address) const;

  uint64_t limit() const { return Limit; }
  uint64_t used() const { return Used; }

private:
  uint64_t Limit, Used = 0;            ///< Bytes.
  std::map<uintptr_t, Allocation> All; ///< By their start.
};

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_RUNTIME_HOSTMEMORY_H
