//===- Conditionals.cpp - What #if chooses between ------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/StatementParts.h"
#include "bankfix/Frontend/MemoryQueries.h"
#include "clang/Basic/TokenKinds.h"
#include "llvm/ADT/StringSet.h"

using namespace bankfix;

namespace {

using Tokens = std::vector<clang::Token>;

bool isName(const clang::Token &T) { return T.is(clang::tok::raw_identifier); }

/// Goes through the raw tokens of one file.
class Reader {
public:
  Reader(const clang::SourceManager &SM, const clang::LangOptions &Options,
         clang::FileID File,
         llvm::function_ref<bool(llvm::StringRef Macro)> IsNamed,
         bool MayHaveGuard = true)
      : SM(SM), Options(Options),
        Raw(File, SM.getBufferOrFake(File), SM, Options), IsNamed(IsNamed),
        MayHaveGuard(MayHaveGuard) {
    Out.File = File;
  }

  ConditionalText run();

private:
  unsigned offset(const clang::Token &T) const {
    return SM.getFileOffset(T.getLocation());
  }
  unsigned line(const clang::Token &T) const {
    return SM.getSpellingLineNumber(T.getLocation());
  }
  std::string spelling(const clang::Token &T) const {
    return clang::Lexer::getSpelling(T, SM, Options);
  }
  /// What the identifier \p T says, lines that go on put together.
  std::string name(const clang::Token &T) const {
    return T.needsCleaning() || T.hasUCN() ? spelling(T)
                                           : T.getRawIdentifier().str();
  }
  void next() { Raw.LexFromRawLexer(Current); }
  void directive();
  void open(const Tokens &Rest, llvm::StringRef Kind);
  void branch(const clang::Token &Name, const Tokens &Rest);
  void close(const clang::Token &Name);
  void define(const Tokens &Rest, bool IsUndef);
  void include(const Tokens &Rest);
  void pragma(llvm::StringRef Pragma);
  void pack(const Tokens &Rest);
  void packIn(const clang::Token &String);
  void test(const Tokens &Condition);
  std::optional<long long> number(const Tokens &All, size_t I) const;
  std::optional<long long> decided(llvm::StringRef Kind,
                                   const Tokens &Condition) const;
  MacroStates askedBy(llvm::StringRef Kind, const Tokens &Condition) const;
  std::optional<bool> isDefined(const std::string &Name) const;
  void testValue(Conditional &C, const Tokens &All, size_t I);
  void code(llvm::StringRef Name);
  void text();
  void spelled(const clang::Token &T, const clang::Token &Then);
  void operands(llvm::ArrayRef<clang::Token> Of);
  void forBranches(llvm::function_ref<void(ConditionalBranch &)> F) {
    for (Conditional &C : Open)
      F(C.Branches.back());
  }
  bool isElse(const ConditionalBranch &B) const {
    llvm::StringRef Text = SM.getBufferData(Out.File).substr(B.Range.Begin);
    return Text.starts_with("else");
  }
  /// Of the file, but for the guard around it.
  bool isConditional() const {
    return llvm::any_of(Open, [](const Conditional &C) {
      return !C.IsGuard && !C.Tested.empty();
    });
  }
  bool isDead() const {
    return llvm::any_of(Open, [](const Conditional &C) {
      return !C.Branches.empty() && C.Branches.back().IsDead;
    });
  }

  const clang::SourceManager &SM;
  /// What looks like a guard has a name that another conditional asks about.
  bool isTestedAgain() const {
    return llvm::any_of(Out.Conditionals, [&](const Conditional &C) {
      return !C.IsGuard && C.Tested.count(MayGuard) != 0;
    });
  }

