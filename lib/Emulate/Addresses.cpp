//===- Addresses.cpp - The same addresses for two devices -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Addresses.h"
#include "llvm/Support/MathExtras.h"
#include <sys/mman.h>

using namespace bankfix;

static constexpr uint64_t Page = 4096;

AddressRange::AddressRange(uint64_t Bytes) : Bytes(Bytes) {
  void *P = mmap(nullptr, Bytes, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (P != MAP_FAILED)
    Start = static_cast<char *>(P);
}

AddressRange::~AddressRange() {
  if (Start)
    munmap(Start, Bytes);
}

bool AddressRange::back(uint64_t Begin, uint64_t End) {
  Begin = llvm::alignDown(Begin, Page);
  return Start && End <= Bytes &&
         mprotect(Start + Begin, llvm::alignTo(End, Page) - Begin,
                  PROT_READ | PROT_WRITE) == 0;
}

void AddressRange::drop(uint64_t Begin, uint64_t End) {
  Begin = llvm::alignDown(Begin, Page);
  uint64_t Size = llvm::alignTo(End, Page) - Begin;
  madvise(Start + Begin, Size, MADV_DONTNEED);
  mprotect(Start + Begin, Size, PROT_NONE);
}

uint64_t DeviceHeap::part() const {
  return Used.empty() ? 0 : llvm::alignDown(Range.size() / Used.size(), Page);
}

void DeviceHeap::begin(uint64_t Threads) {
  for (uint64_t I = 0; I < Used.size(); ++I)
    if (Used[I])
      Range.drop(I * part(), I * part() + Used[I]);
  Used.assign(Threads, 0);
}

void *DeviceHeap::allocate(uint64_t Thread, uint64_t Size) {
  constexpr uint64_t Align = 16;
  uint64_t At = Thread * part() + Used[Thread];
  if (Size > part() - Used[Thread])
    return nullptr;
  Size = llvm::alignTo(std::max<uint64_t>(Size, 1), Align);
  if (Size > part() - Used[Thread] || !Range.back(At, At + Size))
    return nullptr;
  Used[Thread] += Size;
  return Range.start() + At;
}

char *Addresses::arena(uint64_t Bytes) {
  // As far as an `int` goes as the index of 4 bytes.
  constexpr uint64_t Guard = uint64_t(8) << 30;
  return Shared.back(Guard, Guard + Bytes) ? Shared.start() + Guard : nullptr;
}

void *Addresses::variable(llvm::StringRef Name, uint64_t Bytes) {
  constexpr uint64_t Align = 256; // As cudaMalloc.
  Place &P = Variables[Name];
  if (!P.Bytes || P.Bytes < Bytes) {
    P = {Next, std::max<uint64_t>(Bytes, 1)};
    if (!Global.back(P.Offset, P.Offset + P.Bytes))
      return nullptr;
    Next = llvm::alignTo(Next + P.Bytes, Align);
  }
  return Global.start() + P.Offset;
}

void *Addresses::function(llvm::StringRef Name) {
  constexpr uint64_t Step = 16;
  uint64_t Number = Functions.try_emplace(Name, Functions.size()).first->second;
  return Number * Step < Code.size() && Code.start()
             ? Code.start() + Number * Step
             : nullptr;
}
