//===- Inputs.h - Made-up arguments of a kernel -----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a pointer points to is as large as the kernel wants: pages come into
// being, filled with values that depend on their place and the seed alone, when
// they are first touched.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_INPUTS_H
#define BANKFIX_LIB_EMULATE_INPUTS_H

#include "Device.h"
#include <map>

namespace bankfix {

/// How values are made up.
struct InputStyle {
  uint64_t Seed = 1;
  /// Integers in memory are below it: they may be indices.
  unsigned Below = 32;
  /// Integer parameters of which nothing is known, ...
  int64_t Size = 128;
  /// ... but for these.
  ChosenInputs Chosen;
};

/// The value of a variable in constant memory that the host would give: \p
/// Known, which the user did, or a made-up one.
void writeVariable(llvm::StringRef Symbol, const DeviceSymbol &S,
                   std::optional<int64_t> Known, const InputStyle &Style);

/// The memory behind one pointer.
class Region {
public:
  Region(std::string Name, const EmittedField &Pointer, const InputStyle &Style,
         uint64_t Number);
  ~Region();
  Region(const Region &) = delete;

  static constexpr uint64_t Chunk = 16 << 10;
  char *base() const { return Base; }
  const char *at(uint64_t Offset) const { return Start + Offset; }
  bool contains(const void *P) const { return P >= Start && P < Start + Bytes; }
  /// Makes the chunk around \p P; called in a signal handler.
  void touch(void *P);
  uint64_t touched() const { return Touched; }
  /// The chunks that were touched, by their offset from the start.
  std::map<uint64_t, std::string> contents() const;
  /// As if nothing had been touched.
  void reset();
  /// What an untouched chunk holds.
  std::string initial(uint64_t Offset) const;

  /// The element that the byte at \p Offset from the start lies in: "in[3].x".
  std::string elementName(uint64_t Offset) const;
  std::string valueText(uint64_t Offset, llvm::StringRef Chunk) const;
  void pointAt(unsigned Field, const Region &To) { Targets[Field] = &To; }
  const EmittedField &pointer() const { return Pointer; }

private:
  static constexpr uint64_t Bytes = uint64_t(1) << 30, Below = Bytes / 4;
  void fill(char *To, uint64_t Offset) const;
  void fillField(char *To, uint64_t Element, unsigned Field) const;
  const EmittedField &fieldAt(uint64_t Offset, int64_t &Element) const;
  uint64_t elementBytes() const { return std::max(1u, Pointer.PointeeBytes); }

  std::string Name;
  EmittedField Pointer;
  InputStyle Style;
  uint64_t Number;
  char *Start = nullptr, *Base = nullptr;
  std::vector<uint8_t> IsTouched;
  uint64_t Touched = 0; ///< Chunks.
  std::map<unsigned, const Region *> Targets;
};

/// All arguments of one launch.
class Inputs {
public:
  /// \p Values gives parameters (and members of them) by name.
  static llvm::Expected<std::unique_ptr<Inputs>>
  make(const EmittedKernel &K, const std::map<std::string, int64_t> &Values,
       uint64_t LocalBytes, const InputStyle &Style);

  std::vector<void *> arguments();
  bool onPageFault(void *P);
  bool exhausted() const { return Exhausted; }
  void limit(uint64_t Bytes) { MostChunks = Bytes / Region::Chunk; }
  std::vector<std::unique_ptr<Region>> Regions;

private:
  llvm::Error addParam(const EmittedParam &P, int Number,
                       const std::map<std::string, int64_t> &Values,
                       uint64_t LocalBytes, const InputStyle &Style);
  Region &addRegion(std::string Name, const EmittedField &Pointer,
                    const InputStyle &Style);

  std::vector<std::vector<char>> Storage;
  uint64_t MostChunks = 1 << 16;
  bool Exhausted = false;
};

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_INPUTS_H
