//===- ParseOptions.h - How a source is to be read --------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_FRONTEND_PARSEOPTIONS_H
#define BANKFIX_FRONTEND_PARSEOPTIONS_H

#include "bankfix/Frontend/UnitLaunches.h"
#include "bankfix/Target/Target.h"
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace bankfix {

enum class HeaderMode : uint8_t {
  Auto,    ///< Built-in, and the toolkit's where those do not suffice.
  BuiltIn, ///< Own declarations; no toolkit is needed.
  Sdk,     ///< The headers of the toolkit at ParseOptions::CudaPath.
};

/// One source of an OpenCL program's host.
struct HostSource {
  std::string Path, Text;
  std::string Headers; ///< Text of the headers beside it that it includes.
  /// Those that it includes and that are not found.
  std::vector<std::string> Missing = {};
  /// What it includes that no folder which is searched has: the one file of
  /// its repository that it can mean, by what the `#include` says.
  std::map<std::string, std::string> Guessed = {};
};

/// An `#include` in a file.
struct IncludePlace {
  std::string File;  ///< As the compiler names it.
  unsigned Line = 0; ///< Of the directive, from 1.

  bool operator==(const IncludePlace &) const = default;
};

struct ParseOptions {
  const Target *Model = nullptr; ///< Gives `__CUDA_ARCH__`.
  HeaderMode Headers = HeaderMode::Auto;
  std::string CudaPath;           ///< Empty: look in the usual places.
  std::vector<std::string> Flags; ///< For Clang: -I, -D, -std=, after `--`.
  /// For kernel templates that nothing in the file instantiates: arguments, as
  /// C++ writes them, by the parameters' names. Of two, the later.
  std::vector<std::pair<std::string, std::string>> TemplateArguments;
  /// For OpenCL: the host program's sources. They tell local sizes, bytes of
  /// `__local` arguments and what is defined with -D.
  std::vector<HostSource> Hosts;
  /// Names of members that structs of array elements got in a rewrite: those
  /// that nothing depends on are not written into the structure.
  std::set<std::string> AddedMembers;
  /// Of a header: how one translation unit comes to it, the header's own
  /// `#include` first. It is then read as that unit reads it, and all that
  /// includes it is taken to be known: see FileRole::InUnit.
  std::vector<IncludePlace> Within;
  /// Other files include it, whatever its name says.
  bool IsPart = false;
  /// What launches in the source of that unit give the arrays changes with
  /// them: it is no obstacle that it stands in another file.
  bool ResizesUnit = false;
  /// By path: what other files hold in place of what is on the disk.
  std::map<std::string, std::string> Texts;
  /// What the project's other units say. Nothing where they are not known, so
  /// that what a header declares may be launched in any way.
  std::optional<OtherUnits> Others;
  /// By symbol: kernels of other units whose dynamic arrays are to be followed
  /// to the launches here.
  std::map<std::string, OutsideKernel> Outside;
};

} // namespace bankfix

#endif // BANKFIX_FRONTEND_PARSEOPTIONS_H