  const clang::LangOptions &Options;
  clang::Lexer Raw;
  clang::Token Current;
  llvm::function_ref<bool(llvm::StringRef)> IsNamed;
  std::vector<Conditional> Open;
  ConditionalText Out;
  unsigned Directives = 0;
  bool HasText = false; ///< Before the directive.
  StatementParts Parts;
  std::vector<unsigned> Closed;   ///< Of Out.Conditionals: their numbers there.
  std::vector<unsigned> Included; ///< Of Out.Includes.
  clang::tok::TokenKind Before = clang::tok::unknown; ///< The last token.
  std::string Callee; ///< The name that it is, or that it, a `(`, follows.
  bool IsUsing = false; ///< The last name in a branch was `using`.
  std::string MayGuard; ///< Of the `#ifndef` that the file starts with.
  bool MayHaveGuard;
  /// What looked like one has ended, and then there is more.
  bool GuardEnds = false, GoesOn = false, GuardHasElse = false;
};

/// The number at token \p I, if that is one.
std::optional<long long> Reader::number(const Tokens &All, size_t I) const {
  if (I >= All.size() || All[I].isNot(clang::tok::numeric_constant))
    return std::nullopt;
  std::string Text = spelling(All[I]);
  llvm::StringRef Digits = llvm::StringRef(Text).rtrim("uUlL");
  long long Value;
  if (Digits.getAsInteger(0, Value))
    return std::nullopt;
  return Value;
}

/// What a condition is in every build: that it is a number says so, or that it
/// asks whether compilers can be asked what they have, which all can.
std::optional<long long> Reader::decided(llvm::StringRef Kind,
                                         const Tokens &Condition) const {
  const MacroStates All = askedBy(Kind, Condition);
  if (All.empty())
    return Condition.size() == 1 ? number(Condition, 0) : std::nullopt;
  static const llvm::StringSet<> Features = {"__has_include", "__has_attribute",
                                             "__has_cpp_attribute",
                                             "__has_builtin"};
  bool AreKnown = true;
  for (const auto &[Name, Wanted] : All) {
    std::optional<bool> Is =
        Features.contains(Name) ? std::optional(true) : isDefined(Name);
    if (Is && *Is != Wanted)
      return 0;
    AreKnown &= Is.has_value();
  }
  return AreKnown ? std::optional<long long>(1) : std::nullopt;
}

/// The macros that are defined, or not, where \p Condition holds: all that it
/// asks for, one by one. Nothing: it asks for something else.
MacroStates Reader::askedBy(llvm::StringRef Kind,
                            const Tokens &Condition) const {
  MacroStates Out;
  if (Kind.ends_with("def")) {
    if (Condition.size() == 1 && isName(Condition[0]))
      Out[name(Condition[0])] = !Kind.ends_with("ndef");
    return Out;
  }
  for (size_t I = 0; I < Condition.size(); ++I) {
    const bool IsNot = Condition[I].is(clang::tok::exclaim);
    I += IsNot;
    if (I >= Condition.size() || !isName(Condition[I]) ||
        name(Condition[I]) != "defined")
      return {};
    const bool IsBracketed = I + 3 < Condition.size() &&
                             Condition[I + 1].is(clang::tok::l_paren) &&
                             Condition[I + 3].is(clang::tok::r_paren);
    I += IsBracketed ? 2 : 1;
    if (I >= Condition.size() || !isName(Condition[I]))
      return {};
    Out[name(Condition[I])] = !IsNot;
    I += IsBracketed + 1;
    if (I < Condition.size() && Condition[I].isNot(clang::tok::ampamp))
      return {};
  }
  return Out;
}

/// Macro \p Name is defined here, or is not, as a branch around says that is
/// compiled only so, and nothing in it changes since. What stands in angle
/// brackets is a library's, and leaves such a macro as it is.
std::optional<bool> Reader::isDefined(const std::string &Name) const {
  for (const Conditional &C : llvm::drop_end(Open)) {
    const ConditionalBranch &B = C.Branches.back();
    if (auto It = B.Asked.find(Name);
        It != B.Asked.end() && !B.Defined.count(Name) && !B.IncludesUser)
      return It->second;
  }
  return std::nullopt;
}

/// The name at token \p I is compared with a number, or asked by itself.
void Reader::testValue(Conditional &C, const Tokens &All, size_t I) {
  const std::string Name = name(All[I]);
  auto &Values = C.Tested[Name];
  bool Compared = false;
  auto Compare = [&](size_t Op, size_t Of) {
    std::optional<long long> N = number(All, Of);
    if (Op >= All.size() || !N)
      return;
    // The unit of an architecture is ten.
    const long long Step = Name == "__CUDA_ARCH__" ? 10 : 1;
    for (long long V : {*N - Step, *N, *N + Step})
      Values.insert(std::to_string(V));
    Compared = true;
  };
  Compare(I + 1, I + 2);
  if (I >= 2)
    Compare(I - 1, I - 2);
  if (!Compared) {
    Values.insert("0");
    Values.insert("1");
  }
}

/// Adds what \p Condition asks to the innermost conditional.
void Reader::test(const Tokens &Condition) {
  Conditional &C = Open.back();
  for (size_t I = 0; I < Condition.size(); ++I) {
    if (!isName(Condition[I]))
      continue;
    if (name(Condition[I]) != "defined") {
      testValue(C, Condition, I);
      continue;
    }
    I += 1 +
         (I + 1 < Condition.size() && Condition[I + 1].is(clang::tok::l_paren));
    if (I >= Condition.size() || !isName(Condition[I]))
      return;
    std::string Of = name(Condition[I]);
    C.TestedDefinition.insert(Of);
    C.Tested[Of].insert(std::nullopt);
    C.Tested[Of].insert("1");
  }
}

void Reader::open(const Tokens &Rest, llvm::StringRef Kind) {
  Conditional C;
  C.IsInBody = Parts.isInBody();
  Open.push_back(std::move(C));
  Parts.open();
  if (Kind == "if") {
    test(Rest);
  } else if (!Rest.empty() && isName(Rest[0])) {
    std::string Name = name(Rest[0]);
    Open.back().TestedDefinition.insert(Name);
    Open.back().Tested[Name] = {std::nullopt, "1"};
    if (Kind == "ifndef" && !HasText && Directives == 1)
      MayGuard = Name;
  }
}

void Reader::branch(const clang::Token &Name, const Tokens &Rest) {
  const std::string Kind = name(Name);
  const std::optional<long long> Literal = decided(Kind, Rest);
  ConditionalBranch B;
  if (Kind == "if" || Kind == "ifdef" || Kind == "ifndef")
    B.Asked = askedBy(Kind, Rest);
  else if (Kind == "else" && Open.back().Branches.size() == 1 &&
           Open.back().Branches.front().Asked.size() == 1)
    for (const auto &[Macro, Is] : Open.back().Branches.front().Asked)
      B.Asked[Macro] = !Is;
  B.IsDead = Open.back().IsDecided || Literal == 0;
  Open.back().IsDecided |= Literal.value_or(0) != 0;
  B.Line = line(Name);
  B.Range.Begin = offset(Name);
  Open.back().Branches.push_back(std::move(B));
}

void Reader::close(const clang::Token &Name) {
  Conditional C = std::move(Open.back());
  const unsigned Number = Parts.close();
  Open.pop_back();
  C.Branches.back().Range.End = offset(Name);
  GuardEnds |= C.IsGuard;
  // Then one of the branches before is taken, if anything is compiled.
  C.IsDecided |= C.Branches.back().IsDead && isElse(C.Branches.back());
  llvm::erase_if(C.Branches,
                 [](const ConditionalBranch &B) { return B.IsDead; });
  if (isDead() || C.Tested.empty() || C.Branches.empty())
    return;
  Out.Conditionals.push_back(std::move(C));
  Closed.push_back(Number);
}

/// `pack(1)` or the like, which a macro may make a pragma of.
static bool bringsPragma(llvm::StringRef Name, const clang::Token &Then) {
  return Then.is(clang::tok::l_paren) &&
         (Name == "pop_macro" || Name == "pack");
}

void Reader::define(const Tokens &Rest, bool IsUndef) {
  if (Rest.empty() || !isName(Rest[0]))
    return;
  std::string Name = name(Rest[0]);
  // `#ifndef F_H`, `#define F_H`.
  if (MayHaveGuard && !HasText && Directives == 2 && Name == MayGuard &&
      Rest.size() == 1)
    Open.front().IsGuard = true;
  forBranches([&](ConditionalBranch &B) { B.Defined.insert(Name); });
  const bool IsInBranch =
      llvm::any_of(Open, [](const Conditional &C) { return !C.IsGuard; });
  Out.Directives.emplace(
      Name, MacroDirective{offset(Rest[0]), !IsInBranch,
                           llvm::any_of(llvm::drop_begin(Rest), isName)});
  if (IsUndef)
    return;
  operands(llvm::ArrayRef(Rest).drop_front());
  MacroDefinition D;
  D.Offset = offset(Rest[0]);
  D.IsUnconditional = !isConditional();
  for (const clang::Token &T : llvm::drop_begin(Rest))
    D.Body.push_back(spelling(T));
  for (auto [I, T] : llvm::enumerate(Rest)) {
    if (T.is(clang::tok::string_literal)) {
      pragma(spelling(T));
      forBranches([&](ConditionalBranch &B) {
        B.Headers.insert(llvm::StringRef(spelling(T)).trim('"').str());
      });
    }
    if (!isName(T))
      continue;
    code(name(T));
    if (I != 0 && Rest[I - 1].is(clang::tok::l_paren) && I + 1 < Rest.size() &&
        bringsPragma(name(T), Rest[I + 1]))
      forBranches([](ConditionalBranch &B) { B.HasLookup = true; });
  }
  Out.Macros.emplace(std::move(Name), std::move(D));
}

void Reader::include(const Tokens &Rest) {
  const clang::Token &First = Rest.front();
  IncludeDirective I;
  I.Offset = offset(First);
  I.IsInBody = Parts.isInBody();
  if (isName(First))
    for (const clang::Token &T : Rest)
      if (isName(T))
        I.Macros.insert(name(T));
  const bool IsAngled = First.is(clang::tok::less);
  const std::string Header = SM.getBufferData(Out.File)
                                 .substr(I.Offset + 1)
                                 .take_until([](char C) {
                                   return llvm::StringRef("\">\n").contains(C);
                                 })
                                 .str();
  forBranches([&](ConditionalBranch &B) {
    B.Includes = true;
    B.IncludesUser |= !IsAngled;
    if (!isName(First))
      B.Headers.insert(Header);
    if (IsAngled)
      B.IncludesAngled.insert(Header);
  });
  Out.Includes.push_back(std::move(I));
  Included.push_back(Parts.directive());
}

/// `pop_macro("N")` gives N another meaning, which `push_macro("N")` decides;
/// and `pack` gives structs another size.
void Reader::pragma(llvm::StringRef Pragma) {
  if (Pragma.starts_with("pack") || Pragma.starts_with("\"pack(") ||
      Pragma.starts_with("options") || Pragma.starts_with("ms_struct"))
    forBranches([](ConditionalBranch &B) { B.HasLookup = true; });
  const llvm::StringRef Named =
      Pragma.split(Pragma.contains("pop_macro") ? "pop_macro" : "push_macro")
          .second.split('"')
          .second;
  const std::string Name =
      Named.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; })
          .str();
  if (!Name.empty())
    forBranches([&](ConditionalBranch &B) { B.Defined.insert(Name); });
}

