//===- Inputs.cpp - Made-up arguments of a kernel -------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>
#include <sys/mman.h>

using namespace bankfix;

static uint64_t scramble(uint64_t X) {
  X ^= X >> 33;
  X *= 0xff51afd7ed558ccdu;
  X ^= X >> 33;
  X *= 0xc4ceb9fe1a85ec53u;
  return X ^ X >> 33;
}

/// Small multiples of a quarter: sums of them are exact, so that their order
/// does not matter.
static double smallFloat(uint64_t Random) {
  return double(int(Random % 33) - 16) / 4;
}

static void writeFloat(char *To, unsigned Bytes, double Value) {
  float Single = float(Value);
  _Float16 Half = _Float16(Value);
  if (Bytes == 8)
    std::memcpy(To, &Value, 8);
  else if (Bytes == 4)
    std::memcpy(To, &Single, 4);
  else if (Bytes == 2)
    std::memcpy(To, &Half, 2);
}

/// A value of a field that is no pointer.
static void writeScalar(char *To, const EmittedField &F, uint64_t Random,
                        unsigned Below) {
  std::memset(To, 0, F.Bytes);
  if (F.Kind == ScalarKind::Float)
    return writeFloat(To, F.Bytes, smallFloat(Random));
  if (F.Kind == ScalarKind::BFloat) {
    float Value = float(smallFloat(Random));
    std::memcpy(To, reinterpret_cast<char *>(&Value) + 2, 2);
    return;
  }
  if (F.Kind != ScalarKind::Integer)
    return;
  uint64_t Value = Random % std::max(1u, Below);
  std::memcpy(To, &Value, std::min(F.Bytes, 8u));
}

