//===- Addresses.h - The same addresses for two devices ---------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel may store addresses. So that original and fix store the same ones,
// what has the same name in both has the same address in both: one device runs
// after the other in the same place.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_ADDRESSES_H
#define BANKFIX_LIB_EMULATE_ADDRESSES_H

#include "llvm/ADT/StringMap.h"
#include <cstdint>
#include <vector>

namespace bankfix {

/// Address space without memory.
class AddressRange {
public:
  explicit AddressRange(uint64_t Bytes);
  AddressRange(const AddressRange &) = delete;
  ~AddressRange();

  char *start() const { return Start; } ///< Null where there is no room.
  uint64_t size() const { return Bytes; }
  bool contains(const void *P) const {
    return Start && P >= Start && P < Start + Bytes;
  }
  /// Puts zeros from \p Begin to \p End, offsets in bytes; false without room.
  bool back(uint64_t Begin, uint64_t End);
  /// Takes them away again.
  void drop(uint64_t Begin, uint64_t End);

private:
  char *Start = nullptr;
  uint64_t Bytes;
};

/// What device code's malloc gives: addresses depend on the block, the thread
/// and what that thread allocated before, but not on the order of threads.
class DeviceHeap {
public:
  /// Frees all, and makes room for so many threads of the whole grid.
  void begin(uint64_t Threads);
  /// Null where the thread's part is used up.
  void *allocate(uint64_t Thread, uint64_t Size);
  bool contains(const void *P) const { return Range.contains(P); }

private:
  uint64_t part() const; ///< Bytes, of each thread.

  AddressRange Range{uint64_t(4) << 30};
  std::vector<uint64_t> Used; ///< Of each thread's part.
};

class Addresses {
public:
  /// Shared memory, with room on both sides where every access is a fault; null
  /// where there is none.
  char *arena(uint64_t Bytes);
  /// Null where there is no room.
  void *variable(llvm::StringRef Name, uint64_t Bytes);
  /// An address where no code is: Device::Impl knows what is meant.
  void *function(llvm::StringRef Name);

  DeviceHeap Heap;

private:
  struct Place {
    uint64_t Offset = 0, Bytes = 0;
  };
  AddressRange Shared{uint64_t(17) << 30}, Global{uint64_t(4) << 30},
      Code{uint64_t(1) << 20};
  llvm::StringMap<Place> Variables;
  llvm::StringMap<uint64_t> Functions;
  uint64_t Next = 0; ///< In Global.
};

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_ADDRESSES_H