/// `#pragma pack(N)`: compilers look up what is between its parentheses.
void Reader::pack(const Tokens &Rest) {
  PragmaDirective P;
  P.Offset = offset(Rest.front());
  for (const clang::Token &T : Rest)
    if (isName(T))
      P.Macros.insert(name(T));
  if (P.Macros.count("pack"))
    Out.Pragmas.push_back(std::move(P));
}

/// `_Pragma("pack(N)")`
void Reader::packIn(const clang::Token &String) {
  const std::string Text = spelling(String);
  llvm::StringRef Left = Text;
  if (!Left.consume_front("\"pack(") || isDead())
    return;
  auto IsOfName = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  PragmaDirective P;
  P.Offset = offset(String);
  for (; !Left.empty(); Left = Left.drop_until(IsOfName)) {
    const llvm::StringRef Name = Left.take_while(IsOfName);
    if (!Name.empty() && !llvm::isDigit(Name.front()))
      P.Macros.insert(Name.str());
    Left = Left.drop_front(Name.size());
  }
  Out.Pragmas.push_back(std::move(P));
}

/// Reads a directive, of which the `#` is the current token.
void Reader::directive() {
  next();
  clang::Token Name = Current;
  Tokens Rest;
  if (!Name.isAtStartOfLine() && isName(Name))
    for (next(); Current.isNot(clang::tok::eof) && !Current.isAtStartOfLine();
         next())
      Rest.push_back(Current);
  if (Name.isAtStartOfLine() || !isName(Name))
    return;
  ++Directives;
  const std::string Spelled = name(Name);
  const llvm::StringRef Kind = Spelled;
  if (Kind == "if" || Kind == "elif")
    operands(Rest);
  if (Kind == "if" || Kind == "ifdef" || Kind == "ifndef") {
    open(Rest, Kind);
    branch(Name, Rest);
  } else if (isDead()) {
    // Like a comment.
  } else if (Kind == "error" && !Open.empty()) {
    Open.back().Branches.back().IsDead = true; // No build compiles it.
  } else if (Kind == "define" || Kind == "undef") {
    define(Rest, Kind == "undef");
  } else if (Kind.starts_with("include") && !Rest.empty()) {
    include(Rest);
  } else if (Kind == "line") {
    forBranches([](ConditionalBranch &B) {
      B.Defined.insert({"__LINE__", "__FILE__", "__builtin_LINE"});
    });
    // #line NUMBER
    MacroDefinition D;
    for (const clang::Token &T : Rest)
      D.Body.push_back(spelling(T));
    Out.Macros.emplace("__LINE__", std::move(D));
  } else if (Kind == "pragma" && !Rest.empty()) {
    const unsigned From = offset(Rest.front());
    pragma(SM.getBufferData(Out.File).slice(From, offset(Rest.back()) +
                                                      Rest.back().getLength()));
    pack(Rest);
  }
  if (Open.empty() || !(Kind.starts_with("el") || Kind == "endif"))
    return;
  if (Kind.starts_with("elif") && !Open.back().IsDecided) {
    if (Kind == "elif")
      test(Rest);
    else if (!Rest.empty() && isName(Rest[0]))
      Open.back().Tested[name(Rest[0])] = {std::nullopt, "1"};
  }
  if (Kind == "endif")
    return close(Name);
  GuardHasElse |= Open.back().IsGuard;
  Parts.branch();
  Open.back().Branches.back().Range.End = offset(Name);
  branch(Name, Rest);
}

