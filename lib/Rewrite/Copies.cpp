//===- Copies.cpp - Functions that arrays get for themselves --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Rewrite/Copies.h"
#include "Format.h"
#include "Places.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;
using clang::tooling::Replacement;
using clang::tooling::Replacements;

/// Of edits that do not touch each other.
static Replacements asReplacements(llvm::ArrayRef<SourceEdit> Edits) {
  Replacements Out;
  for (const SourceEdit &E : Edits)
    if (E.File.empty())
      llvm::cantFail(
          Out.add(Replacement(EditsFile, E.Offset, E.Length, E.Text)));
  return Out;
}

/// Those of \p Copies that are put in one place, each namespace once where they
/// follow each other.
static std::string copyTexts(llvm::ArrayRef<CopySource> Copies, unsigned At,
                             bool Comments) {
  std::string Out, Open, Close;
  auto Blank = [](const std::string &Text) {
    return Text.empty() ? "" : Text + "\n";
  };
  for (const CopySource &C : Copies) {
    if (C.At != At)
      continue;
    if (C.Open != Open) {
      Out += Blank(Close) + Blank(C.Open);
      Open = C.Open;
      Close = C.Close;
    }
    if (Comments)
      Out += "// " + C.Is.Of + "() for shared memory\n";
    Out += C.Text + "\n\n";
  }
  return Out + Blank(Close);
}

static void endLinesAs(llvm::StringRef Text, std::string &New) {
  if (!Text.contains("\r\n"))
    return;
  llvm::erase(New, '\r');
  for (size_t I = New.find('\n'); I != New.npos; I = New.find('\n', I + 2))
    New.insert(I, "\r");
}

llvm::Expected<std::vector<SourceEdit>>
bankfix::copyFunctions(llvm::StringRef Text, const SourceMap &Map,
                       llvm::ArrayRef<CopySource> Copies, bool Comments) {
  const Places Where(Map, /*Number=*/0);
  std::map<unsigned, std::string> At; // What is put there.
  std::map<unsigned, SourceEdit> Calls;
  for (const CopySource &C : Copies) {
    if (!Where.mayInsertLine(C.At))
      return llvm::createStringError("no line may be put before the number of "
                                     "one that the program computes with");
    std::string &New = At[C.At];
    New = copyTexts(Copies, C.At, Comments);
    const llvm::StringRef Before = Text.take_front(C.At);
    if (!Before.empty() && !Before.ends_with("\n\n") &&
        !Before.ends_with("\r\n\r\n"))
      New.insert(0, "\n");
    endLinesAs(Text, New);
    for (const auto &[Name, Arrays] : C.Calls)
      Calls[Name.Begin] = {"", Name.Begin, Name.End - Name.Begin, C.Is.Name};
  }
  std::vector<SourceEdit> Out;
  for (auto &[Offset, New] : At)
    Out.push_back({"", Offset, 0, std::move(New)});
  for (auto &[Offset, Call] : Calls)
    Out.push_back(std::move(Call));
  return Out;
}

std::string bankfix::edited(llvm::StringRef Text,
                            llvm::ArrayRef<SourceEdit> Edits) {
  return llvm::cantFail(
      clang::tooling::applyAllReplacements(Text, asReplacements(Edits)));
}

std::vector<SourceEdit> bankfix::composed(llvm::ArrayRef<SourceEdit> First,
                                          llvm::ArrayRef<SourceEdit> Second) {
  std::vector<SourceEdit> Out;
  for (const Replacement &R :
       asReplacements(First).merge(asReplacements(Second)))
    Out.push_back(
        {"", R.getOffset(), R.getLength(), R.getReplacementText().str()});
  for (llvm::ArrayRef<SourceEdit> Each : {First, Second})
    llvm::copy_if(Each, std::back_inserter(Out),
                  [](const SourceEdit &E) { return !E.File.empty(); });
  return Out;
}

unsigned bankfix::lineBefore(llvm::StringRef Text,
                             llvm::ArrayRef<SourceEdit> Edits, unsigned Line) {
  int64_t Added = 0;
  for (const Replacement &R : asReplacements(Edits)) {
    const int64_t Old = Text.substr(R.getOffset(), R.getLength()).count('\n'),
                  New = R.getReplacementText().count('\n');
    const int64_t At = 1 + int64_t(Text.take_front(R.getOffset()).count('\n'));
    if (At + Added > int64_t(Line))
      break;
    if (At + Added + New > int64_t(Line))
      return At;
    Added += New - Old;
  }
  return Line - Added;
}
