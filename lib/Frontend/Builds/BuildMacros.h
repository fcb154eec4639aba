//===- BuildMacros.h - Macros that builds may define ------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_BUILDS_BUILDMACROS_H
#define BANKFIX_LIB_FRONTEND_BUILDS_BUILDMACROS_H

#include "PointsTo/PointerUnit.h"
#include "Text/Conditionals.h"

namespace bankfix {

/// The macros of which a text leaves it to its builds how they are defined.
class BuildMacros {
public:
  /// \p Texts are the user's files, \p Flags those of Clang.
  BuildMacros(const PointerUnit &U, llvm::ArrayRef<ConditionalText> Texts,
              llvm::ArrayRef<std::string> Flags);

  bool haveFlags() const { return !Given.empty() || !OfFlags.empty(); }
  /// `#ifndef N`, `#define N ...`, `#endif`, and nothing else.
  bool isGuardOf(const Conditional &C) const;
  /// Whatever the build does, \p C selects the same branch.
  bool areSettled(const Conditional &C) const;
  /// So it does as \p Text, which \p C is in, says before it what is asked
  /// for, and nothing else may say it; or as the language says it.
  bool isDecided(const ConditionalText &Text, const Conditional &C) const;
  /// The number of the macro \p Name, which \p Values answer a condition of at
  /// \p Offset; nothing where no build can define it otherwise there.
  std::optional<unsigned>
  tested(const std::string &Name,
         const std::set<std::optional<std::string>> &Values, clang::FileID File,
         unsigned Offset);
  /// The number of the macro \p Name if a build may give it any value.
  std::optional<unsigned> open(const std::string &Name);
  /// The text asks whether \p Name is defined, or how, and leaves that to
  /// builds.
  bool isAsked(const std::string &Name) const { return Asked.count(Name) != 0; }
  /// Compilers define it, each in its own way.
  static bool isOfCompiler(const std::string &Name);
  /// Where a build may say what \p Name is: at its guard, by a flag, or in a
  /// file that a flag names.
  std::optional<SourcePlace> choice(const std::string &Name) const;
  /// Where the text defines the macro \p Name, unless a build does; nothing
  /// where no build can.
  std::optional<SourcePlace> guarded(const std::string &Name) const {
    auto It = Guarded.find(Name);
    return It == Guarded.end() || isFixed(Name) ? std::nullopt
                                                : std::optional(It->second);
  }
  /// It stands for one integer here, so that it does in each build.
  bool isNumber(const std::string &Name) const {
    return valueOf(Name).has_value();
  }
  bool isAnyGuarded(const NameSet &Names) const {
    return llvm::any_of(
        Names, [&](const std::string &Name) { return Guarded.count(Name); });
  }
  SourcePlace place(clang::FileID File, unsigned Offset) const;

  std::vector<BuildMacro> take() { return std::move(All); }

private:
  bool isOfFlags(clang::FileID File, llvm::ArrayRef<std::string> Flags) const;
  bool isFixed(const std::string &Name) const;
  bool isDefinedBehind(const std::string &Name, clang::FileID File,
                       unsigned Offset) const;
  bool isLeftToEditors(llvm::StringRef Name) const;
  /// In every build that has kernels.
  bool isTheSame(llvm::StringRef Name) const;
  bool isOfLanguage(llvm::StringRef Name) const;
  /// A value for \p Name where it is asked whether it is defined: what a macro
  /// that it sets is here, as any other may be none that the code is for.
  std::string definedAs(const std::string &Name) const;
  void readAsked();
  void readForwarded();
  unsigned number(const std::string &Name, SourcePlace Place);
  std::optional<unsigned> definedAt(const std::string &Name) const;
  std::optional<int64_t> valueOf(const std::string &Name,
                                 unsigned Depth = 0) const;

  const PointerUnit &U;
  llvm::ArrayRef<ConditionalText> Texts;
  std::map<std::string, std::string> Given; ///< With -D.
  std::map<std::string, SourcePlace> Guarded;
  std::map<std::string, SourcePlace> Asked;   ///< Where first.
  std::map<std::string, SourcePlace> OfFlags; ///< In files of `-include`.
  /// `#ifdef R`, `#define N R`: all that N may be set by.
  std::map<std::string, std::vector<std::string>> Forwarded;
  /// Any macro may be defined where no directive shows it: by a header that some
  /// other build includes, or by what a pragma brings back.
  bool IsSaidUnseen = false;
  std::map<std::string, unsigned> Numbers;
  std::vector<BuildMacro> All;
};

/// What other builds may decide.
struct FoundBuilds {
  BuildChoices Choices;
  std::vector<ArrayBuilds> OfArrays; ///< One per array.
  /// ArraySource::Behind of each.
  std::vector<std::optional<unsigned>> Behind;
  std::map<std::string, ArrayBuilds> OfLaunches; ///< UnitLaunches::Builds.
  std::vector<ArrayObstacle> Obstacles;
  NameSet InHeaders; ///< ConditionalBranch::InHeaders of all.
};
FoundBuilds buildChoices(const PointerUnit &U,
                         llvm::ArrayRef<std::string> Flags);

/// Of a text with errors, the first of which is that it cannot be parsed at
/// \p SyntaxError; invalid: it is another one.
BuildChoices buildOfErrors(const PointerUnit &U,
                           clang::SourceLocation SyntaxError);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_BUILDS_BUILDMACROS_H