/// What stands between these two kinds of tokens is an operand of none.
static bool isAlone(clang::tok::TokenKind Before,
                    clang::tok::TokenKind Behind) {
  using namespace clang::tok;
  static const llvm::DenseSet<unsigned> Opens = {
      l_paren,   l_square,   l_brace,      comma,         equal,
      plusequal, minusequal, starequal,    slashequal,    ampequal,
      pipeequal, caretequal, percentequal, lesslessequal, greatergreaterequal};
  static const llvm::DenseSet<unsigned> Closes = {r_paren, r_square, r_brace,
                                                  comma, semi};
  return Opens.contains(Before) && Closes.contains(Behind);
}

/// \p Of stand in a directive, whose ends may be anywhere in an expression.
void Reader::operands(llvm::ArrayRef<clang::Token> Of) {
  auto KindOf = [&](size_t I) {
    return I < Of.size() ? Of[I].getKind() : clang::tok::unknown;
  };
  for (auto [I, T] : llvm::enumerate(Of))
    if (isName(T) && !isAlone(KindOf(I - 1), KindOf(I + 1)))
      Out.Operands.insert(name(T));
}

/// By \p Name, memory is reached without an array's.
static bool isHidden(llvm::StringRef Name) {
  static const llvm::StringSet<> Assembly = {"asm", "__asm", "__asm__"};
  return Assembly.contains(Name) || Name.starts_with("__cvta_") ||
         Name.starts_with("__nvvm_");
}

