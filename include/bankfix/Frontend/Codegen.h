//===- Codegen.h - From source text to LLVM's representation ----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   source ──emitCode──▶ llvm::Module, the kernels in it, where accesses stand
//   (Clang's own code generation)
//
// For those who run a source instead of analysing it. The headers, the flags
// and the names of kernels are those of Frontend.h.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_FRONTEND_CODEGEN_H
#define BANKFIX_FRONTEND_CODEGEN_H

#include "bankfix/Frontend/ParseOptions.h"
#include "bankfix/Kernel/Diagnostic.h"
#include <map>
#include <memory>
#include <tuple>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace bankfix {

/// Which half of a CUDA source; OpenCL has the device's only.
enum class CodeSide : uint8_t {
  Device,
  /// The same without what only the bodies of host functions ask for: instances
  /// of templates. Takes half the time, where they use the standard library.
  DeviceAlone,
  Host,
};

/// What code is wanted.
struct CodeRequest {
  CodeSide Side;
  /// Subscripts of arrays of known sizes are checked: where one is outside, it
  /// calls `__ubsan_handle_out_of_bounds` of Clang's sanitizer, and goes on.
  bool ChecksSubscripts = false;

  CodeRequest(CodeSide Side, bool ChecksSubscripts = false)
      : Side(Side), ChecksSubscripts(ChecksSubscripts) {}
};

/// What the bytes of a value mean.
enum class ScalarKind : uint8_t {
  Integer,
  Float,   ///< Of 2 (half), 4 or 8 bytes.
  BFloat,  ///< Of 2 bytes.
  Pointer, ///< Into global (or constant) memory; see EmittedField::Pointee.
  Local,   ///< Into shared memory (OpenCL's `__local T *`).
  Other,   ///< Nothing that can be made up (samplers, images, functions).
};

/// A scalar within a value: structs and arrays are taken apart.
struct EmittedField {
  ScalarKind Kind = ScalarKind::Other;
  unsigned Offset = 0; ///< In bytes, from the start of the value.
  unsigned Bytes = 0;
  bool Signed = false;
  bool Writable = false; ///< Pointer: to something that is not const.
  std::string Type;      ///< As the source spells it.
  /// Pointer, Local: the scalars of one element, and its size in bytes (0 where
  /// it has none).
  std::vector<EmittedField> Pointee;
  unsigned PointeeBytes = 0;
};

/// A parameter of a kernel.
struct EmittedParam {
  std::string Name;
  std::string Type;
  unsigned Bytes = 0;
  std::vector<EmittedField> Fields;
};

struct EmittedKernel {
  std::string Symbol;         ///< In the module.
  std::string Name, Instance; ///< As Kernel has them.
  SourcePlace Place;
  std::vector<EmittedParam> Params;
};

/// What an instruction does with memory, as far as its debug location leaves
/// open which of a statement's accesses it is.
enum class CodeAccess : uint8_t {
  Load,
  Store,
  Atomic,
  CopyFrom, ///< The source of a struct's copy.
  CopyTo,   ///< Its destination.
};

/// (file, line, column) of an instruction's debug location; the file is empty
/// for the main file.
using CodePlace = std::tuple<std::string, unsigned, unsigned, CodeAccess>;

/// An access of the source.
struct SourceAccess {
  SourcePlace Place; ///< As Frontend has it.
  /// Bytes: what the type that is accessed promises. The code generator may
  /// know less, of a pointer that was cast to one of a wider type.
  unsigned Align = 1;
};

struct EmittedCode {
  /// Null where there were errors: see Diagnostics.
  std::unique_ptr<llvm::Module> Module;
  std::vector<EmittedKernel> Kernels;
  /// Where Frontend places the access that stands at a debug location. Those
  /// that are not listed stand where their debug location is.
  std::map<CodePlace, SourceAccess> Accesses;
  std::vector<FileDiagnostic> Diagnostics;
  std::string HeadersUsed = "builtin"; ///< Or "sdk".
};

/// Compiles \p Text as the file \p Path for what is \p Wanted, without optimisation and
/// with line tables. The device's triple is NVPTX's or SPIR's, whose backends
/// need not be there. Headers are chosen and found as parse() does; one that is
/// missing is an error for the host, and for the device where it does not
/// compile without. For the host, a constructor registers the kernels under
/// the EmittedKernel::Symbol of the device, with an empty binary.
EmittedCode emitCode(llvm::StringRef Path, llvm::StringRef Text,
                     const ParseOptions &Options, CodeRequest Wanted,
                     llvm::LLVMContext &Context);

} // namespace bankfix

#endif // BANKFIX_FRONTEND_CODEGEN_H
