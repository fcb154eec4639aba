//===- OpenPastes.cpp - Names that other builds paste ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builds/OpenPastes.h"
#include "Ast/Functions.h"
#include "bankfix/Kernel/Words.h"
#include "clang/Basic/CharInfo.h"

using namespace bankfix;

static bool isWord(llvm::StringRef Token) {
  return !Token.empty() && clang::isAsciiIdentifierContinue(Token[0]);
}

bool OpenPaste::mayMake(llvm::StringRef Name) const {
  if (IsNumber)
    return isMadeOf(Name, [&](llvm::StringRef Part) {
      return Pieces.count(Part.str()) != 0;
    });
  if (Open && !IsOfArguments)
    return Name.starts_with(Head) && Name.ends_with(Tail);
  return Pieces.empty() || llvm::any_of(Pieces, [&](const std::string &Piece) {
           return Name.contains(Piece);
         });
}

OpenPastes::OpenPastes(const PointerUnit &U,
                       llvm::ArrayRef<ConditionalText> Texts,
                       const BuildMacros &Macros)
    : U(U), Texts(Texts), Macros(Macros),
      IncludesAny(llvm::any_of(Texts, [](const ConditionalText &Text) {
        return llvm::any_of(Text.Conditionals, [](const Conditional &C) {
          return !C.IsGuard && llvm::any_of(C.Branches, [](const auto &B) {
            return B.IncludesUser;
          });
        });
      })) {
  for (const ConditionalText &Text : Texts)
    for (const auto &[Macro, Definition] : Text.Macros) {
      addBody(Macro, Definition.Body);
      if (Bodies[Macro].count("##"))
        Joining.insert(Macro);
      if (llvm::count(Definition.Body, "(") !=
          llvm::count(Definition.Body, ")"))
        Unbalanced.insert(Macro);
    }
  Unbalanced = namesReaching(Bodies, std::move(Unbalanced));
  for (const auto &[Macro, Body] : U.Preprocessed.Macros)
    addBody(Macro, std::vector<std::string>(Body.begin(), Body.end()));
  Pasting = namesReaching(Bodies, {"##"});
  Pasting.erase("##");
  if (Pasting.empty() || llvm::none_of(Bodies, [&](const auto &Macro) {
        return varies(Macro.first);
      }))
    return;
  for (const ConditionalText &Text : Texts)
    read(Text.File);
}

void OpenPastes::addBody(const std::string &Macro,
                         llvm::ArrayRef<std::string> Body) {
  auto Known = U.Preprocessed.Texts.find(Macro);
  NameSet &Into = Bodies[Macro];
  for (auto [I, Token] : llvm::enumerate(Body))
    if (Token == "##"
            ? !(I && Body[I - 1] == ",") // `, ##__VA_ARGS__`
            : isWord(Token) &&
                  (Known == U.Preprocessed.Texts.end() ||
                   !llvm::is_contained(Known->second.Parameters, Token)))
      Into.insert(Token);
}

/// Some build has another definition of it: as it likes, or as the text says
/// for a branch of its own.
bool OpenPastes::varies(const std::string &Macro) const {
  if (Macros.choice(Macro))
    return true;
  unsigned Count = 0;
  bool IsIncluded = false, IsConditional = false;
  for (const ConditionalText &Text : Texts) {
    auto [Begin, End] = Text.Macros.equal_range(Macro);
    Count += std::distance(Begin, End);
    IsConditional |= std::any_of(
        Begin, End, [](const auto &M) { return !M.second.IsUnconditional; });
    IsIncluded |=
        Begin != End && Text.File != U.Source.manager().getMainFileID();
  }
  return IsConditional || Count > 1 || (IsIncluded && IncludesAny);
}