/// \p Name stands in code, or in what a macro stands for.
void Reader::code(llvm::StringRef Name) {
  forBranches([&](ConditionalBranch &B) {
    B.HasHidden |= isHidden(Name);
    B.HasQuery |= !memoryQuery(Name).empty();
  });
}

/// \p T is an identifier outside of directives, before \p Then.
void Reader::spelled(const clang::Token &T, const clang::Token &Then) {
  using namespace clang::tok;
  static const llvm::StringSet<> Attributes = {"__attribute__", "__attribute",
                                               "__asm__", "asm"};
  const bool Declares =
      (Parts.isInScope() &&
       (Then.isOneOf(l_paren, equal, l_square, semi, l_brace, comma, colon,
                     less) ||
        (isName(Then) && Attributes.contains(name(Then))))) ||
      // `int (f)(int);`
      (Parts.isOutside() && Before == l_paren && Then.is(r_paren));
  std::string Name = name(T);
  // `using namespace`, `using a::b;`, but no alias, which declares a name.
  const bool OpensScope = isName(Then) && name(Then) == "namespace";
  const bool IsLookup = Name == "operator" ||
                        ((Name == "using" || Name == "inline") && OpensScope) ||
                        (IsUsing && Then.is(coloncolon)) ||
                        // PRAGMA(pop_macro("N")), PRAGMA(pack(1))
                        (Before == l_paren && bringsPragma(Name, Then));
  IsUsing = Name == "using";
  code(Name);
  forBranches([&](ConditionalBranch &B) {
    B.HasLookup |= IsLookup;
    B.Spelled.insert(Name);
    B.HasJump |= isJump(Name);
  });
  // What has members has a name itself. A friend is one that looks like those.
  for (auto [I, C] : llvm::enumerate(Open))
    if (Declares && (Then.is(l_paren) || !Parts.isInRecordOf(I)))
      C.Branches.back().Declared.insert(Name);
}

