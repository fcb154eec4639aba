//===- Hooks.cpp - What device code calls ---------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Hooks.h"
#include "Addresses.h"
#include "Machine.h"
#include <chrono>
#include <cstdarg>
#include <cstdlib>
#include <cstring>

using namespace bankfix;

static Machine &running() { return *Machine::Running; }

static uint64_t CallerKey; // See Keys.cpp.

namespace {

void accessOne(char *P, uint32_t Site, uint64_t Key) {
  running().access(P, Site, Key);
}
void range(char *P, uint64_t Bytes, uint32_t Site, uint64_t Key) {
  running().range(P, Bytes, Site, Key);
}
void result(uint64_t Value) { running().returned(Value); }
void divide(uint32_t IsZero, uint32_t Site) {
  if (!IsZero)
    return;
  running().at(Site);
  running().fail(FaultKind::DivisionByZero, "");
}

uint64_t shuffle(uint32_t Site, uint64_t Key, uint32_t Kind, uint32_t Mask,
                 uint32_t Value, uint32_t From, uint32_t Clamp) {
  return running().primitive(WarpOp::Shuffle, Kind, Mask, Value, Site, Key,
                             From, Clamp);
}
uint32_t vote(uint32_t Site, uint64_t Key, uint32_t Kind, uint32_t Mask,
              uint32_t Predicate) {
  return running().primitive(WarpOp::Vote, Kind, Mask, Predicate, Site, Key);
}
uint32_t match(uint32_t Site, uint64_t Key, uint32_t All, uint32_t Mask,
               uint64_t Value) {
  return running().primitive(All ? WarpOp::MatchAll : WarpOp::MatchAny, 0, Mask,
                             Value, Site, Key);
}
uint32_t reduce(uint32_t Site, uint64_t Key, uint32_t Kind, uint32_t Mask,
                uint32_t Value) {
  return running().primitive(WarpOp::Reduce, Kind, Mask, Value, Site, Key);
}
void syncWarp(uint32_t Site, uint64_t Key, uint32_t Mask) {
  running().primitive(WarpOp::Sync, 0, Mask, 0, Site, Key);
}
uint32_t activeMask(uint32_t Site, uint64_t Key) {
  return running().primitive(WarpOp::ActiveMask, 0, 0, 0, Site, Key);
}
uint32_t barrier(uint32_t Site, uint64_t Key, uint32_t Kind, uint32_t Id,
                 uint32_t Threads, uint32_t Predicate) {
  return running().barrier(BarrierKind(Kind), Id, Threads, Predicate, Site,
                           Key);
}
void grid(uint32_t Site, uint64_t Key) { running().grid(Site, Key); }
void groupCopy(uint32_t Site, uint64_t, char *To, const char *From,
               uint64_t Bytes, uint64_t Elements, uint64_t ToStep,
               uint64_t FromStep) {
  running().groupCopy(To, From, Bytes, Elements, ToStep, FromStep, Site);
}
uint32_t special(uint32_t Register) {
  return running().special(SpecialRegister(Register));
}
uint32_t workItem(uint32_t Function, uint32_t Axis) {
  return running().workItem(Function, Axis);
}
uint32_t isShared(const void *P) { return running().isShared(P); }
uint32_t isLocal(const void *P) { return running().isLocal(P); }
uint32_t isGlobal(const void *P) { return !isShared(P) && !isLocal(P); }
uint64_t toShared(const void *P) { return running().toShared(P); }
void *fromShared(uint64_t Offset) { return running().fromShared(Offset); }
uint64_t toGlobal(const void *P) { return reinterpret_cast<uintptr_t>(P); }
void *fromGlobal(uint64_t P) { return reinterpret_cast<void *>(P); }
void subscript(uint32_t IsInside, int64_t Index, const char *File,
               uint32_t Line, uint32_t Column, const char *Type) {
  if (!IsInside)
    running().outside({File, Line, Column}, Index, Type);
}
void yieldTurn() { running().pause(); }

/// Differs from run to run, as on a GPU.
uint64_t now() {
  return std::chrono::steady_clock::now().time_since_epoch().count();
}

void unsupported(const char *What) {
  running().fail(FaultKind::Unsupported, What);
}

void assertionFailed(const char *Text, const char *, unsigned Line,
                     const char *) {
  running().fail(FaultKind::Trap,
                 std::string("the assertion '") + Text + "' does not hold",
                 Line);
}

/// Memory that is not set would make two runs differ for no reason.
void *allocate(size_t Bytes) {
  Addresses *A = running().Owner.addresses();
  return A ? A->Heap.allocate(running().thread(), Bytes)
           : std::calloc(1, Bytes);
}
void release(void *P) {
  Addresses *A = running().Owner.addresses();
  if (!A || !A->Heap.contains(P))
    std::free(P);
}

void *function(void *P) { return running().Owner.function(P); }

/// One conversion of a format, given its value in a varying type.
template <typename T> std::string converted(const std::string &Spec, T Value) {
  char Buffer[512];
  int N = std::snprintf(Buffer, sizeof Buffer, Spec.c_str(), Value);
  return N > 0 ? std::string(Buffer, std::min<size_t>(N, sizeof Buffer - 1))
               : std::string();
}

template <typename T>
void convert(PrintedText &Out, const std::string &Spec, T Value) {
  Out.add(converted(Spec, Value));
}

/// What may be an address.
template <typename T>
void convertWord(PrintedText &Out, const std::string &Spec, T Value) {
  Out.Text += converted(Spec, Value);
  Out.Compared += converted(Spec, T(running().comparable(uint64_t(Value))));
}

/// Reads values that are packed as CUDA's vprintf wants them.
class PackedValues {
public:
  explicit PackedValues(const char *At) : At(reinterpret_cast<uintptr_t>(At)) {}
  template <typename T> T next() {
    At = (At + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T Value;
    std::memcpy(&Value, reinterpret_cast<const void *>(At), sizeof(T));
    At += sizeof(T);
    return Value;
  }

private:
  uintptr_t At;
};

void convertNext(PrintedText &Out, const std::string &Spec,
                 PackedValues &Values) {
  char Kind = Spec.back();
  bool Long = Spec.find_first_of("lzjt") != std::string::npos;
  switch (Kind) {
  case '%':
    return Out.add("%");
  case 'f':
  case 'F':
  case 'e':
  case 'E':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    return convert(Out, Spec, Values.next<double>());
  case 's':
    return convert(Out, Spec, Values.next<const char *>());
  case 'p':
    return convertWord(Out, Spec, Values.next<void *>());
  default:
    Long ? convertWord(Out, Spec, Values.next<long long>())
         : convert(Out, Spec, Values.next<int>());
  }
}

int printPacked(const char *Format, const char *Packed) {
  PrintedText Out;
  PackedValues Values(Packed);
  int Count = 0;
  for (const char *P = Format; *P;) {
    if (*P != '%') {
      Out.add(llvm::StringRef(P++, 1));
      continue;
    }
    std::string Spec(1, *P++);
    while (*P && std::strchr("-+ #0123456789.hlLzjt", *P))
      Spec += *P++;
    if (!*P)
      break;
    Spec += *P++;
    convertNext(Out, Spec, Values);
    ++Count;
  }
  running().print(Out);
  return Count;
}

int printVariadic(const char *Format, ...) {
  char Buffer[4096];
  va_list Arguments;
  va_start(Arguments, Format);
  int N = std::vsnprintf(Buffer, sizeof Buffer, Format, Arguments);
  va_end(Arguments);
  running().print({Buffer, Buffer});
  return N < 0 ? -1 : 0;
}

} // namespace

void bankfix::addHooks(llvm::StringMap<void *> &To) {
  auto Add = [&](llvm::StringRef Name, auto *F) {
    To[Name] = reinterpret_cast<void *>(F);
  };
  To["__bankfix_key"] = &CallerKey;
  Add("__bankfix_access", accessOne);
  Add("__bankfix_range", range);
  Add("__bankfix_result", result);
  Add("__bankfix_divide", divide);
  Add("__bankfix_shuffle", shuffle);
  Add("__bankfix_vote", vote);
  Add("__bankfix_match", match);
  Add("__bankfix_reduce", reduce);
  Add("__bankfix_syncwarp", syncWarp);
  Add("__bankfix_activemask", activeMask);
  Add("__bankfix_barrier", barrier);
  Add("__bankfix_grid", grid);
  Add("__bankfix_group_copy_at", groupCopy);
  Add("__bankfix_special", special);
  Add("__bankfix_subscript", subscript);
  Add("__bankfix_work_item", workItem);
  Add("__bankfix_is_shared", isShared);
  Add("__bankfix_is_local", isLocal);
  Add("__bankfix_is_global", isGlobal);
  Add("_Z24__cvta_generic_to_sharedPKv", toShared);
  Add("_Z24__cvta_shared_to_genericm", fromShared);
  Add("_Z24__cvta_generic_to_globalPKv", toGlobal);
  Add("_Z24__cvta_global_to_genericm", fromGlobal);
  Add("__bankfix_pause", yieldTurn);
  Add("__bankfix_function", function);
  Add("__bankfix_clock", now);
  Add("clock", now);
  Add("clock64", now);
  Add("__bankfix_unsupported", unsupported);
  Add("__assert_fail", assertionFailed);
  Add("__assertfail", assertionFailed);
  Add("malloc", allocate);
  Add("free", release);
  // Operators new and new[], delete and delete[], as device code calls them.
  for (const char *Name :
       {"_Znwm", "_Znam", "_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t"})
    Add(Name, allocate);
  for (const char *Name : {"_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm"})
    Add(Name, release);
  Add("vprintf", printPacked);
  Add("printf", printVariadic);
}
