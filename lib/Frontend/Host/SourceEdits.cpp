//===- SourceEdits.cpp - What a host changes in a source ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/SourceEdits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace bankfix;
using llvm::StringRef;

namespace {

/// Functions that find a text in another, whoever changes it then.
bool searches(StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases({"strstr", "strcasestr", "memmem", "strtok", "strtok_r"}, true)
      .Cases({"replace", "replace_all", "replace_first", "regex_replace"}, true)
      .Default(false);
}

/// Methods that do, if a string is what they get: maps have them, too.
bool mayBeSearch(StringRef Name) { return Name == "find" || Name == "rfind"; }

/// The strings that token \p At, the name of a call, gets.
std::vector<std::string> stringsOf(const HostTokens &T, size_t At) {
  std::vector<std::string> Out;
  if (std::optional<HostCall> C = T.call(At))
    for (TokenSpan S : C->Args)
      if (std::string Text = T.literal(S); !Text.empty())
        Out.push_back(std::move(Text));
  return Out;
}

/// Token \p At is, or may be, a search.
bool mayBeSearch(const HostTokens &T, size_t At) {
  return T.isName(At) && (searches(T.word(At)) || (mayBeSearch(T.word(At)) &&
                                                   !stringsOf(T, At).empty()));
}

bool mayReplace(const HostTokens &T) {
  for (size_t I = 0; I < T.size(); ++I)
    if (mayBeSearch(T, I))
      return true;
  if (llvm::any_of(T.Hidden, [](const HostToken &Each) {
        return Each.IsName && searches(Each.Text);
      }))
    return true;
  return llvm::any_of(T.Definitions, [&](const HostDefinition &D) {
    return mayReplace(HostTokens(D.Macro.Body));
  });
}

/// Token \p At is a character that does not end a text: 'x', 120.
bool isCharacter(const HostTokens &T, size_t At) {
  constexpr StringRef End = "'\\0'"; // A token has no more than the length.
  const size_t Length = At < T.size() ? T[At].End - T[At].Begin : 0;
  const StringRef Word = T.word(At);
  return Word == "'" ? Length != End.size()
                     : !Word.empty() && llvm::isDigit(Word[0]) && Word != "0";
}

/// Token \p At sets what a pointer leads to: `*at = 'x'`, `s[i] = 'x'`.
bool storesCharacter(const HostTokens &T, size_t At) {
  if (T.word(At) != "=" || T.word(At + 1) != "'" || T.word(At + 2) != ";")
    return false;
  const bool IsElement = T.word(At - 1) == "]" || T.word(At - 1) == ")";
  const bool IsAtPointer = T.isName(At - 1) && T.word(At - 2) == "*" &&
                           !T.isName(At - 3) && T.word(At - 3) != ">";
  return (IsElement || IsAtPointer) && isCharacter(T, At + 1);
}

} // namespace

SourceEdits bankfix::sourceEdits(const HostTokens &T) {
  SourceEdits Out;
  const bool IsAny = mayReplace(T);
  for (size_t I = 0; I < T.size(); ++I) {
    if (IsAny && T[I].IsString && !cText(T[I]).empty())
      Out.Any.insert(cText(T[I]).str());
    if (mayBeSearch(T, I))
      for (std::string &Text : stringsOf(T, I))
        Out.Sought.insert(std::move(Text));
    if (storesCharacter(T, I))
      return {{""}, {""}};
  }
  return Out;
}

bool bankfix::mayJoinSources(const HostTokens &T) {
  unsigned Added = 0; // To what C++ has for several.
  bool HasSources = false;
  for (size_t I = 0; I < T.size(); ++I) {
    const StringRef Word = T.word(I);
    HasSources |= Word == "Sources";
    Added += Word == "push_back" || Word == "emplace_back" || Word == "insert";
    std::optional<HostCall> C =
        Word == "clCreateProgramWithSource" ? T.call(I) : std::nullopt;
    if (C && C->Args.size() > 1 && T.text(C->Args[1]) != "1")
      return true;
  }
  return HasSources && Added > 1;
}

bool bankfix::mayHoldDirective(StringRef Text) {
  for (size_t At = Text.find_first_of("#%"); At != StringRef::npos;
       At = Text.find_first_of("#%", At + 1)) {
    StringRef Rest = Text.drop_front(At);
    if (!Rest.consume_front("#") && !Rest.consume_front("%:"))
      continue;
    for (size_t Before = 0; Before != Rest.size();) {
      Before = Rest.size();
      Rest = Rest.ltrim(" \t\v\f\\\r\n");
      if (Rest.starts_with("/*"))
        Rest = Rest.drop_front(std::min(Rest.find("*/"), Rest.size() - 2) + 2);
    }
    for (StringRef Word : {"define", "undef", "include", "if", "pragma", "%s"})
      if (Rest.starts_with(Word))
        return true;
  }
  return false;
}