/// Reads one token that is no directive's.
void Reader::text() {
  HasText = true;
  clang::Token T = Current;
  const std::string Name = isName(T) ? name(T) : "";
  Parts.token(T.getKind(), Name);
  if (!Name.empty() && !isDead())
    Out.Spelled.insert(Name);
  next();
  if (!Name.empty() && isName(Current) && name(Current) == "namespace")
    Out.BeforeNamespace.insert(Name);
  const bool IsBeforeDirective =
      Current.is(clang::tok::hash) && Current.isAtStartOfLine();
  if (!Name.empty() && !isDead() &&
      (IsBeforeDirective || !isAlone(Before, Current.getKind())))
    Out.Operands.insert(Name);
  if (isName(T) && Before == clang::tok::l_paren && !Callee.empty() &&
      bringsPragma(Name, Current) && !isDead())
    Out.Pragmas.push_back({offset(T), {Callee}});
  if (T.isNot(clang::tok::l_paren))
    Callee = Name;
  if (isName(T) && !Open.empty() && !isDead())
    spelled(T, Current);
  if (T.is(clang::tok::string_literal)) { // `_Pragma("pop_macro(\"N\")")`
    pragma(spelling(T));
    packIn(T);
  }
  Before = T.getKind();
}

ConditionalText Reader::run() {
  next();
  while (Current.isNot(clang::tok::eof)) {
    GoesOn |= GuardEnds;
    if (Current.is(clang::tok::hash) && Current.isAtStartOfLine())
      directive();
    else
      text();
  }
  if (GuardHasElse || (GoesOn && (IsNamed(MayGuard) || isTestedAgain())))
    return Reader(SM, Options, Out.File, IsNamed, /*MayHaveGuard=*/false).run();
  Parts.finish();
  auto Surround = [&](Surroundings &S, unsigned Number) {
    S.Around = Parts.of(Number).Spelled;
    S.IsInJump = Parts.of(Number).HasJump;
  };
  for (auto [C, Number] : llvm::zip_equal(Out.Conditionals, Closed)) {
    Surround(C, Number);
    // Which one is open, or inline.
    if (C.Around.count("namespace"))
      for (ConditionalBranch &B : C.Branches)
        B.HasLookup = true;
  }
  for (auto [I, Number] : llvm::zip_equal(Out.Includes, Included))
    Surround(I, Number);
  // Where no branch is taken, the text goes on behind the `#endif`.
  for (Conditional &C : Out.Conditionals) {
    unsigned End = C.Branches.back().Range.End;
    if (C.IsDecided || isElse(C.Branches.back()))
      continue;
    ConditionalBranch None;
    None.IsAbsence = true;
    None.Line = SM.getLineNumber(Out.File, End);
    None.Range = {End, End};
    C.Branches.push_back(None);
  }
  return std::move(Out);
}

} // namespace

ConditionalText
bankfix::readConditionals(const clang::SourceManager &SM,
                          const clang::LangOptions &Options, clang::FileID File,
                          llvm::function_ref<bool(llvm::StringRef)> IsNamed) {
  ConditionalText Out = Reader(SM, Options, File, IsNamed).run();
  Out.BringsBack = SM.getBufferData(File).contains("pop_macro");
  return Out;
}
