//===- Retarget.h - A GPU's module for this machine -------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_RETARGET_H
#define BANKFIX_LIB_EMULATE_RETARGET_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace llvm {
class GlobalObject;
class Module;
} // namespace llvm

namespace bankfix {

class Addresses;

/// A variable in shared memory; offset and size in bytes, from the arena's
/// start.
struct SharedVariable {
  std::string Symbol, Name; ///< In the module; in the source.
  uint64_t Offset = 0, Bytes = 0;
  bool Dynamic = false; ///< All dynamic ones are one place with many names.
};

/// Where shared variables lie. Each begins where a bank row of every target
/// begins (what the analysis takes for exact holds at every base), with room
/// behind it that belongs to nobody, so that an access past the end is seen.
/// Dynamic memory comes last.
struct SharedLayout {
  static constexpr uint64_t Row = 1024, Gap = 256;
  std::vector<SharedVariable> Variables;
  uint64_t DynamicOffset = 0;
  uint64_t StaticBytes = 0; ///< What the source declares.
  /// By a kernel's symbol: the first dynamic variable that it or what it calls
  /// names, as an index into Variables.
  std::map<std::string, unsigned, std::less<>> DynamicOf;
  /// By a kernel's symbol: the static variables that it may access, likewise.
  /// One that is not here may access all.
  std::map<std::string, std::set<unsigned>, std::less<>> StaticOf;
  static uint64_t next(uint64_t End) {
    return (End + Gap + Row - 1) / Row * Row;
  }
};

/// Makes OpenCL's images, samplers, pipes and events pointers: this machine has
/// no such types.
void replaceOpaqueTypes(llvm::Module &M);

/// Replaces OpenCL's functions by what Collectives.cpp and this machine know.
void lowerOpenCL(llvm::Module &M);

/// Shifts by as many bits as a value has, or more, leave 0 or the sign, as on
/// NVIDIA's GPUs; to this machine they could be anything.
void clampShifts(llvm::Module &M);

SharedLayout layoutShared(const llvm::Module &M);

/// \p Kernel and the functions and variables that it or what it calls names.
std::vector<const llvm::GlobalObject *> namedFrom(const llvm::Module &M,
                                                  llvm::StringRef Kernel);

/// Fills in DynamicOf and StaticOf for the function \p Kernel.
void findVariablesOf(const llvm::Module &M, llvm::StringRef Kernel,
                     SharedLayout &L);

/// Replaces shared variables by their addresses, from \p Arena on.
void placeShared(llvm::Module &M, const SharedLayout &L, uint64_t Arena);

/// Takes off what is only for a GPU: calling conventions, attributes, linkage
/// and lists of symbols.
void forgetDevice(llvm::Module &M);

/// Gives a body to every function that is in neither \p Runtime nor the C
/// library, and replaces inline assembly: it says that it cannot be run.
void refuseUnknown(llvm::Module &M, const llvm::StringMap<void *> &Runtime);

/// What has an address that does not depend on where its code was loaded.
struct PlacedObject {
  std::string Symbol; ///< Of the loaded one: a function, or an initial value.
  void *Place = nullptr;
  uint64_t Bytes = 0; ///< Of a variable.
};

/// Makes \p M refer to its variables, and to functions other than by calling
/// them, by addresses from \p A. Calls through pointers ask a hook.
std::vector<PlacedObject> placeVariables(llvm::Module &M, Addresses &A);
std::vector<PlacedObject> placeFunctions(llvm::Module &M, Addresses &A);

/// Adds `void NAME(void **Arguments)`, which calls \p Kernel.
std::string addEntry(llvm::Module &M, llvm::StringRef Kernel);

/// The last part of a symbol's name, as the source has it: "tile".
std::string variableName(llvm::StringRef Symbol);

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_RETARGET_H
