//===- Frontend.h - From source text to kernels -----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//                    ┌▶ Program      what is analysed
//                    ├▶ Launches     the block shapes that the source gives
//   source ──parse──▶├▶ SourceMap    where to edit
//   (Clang)          ├▶ Structure    everything else, for the proof to compare
//                    └▶ Diagnostics
//
// The only layer that reads Clang's AST; what it returns knows nothing of
// Clang.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_FRONTEND_FRONTEND_H
#define BANKFIX_FRONTEND_FRONTEND_H

#include "bankfix/Frontend/ParseOptions.h"
#include "bankfix/Kernel/Diagnostic.h"
#include "bankfix/Kernel/Kernel.h"
#include "bankfix/Kernel/Launch.h"
#include <set>

namespace bankfix {

/// Bytes [Begin, End) of the main file.
struct FileRange {
  unsigned Begin = 0, End = 0;
};

/// The declared size of one dimension, as written.
struct DimensionSource {
  FileRange Range;
  bool IsLiteral = false;   ///< A plain decimal number.
  bool NeedsParens = false; ///< Something may not follow it with a `+`.
};

struct ArraySource {
  /// The struct that it is a member of: another of Program::Arrays.
  std::optional<unsigned> Within;
  std::vector<DimensionSource> Dims;
};

/// The sizes in the declared type of a pointer to a part of an array, or of a
/// reference to one: those of the array's dimensions from First on. None where
/// the type is deduced.
struct PointerSource {
  unsigned Array = 0; ///< One of its group.
  unsigned First = 0;
  std::vector<DimensionSource> Dims;
};

/// One access expression in the text (it may be two sites).
struct AccessSource {
  unsigned Array = 0; ///< One of its group.
  std::vector<FileRange> Subscripts; ///< Between the brackets.
};

/// Where to edit the main file. Only arrays without a blocking obstacle have
/// usable entries.
struct SourceMap {
  std::vector<ArraySource> Arrays; ///< One per Program::Arrays.
  std::vector<PointerSource> Pointers;
  std::vector<AccessSource> Accesses;
  /// Where a macro may be defined so that every use of any array sees it: the
  /// start of a line.
  unsigned MacroOffset = 0;
  std::set<std::string> Identifiers; ///< Every name in the file, macros too.
};

/// An access to a shared array within a function's structure.
struct StructureAccess {
  unsigned Array = 0;
  llvm::SmallVector<const Expr *, 2> Subscripts;
};

/// One top-level declaration with every statement, type and value in it, as
/// text. An access to a shared array stands there as a mark, its array and
/// subscripts in Accesses, in order.
struct DeclStructure {
  std::string Name;
  SourcePlace Place;
  std::string Text;
  std::vector<StructureAccess> Accesses;
};

/// What the source says of one kernel's launches.
struct KernelLaunches {
  std::vector<LaunchShape> Shapes; ///< From `<<<>>>` or an attribute.
  /// There are launches, or other uses, that do not tell the shape.
  bool OthersPossible = false;
  unsigned MaxThreads = 0; ///< `__launch_bounds__`; 0 if absent.
};

struct ParsedFile {
  bool Ok = false; ///< False: see Diagnostics.
  Program Prog;
  std::vector<KernelLaunches> Launches; ///< One per Program::Kernels.
  SourceMap Map;
  std::vector<DeclStructure> Structure;
  std::vector<FileDiagnostic> Diagnostics;
  std::string HeadersUsed = "builtin"; ///< Or "sdk".
  /// The file whose `#include` of this one was the place to parse it; empty
  /// where it was parsed by itself. Kernels of such a file are lowered, too.
  std::string Within;
};

/// Parses \p Text as the file \p Path (`.cl` is OpenCL C, all else is CUDA);
/// the file itself is not read. Expressions are made in \p Pool.
ParsedFile parse(llvm::StringRef Path, llvm::StringRef Text,
                 const ParseOptions &Options, ExprPool &Pool);

} // namespace bankfix

#endif // BANKFIX_FRONTEND_FRONTEND_H
