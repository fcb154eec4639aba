//===- Builds.h - Other builds of the same text -----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A source is read with one set of macros; its builds may have others. An edit
// is right for an array if it is in every build that decides otherwise about
// the places of the array's elements:
//
//   #ifndef TILE                 BuildMacro TILE: a build may give any value
//   #define TILE 32
//   #endif
//   #if __CUDA_ARCH__ >= 900     BuildMacro __CUDA_ARCH__: 900 and 890 select
//   #define PITCH 40             every branch; two BuildBranches
//   #else
//   #define PITCH 32
//   #endif
//   __shared__ float t[TILE][PITCH];
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_FRONTEND_BUILDS_H
#define BANKFIX_FRONTEND_BUILDS_H

#include "bankfix/Kernel/SourcePlace.h"
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace bankfix {

/// What a build defines a macro as; nothing: it does not define it.
struct MacroSetting {
  std::string Name;
  std::optional<std::string> Value;

  bool operator==(const MacroSetting &) const = default;
};

/// A macro that builds of the text may define in different ways.
struct BuildMacro {
  std::string Name;
  SourcePlace Place; ///< Of the directive that says so; no line: a flag.
  /// Any value may be given, and is used as one: `#ifndef N`, `#define N 32`.
  bool IsOpen = false;
  /// What builds define to give it a value: R, of `#ifdef R`, `#define N R`;
  /// empty: the macro itself.
  std::string SetBy;
  /// Of an open macro: what it stands for in this build, where that is one
  /// integer.
  std::optional<int64_t> Number;
  /// The text has it beside operators, which tear a value apart that has one
  /// itself.
  bool IsOperand = false;
  /// Of an open macro: where the main file defines it, in bytes, if no other
  /// directive does.
  std::optional<unsigned> DefinedAt;
  /// Values that select each branch of the conditions that test it; nothing:
  /// not defined.
  std::vector<std::optional<std::string>> Values;

  const std::string &setBy() const { return SetBy.empty() ? Name : SetBy; }
};

/// A branch of an `#if`.
struct BuildBranch {
  SourcePlace Place;      ///< Of its directive.
  bool IsTaken = false;   ///< In this build.
  /// There is no such directive: no branch of the `#if` is taken.
  bool IsAbsence = false;
};

/// What one build of an OpenCL program defines, as its host says.
struct HostBuild {
  std::string Host;    ///< The path of the source that makes it.
  bool IsRead = false; ///< There are no others than these.
  std::map<std::string, std::string> Defines;
  std::set<std::string> Unknown; ///< Names with values that are not known.
  /// That are searched for headers, as the host writes them: absolute, or from
  /// wherever it runs.
  std::vector<std::string> Folders;
  bool IsJoined = false; ///< Its source may be one of several texts.
  /// What the host may change in the source first: these texts, where its code
  /// has them; "" for any. What it looks for itself is Sought.
  std::set<std::string> Replaced, Sought;
  /// The host's line that may change the text, or take a part of it; 0: none.
  unsigned ChangedAt = 0;
  std::optional<uint64_t> MostBytes; ///< Of a source that are read.
};

/// The builds of a text, as far as they matter to shared arrays.
struct BuildChoices {
  std::vector<BuildMacro> Macros;
  /// What is compiled differs, the list does not. Of a text that does not
  /// compile: all of them.
  std::vector<BuildBranch> Branches;
  /// No compiler parses the text with these macros: one that the text defines
  /// stands where every build has it, and what it stands for may not.
  bool AreContradictory = false;
  /// The builds that hosts make, of OpenCL; empty without a host.
  std::vector<HostBuild> OfHosts;
};

/// The part of it that matters to one array: indices.
struct ArrayBuilds {
  std::set<unsigned> Macros, Branches;
  /// Open macros that decide about the elements' type alone.
  std::set<unsigned> ElementMacros;
};

} // namespace bankfix

#endif // BANKFIX_FRONTEND_BUILDS_H
