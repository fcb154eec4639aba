//===- CompileCommands.h - How a project compiles its sources ---*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   compile_commands.json ──CompileCommands──▶ Clang's flags and targets
//   nvcc's, hipcc's, gcc's arguments ──translated──▶ the same
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_PROJECT_COMPILECOMMANDS_H
#define BANKFIX_PROJECT_COMPILECOMMANDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bankfix {

/// What a command says of how a source is read.
struct CompileFlags {
  /// For Clang, paths absolute: macros, folders, headers, the standard. What is
  /// about warnings, code or files is left out.
  std::vector<std::string> Clang;
  /// GPUs that are named, as they are named and in order: "sm_75", "gfx90a".
  std::vector<std::string> Targets;
  std::string
      Language; ///< Of -x: "cu", "hip", "cl"; empty: by the file's name.
  /// -arch=native, or --offload-arch=native: the GPU of the machine that builds
  /// is one more.
  bool IsNative = false;
  /// Files of further arguments that could not be read, absolute.
  std::vector<std::string> Unread;

  bool operator==(const CompileFlags &) const = default;
};

/// Translates the arguments of a compiler, without its name and the source's.
/// nvcc's flags are known by nvcc's own table, all others by Clang's; what
/// neither knows is left out, never an error. \p Folder is where the command is
/// run. With \p IsNvcc, what both know is nvcc's.
CompileFlags translated(llvm::ArrayRef<std::string> Arguments,
                        llvm::StringRef Folder, bool IsNvcc);

/// \p Flags, which a user gives for Clang, without those that only nvcc has:
/// these are translated, all others stay as they are.
CompileFlags withoutNvccFlags(llvm::ArrayRef<std::string> Flags);

/// The commands of one project.
class CompileCommands {
public:
  /// Those of \p Folder, which holds a `compile_commands.json`, or is one. The
  /// error says what is wrong.
  static llvm::Expected<CompileCommands> in(llvm::StringRef Folder);
  /// Those of the nearest folder above \p Path that holds one, itself or in its
  /// `build`; nothing if there is none.
  static llvm::Expected<std::optional<CompileCommands>>
  above(llvm::StringRef Path);

  /// Each way in which \p Path is compiled, once; of a header, that of the GPU
  /// source that is most like it in name. Nothing of a file that is no part of
  /// the project.
  std::vector<CompileFlags> of(llvm::StringRef Path) const;
  /// All CUDA, HIP and OpenCL sources, in the order of the file.
  std::vector<std::string> gpuSources() const;
  /// The sources of any language, absolute, in the order of the file.
  const std::vector<std::string> &sources() const { return Sources; }
  const std::string &file() const { return File; }

private:
  /// A command as the project has it.
  struct Command {
    std::string Folder;                 ///< Where it is run.
    std::string Source;                 ///< Absolute.
    std::vector<std::string> Arguments; ///< With the compiler's name.
  };
  static CompileFlags flagsOf(const Command &C);

  std::string File;
  std::vector<std::string> Sources; ///< Absolute, in the order of the file.
  std::map<std::string, std::vector<Command>> Commands; ///< By these.
};

} // namespace bankfix

#endif // BANKFIX_PROJECT_COMPILECOMMANDS_H
