//===- SettledText.cpp - What every build has alike -----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/SettledText.h"
#include "Read/IncludedFiles.h"
#include "bankfix/Kernel/MacroPrefix.h"
#include "clang/Lex/Lexer.h"

using namespace bankfix;

const std::vector<ConditionalText> &SettledText::texts() {
  const clang::SourceManager &SM = U.Source.manager();
  if (!Texts.empty())
    return Texts;
  auto Add = [&](clang::FileID File) {
    Texts.push_back(readConditionals(
        SM, U.Context.getLangOpts(), File,
        [&](llvm::StringRef M) { return isNamedInCode(U.Preprocessed, M); }));
  };
  Add(SM.getMainFileID());
  forEachOtherFile(SM, Add);
  return Texts;
}

/// The text defines it, and what it stands for, in one way; others than the
/// user define it as well.
bool SettledText::isFixed(const std::string &Macro, unsigned Depth) {
  constexpr unsigned MostNames = 16;
  auto Text = U.Preprocessed.Texts.find(Macro);
  if (Text == U.Preprocessed.Texts.end() || isFixMacro(Macro))
    return true; // The system's, ours, or no macro.
  size_t Definitions = 0;
  bool IsConditional = false;
  for (const ConditionalText &T : texts()) {
    auto [Begin, End] = T.Macros.equal_range(Macro);
    for (const auto &[Name, D] : llvm::make_range(Begin, End)) {
      ++Definitions;
      IsConditional |= !D.IsUnconditional;
    }
  }
  return Definitions == 1 && !IsConditional && Depth < MostNames &&
         llvm::all_of(Text->second.Names, [&](const std::string &Name) {
           return Name == Macro || isFixed(Name, Depth + 1);
         });
}

bool SettledText::isWhole(const clang::FunctionDecl *F) {
  auto [It, IsNew] = Known.try_emplace(F, false);
  if (!IsNew)
    return It->second;
  const clang::SourceManager &SM = U.Source.manager();
  const clang::SourceRange R = F->getSourceRange();
  if (R.getBegin().isMacroID() || R.getEnd().isMacroID())
    return false;
  const clang::FileID File = SM.getFileID(R.getBegin());
  const unsigned End = SM.getFileOffset(R.getEnd());
  clang::Lexer Raw(File, SM.getBufferOrFake(File), SM, U.Context.getLangOpts());
  Raw.seek(SM.getFileOffset(R.getBegin()), /*IsAtStartOfLine=*/false);
  clang::Token T;
  for (Raw.LexFromRawLexer(T);
       T.isNot(clang::tok::eof) && SM.getFileOffset(T.getLocation()) <= End;
       Raw.LexFromRawLexer(T)) {
    if (T.is(clang::tok::hash) && T.isAtStartOfLine())
      return false;
    if (T.is(clang::tok::raw_identifier) &&
        !isFixed(clang::Lexer::getSpelling(T, SM, U.Context.getLangOpts())))
      return false;
  }
  return Known[F] = true;
}

bool SettledText::isOnlyOne(const clang::FunctionDecl *F) {
  const std::string Name = F->getNameAsString();
  return llvm::all_of(texts(), [&](const ConditionalText &T) {
    auto Includes = [](const Conditional &C) {
      return !C.IsGuard &&
             llvm::any_of(C.Branches, [](const ConditionalBranch &B) {
               return B.IncludesUser;
             });
    };
    auto Names = [&](const auto &M) {
      return !M.second.IsUnconditional &&
             llvm::is_contained(M.second.Body, Name);
    };
    return llvm::none_of(T.Conditionals, Includes) &&
           llvm::none_of(T.Macros, Names);
  });
}
