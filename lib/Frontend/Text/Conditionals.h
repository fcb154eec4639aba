//===- Conditionals.h - What #if chooses between ----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Read from the text itself, so that branches that were not compiled count as
// those that were.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_TEXT_CONDITIONALS_H
#define BANKFIX_LIB_FRONTEND_TEXT_CONDITIONALS_H

#include "ClangHeaders.h"
#include "bankfix/Frontend/Frontend.h"
#include <map>

namespace bankfix {

using NameSet = std::set<std::string>;

/// What a condition asks of one macro, as values that answer it both ways;
/// nothing: the macro is not defined.
using TestedValues =
    std::map<std::string, std::set<std::optional<std::string>>>;

/// Macros that are defined, and others that are not.
using MacroStates = std::map<std::string, bool>;

struct ConditionalBranch {
  unsigned Line =
      0; ///< Of its directive; of the `#endif`, for a missing #else.
  bool IsAbsence = false; ///< The `#else` that is not there.
  FileRange Range;        ///< Behind the directive, up to the next one.
  MacroStates Asked;      ///< It is compiled with these alone.
  NameSet Defined;        ///< Behind #define and #undef.
  /// Outside of all braces, followed by what follows a name that is declared.
  NameSet Declared;
  NameSet Spelled;           ///< Identifiers outside of directives.
  bool HasJump = false;      ///< `return`, `break`, `continue` or `goto`.
  bool HasHidden = false;    ///< What may reach memory that no name tells.
  bool HasQuery = false;     ///< What asks how much memory kernels take.
  bool HasLookup = false;    ///< What may give names or types another meaning.
  bool IncludesUser = false; ///< `#include "..."`, or by a macro.
  /// `#include <...>` or `"..."`: what stands between; and strings that macros
  /// are.
  NameSet Headers;
  NameSet InHeaders; ///< Followed by `(` in those of them that are the user's.
  NameSet InDefines; ///< In #define directives of those.
  bool Pastes = false;    ///< One of these has `##`.
  NameSet IncludesAngled; ///< Those of `<...>`.
  bool Includes = false;     ///< `#include`, of whatever.
  bool IsDead = false; ///< No build compiles it, as what `#if 0` leaves out.
};

/// What a directive is a part of.
struct Surroundings {
  /// What is spelled in statements and declarations around it; around a
  /// conditional, in all of its branches.
  NameSet Around;
  bool IsInJump = false; ///< It is a part of a jump.
  bool IsInBody = false; ///< It stands in a function's body.
};

/// `#if ... #endif`.
struct Conditional : Surroundings {
  TestedValues Tested;
  NameSet
      TestedDefinition;   ///< Those of which it asks whether they are defined.
  bool IsDecided = false; ///< By `#if 1`: there is no branch but those so far.
  /// Around the whole file, which it keeps from being read twice.
  bool IsGuard = false;
  /// Those that some build compiles, the absent `#else` among them.
  std::vector<ConditionalBranch> Branches;
};

/// A definition of a macro in the text, taken or not.
struct MacroDefinition {
  unsigned Offset = 0;
  bool IsUnconditional = false;
  std::vector<std::string> Body; ///< Its tokens.
};

/// A #define or an #undef, taken or not.
struct MacroDirective {
  unsigned Offset = 0;
  bool IsUnconditional = false; ///< In no branch, but for the file's guard.
  bool NamesOthers = false;     ///< What it defines depends on more names.
};

/// An `#include`, taken or not.
struct IncludeDirective : Surroundings {
  unsigned Offset = 0; ///< Of what names the file.
  NameSet Macros;      ///< Those that are it, or a part of it.
};

/// A pragma that gives structs another size, or brings a macro back, and that
/// macros are a part of: `#pragma pack(N)`, `PRAGMA(pop_macro("N"))`.
struct PragmaDirective {
  unsigned Offset = 0;
  NameSet Macros;
};

/// What the text of one file lets builds choose.
struct ConditionalText {
  clang::FileID File;
  std::vector<Conditional> Conditionals; ///< Inner ones before outer ones.
  std::multimap<std::string, MacroDefinition> Macros;
  std::multimap<std::string, MacroDirective> Directives; ///< By the macro.
  std::vector<IncludeDirective> Includes;
  std::vector<PragmaDirective> Pragmas;
  NameSet Spelled;         ///< Identifiers outside of directives.
  /// Identifiers beside an operator, or where one may come to stand: of
  /// `48 - N`, a build with `-DN='8 + 8'` makes 48.
  NameSet Operands;
  NameSet BeforeNamespace; ///< Followed by `namespace`, as `inline` may be.
  bool BringsBack = false; ///< `#pragma pop_macro` defines some macro, too.
};

/// \p IsNamed says of a macro that more of the unit names it than conditionals
/// and its definitions do: what a file starts with is no guard, then, unless
/// that goes on to the end of the file.
ConditionalText
readConditionals(const clang::SourceManager &SM,
                 const clang::LangOptions &Options, clang::FileID File,
                 llvm::function_ref<bool(llvm::StringRef Macro)> IsNamed);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_TEXT_CONDITIONALS_H
