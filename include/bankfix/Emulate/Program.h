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

#include "bankfix/Emulate/Trace.h"
#include "bankfix/Frontend/ParseOptions.h"
#include "bankfix/Kernel/Diagnostic.h"
#include <functional>

namespace bankfix {

/// A kernel that ran, all its launches together.
struct ProgramKernel {
  unsigned File = 0; ///< Index into ProgramOptions::Files.
  std::string Name, Instance;
  SourcePlace Place;
  std::vector<Index3> Blocks; ///< Each shape once, in the order of launches.
  uint64_t Launches = 0, BlocksRun = 0, BlocksTraced = 0;
  std::vector<TracedAccess> Accesses; ///< Sums over the traced blocks.
  std::vector<TracedRace> Races;
};

/// What a whole run showed, in the order of the kernels' first launches.
struct ProgramTrace {
  std::vector<ProgramKernel> Kernels;
};

struct ProgramOptions {
  /// The program's sources, CUDA or C++; one has the main function.
  std::vector<std::string> Files;
  std::vector<std::string> Arguments; ///< Of the program, without its name.
  ParseOptions Parse;                 ///< Its target has to be a CUDA one.
  unsigned TimeLimit = 600;           ///< Seconds; 0: none.
  uint64_t MemoryLimit = 8ull << 30;  ///< Bytes of address space; 0: none.
  /// Of each kernel so many blocks are traced, those of its first launches; the
  /// others are only run. 0: all.
  uint64_t TracedBlocks = 0;
  /// Makes the report of what the run showed; called in the child process, once
  /// the program has ended.
  using Renderer = std::function<std::string(const ProgramTrace &)>;
  Renderer Render;
};

struct ProgramOutcome {
  /// The program's exit status, or 2 where Error or Diagnostics say why there
  /// is none.
  int Status = 2;
  std::string Report; ///< What the renderer made of the counts.
  std::string Error;
  std::vector<FileDiagnostic> Diagnostics; ///< With their files.
};

/// Runs the program in a child process. Its input and output are this process's
/// own.
ProgramOutcome runProgram(const ProgramOptions &Options);

} // namespace bankfix

#endif // BANKFIX_EMULATE_PROGRAM_H
