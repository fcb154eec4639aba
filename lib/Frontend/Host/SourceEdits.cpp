//===- SourceEdits.cpp - What a host changes in a source ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/SourceEdits.h"
#include "llvm/ADT/STLExtras.h"
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

/// Token \p At is a method that gets a string.
bool findsString(const HostTokens &T, size_t At) {
  if (!mayBeSearch(T.word(At)))
    return false;
  std::optional<HostCall> C = T.call(At);
  return C && llvm::any_of(C->Args,
                           [&](TokenSpan S) { return !T.literal(S).empty(); });
}

bool mayReplace(const HostTokens &T) {
  auto Names = [](const HostToken &Each) {
    return Each.IsName && searches(Each.Text);
  };
  for (size_t I = 0; I < T.size(); ++I)
    if (Names(T[I]) || findsString(T, I))
      return true;
  if (llvm::any_of(T.Hidden, Names))
    return true;
  return llvm::any_of(T.Definitions, [&](const HostDefinition &D) {
    return mayReplace(HostTokens(D.Macro.Body));
  });
}

/// Token \p At stores a character that is not zero: `*at = 'x'`, `s[i] = 'x'`.
bool storesCharacter(const HostTokens &T, size_t At) {
  constexpr StringRef Shortest = "'x'", End = "'\\0'";
  if (T.word(At) != "=" || T.word(At + 1) != "'" || T.word(At + 2) != ";")
    return false;
  const size_t Length = T[At + 1].End - T[At + 1].Begin;
  const bool IsElement = T.word(At - 1) == "]" || T.word(At - 1) == ")";
  const bool IsAtPointer = T.isName(At - 1) && T.word(At - 2) == "*" &&
                           !T.isName(At - 3) && T.word(At - 3) != ">";
  return (IsElement || IsAtPointer) && Length >= Shortest.size() &&
         Length != End.size();
}

/// The host changes elements of what \p Sources, an argument, names: more than
/// where the text ends.
bool storesIn(const HostTokens &T, TokenSpan Sources) {
  std::set<StringRef> Names;
  for (size_t I = Sources.Begin; I < Sources.End; ++I)
    if (T.isName(I))
      Names.insert(T.word(I));
  for (size_t I = 0; I < T.size(); ++I) {
    if (!T.isName(I) || !Names.count(T.word(I)) || T.word(I + 1) != "[")
      continue;
    const size_t Behind = T.behind(I + 1);
    const StringRef Value = T.word(Behind + 1);
    constexpr StringRef End = "'\\0'"; // A token has no more than the length.
    const bool IsEnd =
        Value == "0" || Value == "NULL" ||
        (Value == "'" && T[Behind + 1].End - T[Behind + 1].Begin == End.size());
    const bool IsDeclared = T.word(I - 1) == "*" || T.word(I - 1) == "char";
    const StringRef Next = T.word(Behind);
    const bool IsSet = Next == "=" && !(IsEnd && T.word(Behind + 2) == ";");
    if (!IsDeclared && (IsSet || Next == "++" || Next == "--" || Next == "+=" ||
                        Next == "-=" || Next == "^="))
      return true;
  }
  return false;
}

} // namespace

std::set<std::string> bankfix::replacedTexts(const HostTokens &T) {
  std::set<std::string> Out;
  const bool IsAny = mayReplace(T);
  for (size_t I = 0; I < T.size(); ++I) {
    if (IsAny && T[I].IsString && !cText(T[I]).empty())
      Out.insert(cText(T[I]).str());
    if (storesCharacter(T, I))
      return {""};
    if (T.word(I) != "clCreateProgramWithSource")
      continue;
    if (std::optional<HostCall> C = T.call(I);
        C && C->Args.size() > 2 && storesIn(T, C->Args[2]))
      return {""};
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