/// What code spells, in any branch. What directives define is looked at where
/// it is used.
void OpenPastes::read(clang::FileID File) {
  const clang::SourceManager &SM = U.Source.manager();
  clang::Lexer Raw(File, SM.getBufferOrFake(File), SM, U.Context.getLangOpts());
  std::vector<clang::Token> Text;
  clang::Token T;
  bool IsDirective = false;
  for (Raw.LexFromRawLexer(T); T.isNot(clang::tok::eof);
       Raw.LexFromRawLexer(T)) {
    if (T.isAtStartOfLine())
      IsDirective = T.is(clang::tok::hash);
    if (!IsDirective)
      Text.push_back(T);
  }
  for (size_t I = 0; I < Text.size();)
    I = readCall(Text, I);
}

/// Behind what is called at \p I of \p Text, or behind that token. What a call
/// gets is pasted by the macro itself, or by one that it gets, or makes, too;
/// else by a call among its arguments.
size_t OpenPastes::readCall(Tokens Text, size_t I) {
  const std::string Name = spelling(Text[I]);
  if (!Bodies.count(Name))
    return I + 1;
  NameSet Spelled = {Name};
  bool Pastes = pastes(Name);
  size_t End = I + 1;
  auto Take = [&] {
    const std::string Word = spelling(Text[End]);
    if (isWord(Word))
      Spelled.insert(Word);
    Pastes |= pastes(Word) && End + 1 < Text.size() &&
              Text[End + 1].isNot(clang::tok::l_paren);
  };
  if (Unbalanced.count(Name)) {
    for (; End < Text.size() && Text[End].isNot(clang::tok::semi); ++End)
      Take();
  } else if (End < Text.size() && Text[End].isNot(clang::tok::l_paren)) {
    if (Text[End].is(clang::tok::raw_identifier)) // `CAT ARGUMENTS`
      Spelled.insert(spelling(Text[End]));
  } else {
    // `GET(0)(a, b)`
    for (unsigned Depth = 0; End < Text.size(); ++End) {
      Depth += Text[End].is(clang::tok::l_paren);
      Depth -= Text[End].is(clang::tok::r_paren);
      if (!Depth &&
          (Text[End].isNot(clang::tok::r_paren) || End + 1 == Text.size() ||
           Text[End + 1].isNot(clang::tok::l_paren)))
        break;
      Take();
    }
  }
  if (!Pastes)
    return I + 1;
  add(Text[I].getLocation(), Spelled,
      Text.slice(I, std::min(End + 1, Text.size()) - I));
  return End;
}

/// `#define CAT(a, b) a##b`, or that by way of another.
bool OpenPastes::joinsTwo(const std::string &Macro, unsigned Depth) const {
  constexpr unsigned MostCalls = 4;
  auto Known = U.Preprocessed.Texts.find(Macro);
  if (Known == U.Preprocessed.Texts.end() || varies(Macro) ||
      Known->second.Parameters.size() != 2 || Depth == MostCalls)
    return false;
  const std::string &A = Known->second.Parameters[0],
                    &B = Known->second.Parameters[1];
  using Body = std::vector<std::string>;
  return llvm::all_of(Texts, [&](const ConditionalText &Text) {
    auto [Begin, End] = Text.Macros.equal_range(Macro);
    return std::all_of(Begin, End, [&](const auto &M) {
      const Body &Is = M.second.Body; // With the parameters.
      const Body Start = {"(", A, ",", B, ")"};
      auto Continued = [&](Body Rest) {
        Rest.insert(Rest.begin(), Start.begin(), Start.end());
        return Is == Rest;
      };
      return Continued({A, "##", B}) ||
             (Is.size() > 5 && Continued({Is[5], "(", A, ",", B, ")"}) &&
              joinsTwo(Is[5], Depth + 1));
    });
  });
}

