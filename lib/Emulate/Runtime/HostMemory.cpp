//===- HostMemory.cpp - The memory that a CUDA program allocates ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/HostMemory.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <sys/mman.h>

using namespace bankfix;

static constexpr uint64_t PageBytes = 4096;
/// As cudaMalloc promises.
static constexpr uint64_t AlignmentBytes = 256;

static bool takesDeviceMemory(MemoryKind Kind) {
  return Kind == MemoryKind::Device || Kind == MemoryKind::Managed;
}

void *HostMemory::allocate(uint64_t Bytes, MemoryKind Kind, unsigned Flags) {
  if (Bytes == 0 || Bytes > Limit ||
      (takesDeviceMemory(Kind) && Bytes > Limit - Used))
    return nullptr;
  // The end lies at a page's end, so that what is beyond it is noticed.
  uint64_t Padded = llvm::alignTo(Bytes, AlignmentBytes);
  uint64_t Pages = llvm::alignTo(Padded, PageBytes);
  uint64_t Mapped = Pages + 2 * PageBytes;
  void *Mapping = mmap(nullptr, Mapped, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Mapping == MAP_FAILED)
    return nullptr;
  char *First = static_cast<char *>(Mapping) + PageBytes;
  if (mprotect(First, Pages, PROT_READ | PROT_WRITE)) {
    munmap(Mapping, Mapped);
    return nullptr;
  }
  char *Start = First + (Pages - Padded);
  All[reinterpret_cast<uintptr_t>(Start)] = {Bytes, Kind, Flags, Mapping,
                                             Mapped};
  if (takesDeviceMemory(Kind))
    Used += Bytes;
  return Start;
}

bool HostMemory::add(void *Start, uint64_t Bytes, MemoryKind Kind,
                     unsigned Flags) {
  uintptr_t At = reinterpret_cast<uintptr_t>(Start);
  auto Next = All.lower_bound(At);
  if (find(Start) || (Next != All.end() && Next->first - At < Bytes))
    return false;
  All[At] = {Bytes, Kind, Flags, nullptr, 0};
  return true;
}

bool HostMemory::release(void *Start, bool (*May)(MemoryKind)) {
  auto At = All.find(reinterpret_cast<uintptr_t>(Start));
  if (At == All.end() || !May(At->second.Kind))
    return false;
  const Allocation &A = At->second;
  if (takesDeviceMemory(A.Kind))
    Used -= A.Bytes;
  if (A.Mapping)
    munmap(A.Mapping, A.MappedBytes);
  All.erase(At);
  return true;
}

void HostMemory::releaseAll() {
  for (auto At = All.begin(); At != All.end();) {
    void *Start = reinterpret_cast<void *>(At++->first);
    release(Start, [](MemoryKind K) { return K != MemoryKind::Variable; });
  }
}

const Allocation *HostMemory::find(const void *P, uintptr_t *Start) const {
  uintptr_t Address = reinterpret_cast<uintptr_t>(P);
  auto Next = All.upper_bound(Address);
  if (Next == All.begin())
    return nullptr;
  const auto &[At, A] = *std::prev(Next);
  if (Address - At >= A.Bytes)
    return nullptr;
  if (Start)
    *Start = At;
  return &A;
}

bool HostMemory::deviceReaches(const void *P, uint64_t Bytes) const {
  return find(P) && notBeyond(P, Bytes);
}

bool HostMemory::notBeyond(const void *P, uint64_t Bytes) const {
  uintptr_t Start = 0;
  const Allocation *A = find(P, &Start);
  return !A || Bytes <= A->Bytes - (reinterpret_cast<uintptr_t>(P) - Start);
}

static const char *kindName(MemoryKind Kind) {
  switch (Kind) {
  case MemoryKind::Device:
    return "device memory";
  case MemoryKind::Managed:
    return "managed memory";
  case MemoryKind::Pinned:
    return "pinned memory";
  case MemoryKind::Registered:
    return "registered memory";
  case MemoryKind::Variable:
    return "a device variable";
  }
  return "";
}

std::string HostMemory::describe(uintptr_t Address) const {
  for (const auto &[Start, A] : All) {
    uintptr_t End = Start + A.Bytes;
    if (Address + PageBytes < Start || Address >= End + PageBytes)
      continue;
    uint64_t Off = Address < Start ? Start - Address : Address - End;
    const char *Where = Address < Start  ? " bytes before "
                        : Address >= End ? " bytes behind the end of "
                                         : nullptr;
    std::string What =
        (llvm::Twine(A.Bytes) + " bytes of " + kindName(A.Kind)).str();
    return Where ? (llvm::Twine(Off) + Where + What).str() : "in " + What;
  }
  return "";
}
