//===- OpenPastes.cpp - Names that other builds paste ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builds/OpenPastes.h"
#include "clang/Basic/CharInfo.h"

using namespace bankfix;

static bool isWord(llvm::StringRef Token) {
  return !Token.empty() && clang::isAsciiIdentifierContinue(Token[0]);
}

OpenPastes::OpenPastes(const PointerUnit &U,
                       llvm::ArrayRef<ConditionalText> Texts,
                       const BuildMacros &Macros)
    : U(U), Macros(Macros) {
  for (const ConditionalText &Text : Texts)
    for (const auto &[Macro, Definition] : Text.Macros)
      addBody(Macro, Definition.Body);
  for (const auto &[Macro, Body] : U.Preprocessed.Macros)
    addBody(Macro, std::vector<std::string>(Body.begin(), Body.end()));
  NameSet Reaching = {"##"};
  for (size_t Before = 0; Before != Reaching.size();) {
    Before = Reaching.size();
    for (const auto &[Macro, Body] : Bodies)
      if (llvm::any_of(Body, [&](const std::string &Word) {
            return Reaching.count(Word) != 0;
          }))
        Reaching.insert(Macro);
  }
  Reaching.erase("##");
  Pasting = std::move(Reaching);
  auto IsOpen = [&](const auto &Macro) {
    return Macros.choice(Macro.first).has_value();
  };
  if (Pasting.empty() || llvm::none_of(Bodies, IsOpen))
    return;
  for (const ConditionalText &Text : Texts)
    read(Text.File);
}

void OpenPastes::addBody(const std::string &Macro,
                         llvm::ArrayRef<std::string> Body) {
  auto Known = U.Preprocessed.Texts.find(Macro);
  NameSet &Into = Bodies[Macro];
  for (const std::string &Token : Body)
    if ((isWord(Token) || Token == "##") &&
        (Known == U.Preprocessed.Texts.end() ||
         !llvm::is_contained(Known->second.Parameters, Token)))
      Into.insert(Token);
}

/// What is spelled together, in code and in macros' bodies alike.
void OpenPastes::read(clang::FileID File) {
  const clang::SourceManager &SM = U.Source.manager();
  clang::Lexer Raw(File, SM.getBufferOrFake(File), SM, U.Context.getLangOpts());
  std::vector<std::string> Text;
  clang::Token T;
  for (Raw.LexFromRawLexer(T); T.isNot(clang::tok::eof); Raw.LexFromRawLexer(T))
    Text.push_back(clang::Lexer::getSpelling(T, SM, U.Context.getLangOpts()));
  for (size_t I = 0; I < Text.size();)
    I = readCall(Text, I);
}

/// Behind what is called at \p I of \p Text, or behind that token. What a call
/// gets is pasted by the macro itself, or by one that it gets, too; else by a
/// call among its arguments.
size_t OpenPastes::readCall(Words Text, size_t I) {
  if (!Bodies.count(Text[I]) || I + 1 == Text.size())
    return I + 1;
  NameSet Spelled = {Text[I]};
  bool Pastes = pastes(Text[I]);
  if (Text[I + 1] != "(") { // `CAT ARGUMENTS`
    Spelled.insert(Text[I + 1]);
    if (Pastes)
      add(Spelled);
    return I + 1;
  }
  size_t End = I + 1;
  for (unsigned Depth = 0; End < Text.size(); ++End) {
    Depth += Text[End] == "(";
    Depth -= Text[End] == ")";
    if (!Depth)
      break;
    if (isWord(Text[End]))
      Spelled.insert(Text[End]);
    Pastes |=
        pastes(Text[End]) && End + 1 < Text.size() && Text[End + 1] != "(";
  }
  if (!Pastes)
    return I + 1;
  add(Spelled);
  return End;
}

/// Adds the macros among \p Spelled, and in what these stand for, that builds
/// may define otherwise: what they stand for here is no piece that stays.
void OpenPastes::add(const NameSet &Spelled) {
  NameSet Seen, Pieces;
  std::vector<std::pair<std::string, SourcePlace>> Open;
  std::vector<std::string> Left(Spelled.begin(), Spelled.end());
  while (!Left.empty()) {
    const std::string Word = std::move(Left.back());
    Left.pop_back();
    if (!Seen.insert(Word).second)
      continue;
    auto Body = Bodies.find(Word);
    if (std::optional<SourcePlace> Place = Macros.choice(Word))
      Open.push_back({Word, *Place});
    else if (Body != Bodies.end())
      llvm::append_range(Left, Body->second);
    else if (isWord(Word))
      Pieces.insert(Word);
  }
  for (auto &[Macro, Place] : Open)
    All.push_back({Macro, Place, Pieces});
}

const OpenPaste *OpenPastes::making(llvm::StringRef Name) const {
  for (const OpenPaste &Each : All)
    if (Each.Pieces.empty() ||
        llvm::any_of(Each.Pieces, [&](const std::string &Piece) {
          return Name.contains(Piece);
        }))
      return &Each;
  return nullptr;
}
