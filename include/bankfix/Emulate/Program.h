//===- Program.h - Whole programs in the emulator ---------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   files ──runProgram──▶ the program's own output; what its kernels' accesses
//   cost
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_EMULATE_PROGRAM_H
#define BANKFIX_EMULATE_PROGRAM_H

#include "bankfix/Frontend/Frontend.h"
#include <functional>

namespace bankfix {

struct ProgramOptions {
  /// The program's sources, CUDA or C++; one has the main function.
  std::vector<std::string> Files;
  std::vector<std::string> Arguments; ///< Of the program, without its name.
  ParseOptions Parse;                 ///< Its target has to be a CUDA one.
  unsigned TimeLimit = 600;           ///< Seconds; 0: none.
  uint64_t MemoryLimit = 8ull << 30;  ///< Bytes of address space; 0: none.
};

struct ProgramOutcome {
  /// The program's exit status, or 2 where Error or Diagnostics say why there
  /// is none.
  int Status = 2;
  std::string Report; ///< What the renderer made of the counts.
  std::string Error;
  std::vector<FileDiagnostic> Diagnostics; ///< With their files.
};

/// What the kernels' accesses cost, added up over a whole run.
struct ProgramTrace {};

/// Runs the program in a child process. Its input and output are this process's
/// own. \p Render is called in the child, once the program has ended.
ProgramOutcome
runProgram(const ProgramOptions &Options,
           std::function<std::string(const ProgramTrace &)> Render);

} // namespace bankfix

#endif // BANKFIX_EMULATE_PROGRAM_H