Region::Region(std::string Name, const EmittedField &Pointer,
               const InputStyle &Style, uint64_t Number)
    : Name(std::move(Name)), Pointer(Pointer), Style(Style), Number(Number),
      IsTouched(Bytes / Chunk) {
  void *P = mmap(nullptr, Bytes, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (P == MAP_FAILED)
    llvm::report_fatal_error("no address space for a kernel's inputs");
  Start = static_cast<char *>(P);
  Base = Start + Below;
  if (this->Pointer.Pointee.empty()) { // void *: of anything.
    EmittedField Byte;
    Byte.Kind = ScalarKind::Integer;
    Byte.Bytes = 1;
    this->Pointer.Pointee = {Byte};
    this->Pointer.PointeeBytes = 1;
  }
}

Region::~Region() { munmap(Start, Bytes); }

void Region::touch(void *P) {
  uint64_t I = uint64_t(static_cast<char *>(P) - Start) / Chunk;
  if (IsTouched[I])
    return;
  IsTouched[I] = 1;
  ++Touched;
  mprotect(Start + I * Chunk, Chunk, PROT_READ | PROT_WRITE);
  fill(Start + I * Chunk, I * Chunk);
}

void Region::fillField(char *To, uint64_t Element, unsigned Field) const {
  const EmittedField &F = Pointer.Pointee[Field];
  if (auto It = Targets.find(Field); It != Targets.end()) {
    char *Value = It->second->base();
    std::memcpy(To, &Value, sizeof Value);
    return;
  }
  uint64_t Random =
      scramble((Element * 64 + Field) ^ (Style.Seed << 48) ^ (Number << 40));
  writeScalar(To, F, Random, Style.Below);
}

/// One chunk; elements may begin before and end behind it.
void Region::fill(char *To, uint64_t Offset) const {
  int64_t Size = elementBytes();
  int64_t First = int64_t(Offset) - int64_t(Below);
  int64_t Element = First / Size - (First % Size != 0 && First < 0);
  for (; Element * Size < First + int64_t(Chunk); ++Element)
    for (unsigned I = 0; I < Pointer.Pointee.size(); ++I) {
      const EmittedField &F = Pointer.Pointee[I];
      int64_t At = Element * Size + F.Offset - First;
      if (At + int64_t(F.Bytes) <= 0 || At >= int64_t(Chunk) || F.Bytes > 16)
        continue;
      char Value[16];
      fillField(Value, uint64_t(Element), I);
      for (int64_t B = 0; B < int64_t(F.Bytes); ++B)
        if (At + B >= 0 && At + B < int64_t(Chunk))
          To[At + B] = Value[B];
    }
}

std::string Region::initial(uint64_t Offset) const {
  std::string Out(Chunk, '\0');
  fill(Out.data(), Offset);
  return Out;
}

std::map<uint64_t, std::string> Region::contents() const {
  std::map<uint64_t, std::string> Out;
  for (uint64_t I = 0; I < IsTouched.size(); ++I)
    if (IsTouched[I])
      Out[I * Chunk] = std::string(Start + I * Chunk, Chunk);
  return Out;
}

void Region::reset() {
  for (uint64_t I = 0; I < IsTouched.size(); ++I) {
    if (!IsTouched[I])
      continue;
    madvise(Start + I * Chunk, Chunk, MADV_DONTNEED);
    mprotect(Start + I * Chunk, Chunk, PROT_NONE);
    IsTouched[I] = 0;
  }
  Touched = 0;
}

const EmittedField &Region::fieldAt(uint64_t Offset, int64_t &Element) const {
  int64_t Size = elementBytes(), At = int64_t(Offset) - int64_t(Below);
  Element = At / Size - (At % Size != 0 && At < 0);
  uint64_t Within = At - Element * Size;
  for (const EmittedField &F : Pointer.Pointee)
    if (Within >= F.Offset && Within < F.Offset + F.Bytes)
      return F;
  return Pointer.Pointee.front();
}

std::string Region::elementName(uint64_t Offset) const {
  int64_t Element;
  const EmittedField &F = fieldAt(Offset, Element);
  std::string Out = llvm::formatv("{0}[{1}]", Name, Element);
  if (Pointer.Pointee.size() > 1)
    Out += llvm::formatv(" + {0} bytes", F.Offset);
  return Out;
}

std::string Region::valueText(uint64_t Offset, llvm::StringRef Data) const {
  int64_t Element;
  const EmittedField &F = fieldAt(Offset, Element);
  int64_t At = Element * int64_t(elementBytes()) + F.Offset + int64_t(Below) -
               int64_t(Offset / Chunk * Chunk);
  if (At < 0 || uint64_t(At) + F.Bytes > Chunk || F.Bytes > 8)
    return llvm::formatv("byte {0:x}", uint8_t(Data[Offset % Chunk]));
  const char *P = Data.data() + At;
  auto Read = [&](auto Value) {
    std::memcpy(&Value, P, sizeof Value);
    return Value;
  };
  if (F.Kind == ScalarKind::Float)
    return llvm::formatv("{0}", F.Bytes == 8   ? Read(double())
                                : F.Bytes == 4 ? double(Read(float()))
                                               : double(Read(_Float16())));
  uint64_t Raw = 0;
  std::memcpy(&Raw, P, F.Bytes);
  unsigned Shift = 64 - 8 * F.Bytes;
  return F.Signed ? std::to_string(int64_t(Raw << Shift) >> Shift)
                  : std::to_string(Raw);
}

Region &Inputs::addRegion(std::string Name, const EmittedField &Pointer,
                          const InputStyle &Style) {
  Regions.push_back(
      std::make_unique<Region>(Name, Pointer, Style, Regions.size()));
  Region &R = *Regions.back();
  for (unsigned I = 0; I < R.pointer().Pointee.size(); ++I)
    if (R.pointer().Pointee[I].Kind == ScalarKind::Pointer)
      R.pointAt(I, addRegion(Name + "[*]", R.pointer().Pointee[I], Style));
  return R;
}

/// An integer that the host gives: 1 for a flag.
static int64_t madeUp(const InputPlace &Place, const EmittedField &F,
                      const InputStyle &Style) {
  auto It = Style.Chosen.find(Place);
  if (It != Style.Chosen.end())
    return It->second;
  return F.Bytes == 1 ? 1 : Style.Size;
}

void bankfix::writeVariable(llvm::StringRef Symbol, const DeviceSymbol &S,
                            std::optional<int64_t> Known,
                            const InputStyle &Style) {
  bool IsArray = S.Bytes > S.ElementBytes;
  for (uint64_t At = 0; At < S.Bytes; At += S.ElementBytes)
    for (const EmittedField &F : S.Element) {
      char *To = static_cast<char *>(S.Address) + At + F.Offset;
      if (IsArray || F.Kind != ScalarKind::Integer) {
        writeScalar(To, F,
                    scramble((At + F.Offset) ^ (Style.Seed << 48) ^
                             uint64_t(Symbol.size()) << 40),
                    Style.Below);
        continue;
      }
      int64_t Value = madeUp({-1, Symbol.str(), F.Offset}, F, Style);
      if (Known && S.Element.size() == 1)
        Value = *Known;
      std::memcpy(To, &Value, F.Bytes);
    }
}

llvm::Error Inputs::addParam(const EmittedParam &P, int Number,
                             const std::map<std::string, int64_t> &Values,
                             uint64_t LocalBytes, const InputStyle &Style) {
  std::vector<char> Bytes(std::max(P.Bytes, 8u) + 16);
  auto Known = Values.find(P.Name);
  for (unsigned I = 0; I < P.Fields.size(); ++I) {
    const EmittedField &F = P.Fields[I];
    char *To = Bytes.data() + F.Offset;
    switch (F.Kind) {
    case ScalarKind::Pointer: {
      std::string Name = P.Fields.size() == 1 ? P.Name : P.Name + ".*";
      char *Base = addRegion(Name, F, Style).base();
      std::memcpy(To, &Base, sizeof Base);
      break;
    }
    case ScalarKind::Local:
      std::memcpy(To, &LocalBytes, sizeof LocalBytes);
      break;
    case ScalarKind::Integer: {
      int64_t Value = madeUp({Number, "", F.Offset}, F, Style);
      if (Known != Values.end() && P.Fields.size() == 1)
        Value = Known->second;
      std::memcpy(To, &Value, std::min(F.Bytes, 8u));
      break;
    }
    case ScalarKind::Float:
    case ScalarKind::BFloat:
      writeScalar(To, F, scramble(Style.Seed + I + Storage.size() * 64), 32);
      break;
    case ScalarKind::Other:
      return llvm::createStringError("its parameter '" + P.Name +
                                     "' of type '" + P.Type +
                                     "' cannot be made up");
    }
  }
  Storage.push_back(std::move(Bytes));
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<Inputs>>
Inputs::make(const EmittedKernel &K,
             const std::map<std::string, int64_t> &Values, uint64_t LocalBytes,
             const InputStyle &Style) {
  auto Out = std::make_unique<Inputs>();
  for (const EmittedParam &P : K.Params)
    if (llvm::Error E = Out->addParam(P, int(&P - K.Params.data()), Values,
                                      LocalBytes, Style))
      return E;
  return Out;
}

std::vector<void *> Inputs::arguments() {
  std::vector<void *> Out;
  for (std::vector<char> &S : Storage)
    Out.push_back(S.data());
  return Out;
}

bool Inputs::onPageFault(void *P) {
  uint64_t Chunks = 0;
  for (const auto &R : Regions)
    Chunks += R->touched();
  for (const auto &R : Regions)
    if (R->contains(P)) {
      Exhausted = Chunks >= MostChunks;
      if (!Exhausted)
        R->touch(P);
      return !Exhausted;
    }
  return false;
}