/// Adds a paste of \p Spelled, and of what these words stand for, if some macro
/// of it varies: what that stands for here is no piece that stays. \p Call is
/// its text.
void OpenPastes::add(clang::SourceLocation At, const NameSet &Spelled,
                     Tokens Call) {
  const clang::SourceManager &SM = U.Source.manager();
  OpenPaste New;
  New.File = SM.getFileID(At);
  New.Offset = SM.getFileOffset(At);
  bool Varies = false;
  NameSet Seen;
  std::vector<std::string> Left(Spelled.begin(), Spelled.end());
  while (!Left.empty()) {
    const std::string Word = std::move(Left.back());
    Left.pop_back();
    if (!isWord(Word) || !Seen.insert(Word).second)
      continue;
    auto Body = Bodies.find(Word);
    const std::optional<SourcePlace> Place = Macros.choice(Word);
    if (!Place && Body == Bodies.end()) {
      New.Pieces.insert(Word);
      continue;
    }
    New.Macros.insert(Word);
    New.IsOfArguments &= !Joining.count(Word);
    const bool DoesVary = Place || varies(Word);
    Varies |= DoesVary;
    if (Place) {
      auto Text = U.Preprocessed.Texts.find(Word);
      New.Open = {Word, *Place};
      New.IsNumber &=
          Text != U.Preprocessed.Texts.end() && !Text->second.Number.empty();
    } else {
      // Each branch may say something that no other does.
      New.IsNumber &= !DoesVary || (pastes(Word) && !IncludesAny);
      llvm::append_range(Left, Body->second);
    }
  }
  if (!Varies)
    return;
  // `CAT(ra, END)`, whatever that is called with.
  if (Call.size() >= 6 && Call[5].is(clang::tok::r_paren) &&
      joinsTwo(spelling(Call[0]))) {
    const std::string A = spelling(Call[2]), B = spelling(Call[4]);
    if (New.Pieces.count(A) && Macros.choice(B))
      New.Head = A;
    else if (New.Pieces.count(B) && Macros.choice(A))
      New.Tail = B;
  }
  addMacrosOf(New);
  All.push_back(std::move(New));
}

/// What \p P makes may be a macro's name: what that spells may be named, and of
/// what it pastes, nothing is known.
void OpenPastes::addMacrosOf(OpenPaste &P) const {
  if (!P.Open)
    return;
  NameSet Made;
  for (size_t Before = SIZE_MAX; Before != Made.size();) {
    Before = Made.size();
    for (const auto &[Macro, Body] : Bodies)
      if (!P.Macros.count(Macro) && P.mayMake(Macro) &&
          Made.insert(Macro).second) {
        P.Pieces.insert(Body.begin(), Body.end());
        if (pastes(Macro)) {
          P.IsNumber = false;
          P.Head = P.Tail = "";
        }
      }
  }
}

/// \p P is within \p Scope, or in a file that is included there.
bool OpenPastes::mayStandIn(const OpenPaste &P,
                            clang::SourceRange Scope) const {
  const clang::SourceManager &SM = U.Source.manager();
  const clang::SourceLocation Begin = SM.getExpansionLoc(Scope.getBegin()),
                              End = SM.getExpansionLoc(Scope.getEnd());
  const clang::FileID File = SM.getFileID(Begin);
  if (SM.getFileID(End) != File)
    return true;
  for (clang::SourceLocation At = SM.getComposedLoc(P.File, P.Offset);
       At.isValid(); At = SM.getIncludeLoc(SM.getFileID(At)))
    if (SM.getFileID(At) == File)
      return SM.getFileOffset(Begin) <= SM.getFileOffset(At) &&
             SM.getFileOffset(At) <= SM.getFileOffset(End);
  return false;
}

std::vector<const OpenPaste *>
OpenPastes::naming(const clang::ValueDecl *V) const {
  std::vector<const OpenPaste *> Out;
  const clang::NamedDecl *Spelled = spelledFor(V);
  if (All.empty() || !Spelled->getIdentifier())
    return Out;
  // What a function declares, no other text can name.
  auto *Of = llvm::dyn_cast<clang::FunctionDecl>(V->getDeclContext());
  const NameSet Names =
      namesReaching(U.Preprocessed, Spelled->getNameAsString());
  for (const OpenPaste &P : All)
    if ((!Of || mayStandIn(P, Of->getSourceRange())) &&
        llvm::any_of(Names, [&](const std::string &Name) {
          return !pastes(Name) && P.mayMake(Name);
        }))
      Out.push_back(&P);
  return Out;
}
