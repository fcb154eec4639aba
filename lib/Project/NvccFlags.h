//===- NvccFlags.h - The flags of nvcc --------------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_PROJECT_NVCCFLAGS_H
#define BANKFIX_LIB_PROJECT_NVCCFLAGS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bankfix {

/// One row of NvccFlags.def.
struct NvccFlag {
  enum Values : uint8_t { None, One, List };
  enum Kind : uint8_t {
    Drop, ///< It says nothing of how a source is read.
    Define,
    Undefine,
    Include,
    SystemInclude,
    PreInclude,
    Standard,
    Language,
    HostFlags,    ///< For the host's compiler.
    Architecture, ///< sm_80, compute_80, native, all.
    Code,
    GenerateCode, ///< arch=compute_75,code=[compute_75,sm_75]
    OptionsFile,
    Macro,
  };

  llvm::StringLiteral Long, Short;
  Values Takes;
  Kind Meaning;
  llvm::StringLiteral MacroName, When;
};

llvm::ArrayRef<NvccFlag> nvccFlags();

/// A flag where it stands in a command.
struct FoundNvccFlag {
  const NvccFlag *Flag = nullptr;
  std::optional<std::string> Value; ///< Of `-f=value` and `-Dvalue`.
};

/// The flag of nvcc that \p Argument is; nothing if it is none.
std::optional<FoundNvccFlag> findNvccFlag(llvm::StringRef Argument);

/// The parts of a list: a comma behind a backslash, in quotes or in brackets is
/// part of a value.
std::vector<std::string> splitNvccList(llvm::StringRef Text);

/// The GPUs that a value of -arch, -code or -gencode names; of `all` and
/// `all-major`, those of toolkit 13.0.
std::vector<std::string> nvccTargets(llvm::StringRef Value);

/// It names those of the machine that builds, too.
bool isNvccNative(llvm::StringRef Value);

} // namespace bankfix

#endif // BANKFIX_LIB_PROJECT_NVCCFLAGS_H
