//===- LoadedText.cpp - How a host comes to a program's text --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/LoadedText.h"
#include "Host/TextFunctions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace bankfix;
using llvm::StringRef;

namespace {

bool isNumber(StringRef Word) {
  return !Word.empty() && llvm::isDigit(Word[0]);
}

/// The token before the parameters of \p F.
size_t nameIn(const HostTokens &T, const HostFunction &F) {
  size_t Name = F.Head.Begin;
  while (Name < F.Head.End && T.word(Name + 1) != "(")
    ++Name;
  return Name;
}

/// \p F is defined in a class.
bool isMethod(const HostTokens &T, const HostFunction &F) {
  size_t I = T.around(F.Head.Begin);
  if (T.word(I) != "{")
    return false;
  while (I-- > 0 && T.word(I) != ";" && T.word(I) != "}" && T.word(I) != "{")
    if (T.word(I) == "class" || T.word(I) == "struct")
      return true;
  return false;
}

/// What stands behind a value whose parts may be set.
bool isPlace(StringRef Next) {
  return Next == "[" || Next == "." || Next == "->" || Next == "++" ||
         Next == "--" ||
         (Next.ends_with("=") && Next != "==" && Next != "!=" && Next != "<=" &&
          Next != ">=");
}

/// What a variable holds that matters to a text.
enum class Held : uint8_t { Text, Length, File };

class TextFlow;

/// What the flows in all hosts share.
struct SharedFlow {
  std::vector<std::unique_ptr<TextFlow>> Hosts;
  /// Functions whose values are followed.
  std::set<std::pair<std::string, Held>> Returning;
  std::set<std::string> Called; ///< Methods of what is followed.
  LoadedText Out;
};

/// Follows texts back, in one host, from the programs that are made of them.
class TextFlow {
public:
  TextFlow(const HostConstants &Constants, unsigned Host, SharedFlow &All)
      : Constants(Constants), M(Constants.M), T(M.T), Host(Host), All(All) {}

  void seed();
  bool follow(); ///< One variable more; false: there is none.

private:
  /// A variable; In is null for one of the file, or a member.
  struct Variable {
    const HostFunction *In;
    std::string Name;
    Held Is;
    auto operator<=>(const Variable &) const = default;
  };

  void seed(size_t At);
  void addProgram(const HostCall &C);
  void follow(const Variable &V);
  void followFile(const std::string &Name, Held Is);
  void add(size_t At, Held Is);
  void addValue(TokenSpan S, Held Is);
  size_t addNamed(size_t At, Held Is);
  void addReturned(const std::string &Function, Held Is);
  void addArguments(const Variable &V, size_t Parameter);
  void addArgument(const std::string &Function, size_t Number, Held Is);
  bool isReadBehind(size_t Bracket, TokenSpan Bytes) const;
  void addAmount(llvm::ArrayRef<TokenSpan> Factors);
  std::optional<int64_t> bytesOf(TokenSpan S) const;
  bool isOfOthers(const HostFunction &F) const;
  bool isOfOwnClass(size_t At) const;
  bool declares(size_t At) const;
  bool holds(size_t At, llvm::ArrayRef<StringRef> Marks) const;
  bool isNumberOrHandle(size_t At) const;
  bool callsUnnamed(size_t I) const;
  bool isWithin(size_t I) const;
  bool isMacro(StringRef Name) const;
  bool mayEdit(size_t At) const;
  bool mayBeText(size_t At) const;
  void addFile(TokenSpan S);
  bool readsFile(size_t At) const;
  bool isLengthAt(size_t Close) const;
  void assigned(size_t At, size_t Equals, std::optional<TokenSpan> Index,
                Held Is);
  void addStreamed(size_t At);
  void addLimit(size_t At);
  void mention(size_t At, Held Is);
  void method(size_t At, size_t Name, Held Is);
  void consume(size_t Begin, Held Is);
  void argument(size_t Callee, size_t Open, size_t At, Held Is);
  bool readsInto(size_t Callee, const HostCall &C, size_t Number);
  bool passTo(const HostFunction &F, size_t Number, Held Is);
  bool isDefined(StringRef Name) const;
  void fail(size_t At) {
    if (!All.Out.Changed)
      All.Out.Changed = {Host, At};
  }

  const HostConstants &Constants;
  const HostMentions &M;
  const HostTokens &T;
  std::set<Variable> Seen;
  std::vector<Variable> Open;
  /// Tokens that name a member in methods of others, as far as is known.
  std::vector<std::pair<size_t, Held>> OfOthers;
  const unsigned Host; ///< Its number.
  SharedFlow &All;
};

/// Some host has a function of that name.
bool TextFlow::isDefined(StringRef Name) const {
  return llvm::any_of(All.Hosts, [&](const auto &Each) {
    return llvm::any_of(Each->M.Functions, [&](const HostFunction &F) {
      return nameOf(Each->T, F) == Name;
    });
  });
}

/// Token \p At, a name, stands where one is declared.
bool TextFlow::declares(size_t At) const {
  const HostFunction *F = M.around(At);
  if (F && At < F->Head.End)
    return T.isName(At - 1) || T.word(At - 1) == "*" || T.word(At - 1) == "&" ||
           T.word(At - 1) == ">";
  const size_t Around = T.around(At);
  if (Around != HostTokens::None && T.word(Around) == "(" &&
      T.word(Around - 1) != "for")
    return false;
  const size_t Begin = M.beginOfStatement(At);
  if (Begin == At || !T.isName(Begin) || isStatement(T.word(Begin)))
    return false;
  size_t I = Begin;
  unsigned Names = 0; // Before the first declarator's own.
  bool IsPointer = false;
  for (; I < T.size() && I <= At; ++I) {
    if (T.isName(I))
      ++Names;
    else if (T.word(I) == "*" || T.word(I) == "&" || T.word(I) == ">")
      IsPointer = true;
    else if (T.word(I) == "::")
      Names -= Names > 0;
    else if (T.word(I) != "<")
      break;
  }
  if (Names < 2 && !(Names == 1 && IsPointer && I > At))
    return false;
  const StringRef Before = T.word(At - 1);
  return I > At ||
         ((Before == "," || (Before == "*" && T.word(At - 2) == ",")) &&
          T.around(At) == Around);
}

/// The variable that token \p At names is an integer, or one of OpenCL's.
bool TextFlow::isNumberOrHandle(size_t At) const {
  return llvm::any_of(M.all(T[At].Text), [&](size_t I) {
    const StringRef Type = T.word(I - 1);
    const bool MayBePointer = Type == "uintptr_t" || Type == "intptr_t";
    return declares(I) && M.around(I) == M.around(At) && !MayBePointer &&
           (hostInteger(T, {I - 1, I}).Bytes || Type == "bool" ||
            Type.starts_with("cl_"));
  });
}

/// The variable that token \p At names is declared with one of \p Marks in its
/// type, or nowhere.
bool TextFlow::holds(size_t At, llvm::ArrayRef<StringRef> Marks) const {
  bool IsDeclared = false;
  for (size_t Each : M.all(T[At].Text)) {
    if (!declares(Each) || (M.around(Each) && M.around(Each) != M.around(At)))
      continue;
    IsDeclared = true;
    std::string Type;
    for (size_t I = M.beginOfStatement(Each); I < Each; ++I)
      Type += T.word(I);
    Type += T.word(Each + 1);
    if (llvm::any_of(Marks, [&](StringRef Mark) {
          return StringRef(Type).contains(Mark);
        }))
      return true;
  }
  return !IsDeclared;
}

/// The variable that token \p At names.
void TextFlow::add(size_t At, Held Is) {
  for (size_t Each : M.all(T[At].Text))
    if (declares(Each) && T.word(Each - 1).ends_with("fstream") &&
        M.around(Each) == M.around(At))
      Is = Held::File;
  const bool IsMember = T.word(At - 1) == "." || T.word(At - 1) == "->";
  const HostFunction *In = IsMember ? nullptr : M.around(At);
  if (In && llvm::none_of(M.all(T[At].Text), [&](size_t I) {
        return M.around(I) == In && declares(I);
      }))
    In = nullptr;
  if (!In)
    for (const auto &Each : All.Hosts)
      Each->followFile(T[At].Text, Is);
  else if (Variable V{In, T[At].Text, Is}; Seen.insert(V).second)
    Open.push_back(V);
}

/// `text.length()`, of which token \p Close is the end.
bool TextFlow::isLengthAt(size_t Close) const {
  const size_t Bracket = T.opening(Close);
  const StringRef Name = Bracket == HostTokens::None ? "" : T.word(Bracket - 1);
  return Name == "length" || Name == "size" || Name == "strlen";
}

/// The variable \p Name of the file, or of all hosts.
void TextFlow::followFile(const std::string &Name, Held Is) {
  Variable V{nullptr, Name, Is};
  if (!M.all(Name).empty() && Seen.insert(V).second)
    Open.push_back(V);
}

/// Token \p I, a parenthesis, begins the arguments of what has no name, or of a
/// template that is not known: `hooks[i](text)`, `(*hook)(text)`.
bool TextFlow::callsUnnamed(size_t I) const {
  const StringRef Before = T.word(I - 1);
  if (T.word(I) != "(")
    return false;
  if (Before == ">") {
    size_t Name = I - 1;
    while (Name > 0 && I - Name < 8 && T.word(Name) != "<")
      --Name;
    return !isTransparent(T.word(Name - 1));
  }
  const size_t Open = Before == ")" ? T.opening(I - 1) : HostTokens::None;
  const bool IsGrouped = Open != HostTokens::None && !T.isName(Open - 1);
  const StringRef First = IsGrouped ? T.word(Open + 1) : "";
  return Before == "]" || Before == "}" || First == "*" || First == "&" ||
         (IsGrouped && Open + 3 == I && isDefined(First));
}

/// Token \p I, a bracket, begins the index of a place within a text:
/// `&text[14]`.
bool TextFlow::isWithin(size_t I) const {
  if (T.word(I) != "[" || (T.behind(I) == I + 3 && T.word(I + 1) == "0"))
    return false;
  return T.word(I - 1) == ")" ||
         (T.isName(I - 1) && T.word(I - 2) == "&" &&
          !holds(I - 1, {"**", "*[", "vector", "string["}));
}

/// \p S is a file that is opened, or a variable for one.
void TextFlow::addFile(TokenSpan S) {
  for (size_t I = S.Begin; I < S.End; ++I) {
    const StringRef Name = T.word(I);
    if (!T.isName(I) || Name == "NULL" || Name == "nullptr")
      continue;
    if (T.word(I + 1) != "(") {
      add(I, Held::File);
      continue;
    }
    if (isDefined(Name))
      addReturned(Name.str(), Held::File);
    else if (Name != "fopen" && Name != "open")
      fail(I);
    I = T.behind(I + 1) - 1;
  }
}

/// What the value \p S is made of.
void TextFlow::addValue(TokenSpan S, Held Is) {
  if (Is == Held::File)
    return addFile(S);
  if (Is == Held::Length)
    if (std::optional<int64_t> Value = bytesOf(S)) {
      if (*Value > 1)
        All.Out.Most =
            std::min<uint64_t>(All.Out.Most.value_or(*Value), *Value);
      return;
    }
  for (size_t I = S.Begin; I < S.End;) {
    const StringRef Word = T.word(I), Before = T.word(I - 1);
    if (T.isName(I)) {
      I = addNamed(I, Is);
      continue;
    }
    const bool IsAdded =
        T.word(I + 1) == "+" || (Before == "+" && !isLengthAt(I - 2));
    const bool IsOdd =
        callsUnnamed(I) || (Is == Held::Text && isWithin(I)) ||
        llvm::StringSwitch<bool>(Word)
            .Cases({"-", "/", "%", "^", "<<", ">>", "|", "?"}, true)
            .Case("+", !M.IsCpp && Is == Held::Text)
            .Case("'", T[I].End - T[I].Begin != StringRef("'\\0'").size())
            .Default(isNumber(Word) && Word != "0" &&
                     (Word != "1" || (Is == Held::Text && IsAdded)));
    if (IsOdd)
      fail(I);
    I = Word == "[" ? T.behind(I) : I + 1;
  }
}

/// Token \p At of a value, a name; the token that goes on behind it.
size_t TextFlow::addNamed(size_t At, Held Is) {
  const StringRef Name = T.word(At), Before = T.word(At - 1);
  const StringRef Next = T.word(At + 1);
  if (Next == "::")
    return At + 2;
  const bool IsNew = Before == "new" || T.word(At - 2) == "new";
  if (IsNew && (Next == "[" || Next == "("))
    return T.behind(At + 1);
  if (Name == "new" || (isPlainWord(Name) && Next != "("))
    return At + 1;
  if (Next != "(") {
    const bool IsObject = Next == "." || Next == "->";
    if (auto Macro = T.Macros.find(Name.str()); Macro != T.Macros.end()) {
      const HostTokens Body(Macro->second);
      if (llvm::any_of(llvm::seq<size_t>(0, Body.size()),
                       [&](size_t I) { return Body.isName(I); }))
        fail(At);
    } else if (Name != "this" && (Is == Held::Text || !IsObject)) {
      add(At, Is);
    }
    return At + 1;
  }
  const size_t Behind = T.behind(At + 1);
  const bool IsMethod = Before == "." || Before == "->";
  if (isMacro(Name)) {
    fail(At);
  } else if (isDefined(Name)) {
    if (IsMethod)
      All.Called.insert(Name.str());
    if (Is != Held::Length || T.word(Behind) != ".") // `load(name).size()`
      addReturned(Name.str(), Is);
  } else if (IsMethod) {
    if (!M.IsCpp || (!handsOut(Name) && !onlyReadsIts(Name)))
      fail(At); // In C it is a pointer to a function.
  } else if (isTransparent(Name)) {
    return At + 1;
  } else if (!onlyReads(Name) && mayEdit(At)) {
    fail(At);
  }
  return Behind;
}

/// The host defines \p Name as a macro.
bool TextFlow::isMacro(StringRef Name) const {
  return llvm::any_of(T.Definitions,
                      [&](const HostDefinition &D) { return D.Name == Name; });
}

/// The call of token \p At, of a function that is not known, may get a text and
/// return another: it is C's or C++'s own, a variable, or has one among its
/// arguments. A library's that gets a path, loads that.
bool TextFlow::mayEdit(size_t At) const {
  const StringRef Name = T.word(At);
  if (T.word(At - 1) == "::"
          ? T.word(At - 2) == "std"
          : Name.starts_with("str") || Name.starts_with("mem") ||
                Name == "index" || Name == "rawmemchr")
    return true;
  const bool IsVariable = llvm::any_of(M.all(Name.str()), [&](size_t I) {
    return (declares(I) && T.word(I + 1) != "(") || T.word(I + 1) == "=" ||
           (T.word(I - 1) == "*" && T.word(I - 2) == "(");
  });
  if (IsVariable)
    return true;
  for (size_t I = At + 2; I < T.behind(At + 1); ++I)
    if (T.isName(I) &&
        (T.word(I + 1) == "(" ? isDefined(T.word(I)) : mayBeText(I)))
      return true;
  return false;
}

/// The variable that token \p At names is read to, or set to what a function of
/// the hosts returns.
bool TextFlow::mayBeText(size_t At) const {
  return llvm::any_of(M.all(T[At].Text), [&](size_t I) {
    const size_t Around = T.around(I);
    const StringRef Callee =
        Around == HostTokens::None || Around == 0 ? "" : T.word(Around - 1);
    if ((Callee == "fread" || Callee == "fgets" || Callee == "strcpy" ||
         Callee == "strcat" || Callee == "memcpy" || Callee == "getline") &&
        Callee != T.word(At))
      return Around + 1 == I || Callee == "getline";
    if (T.word(I + 1) != "=")
      return false;
    for (size_t J = I + 2; J < endOfValue(T, I + 2); ++J)
      if (T.word(J + 1) == "(" && isDefined(T.word(J)))
        return true;
    return false;
  });
}

/// What any function called \p Name returns.
void TextFlow::addReturned(const std::string &Name, Held Is) {
  if (!All.Returning.emplace(Name, Is).second)
    return;
  for (const auto &Each : All.Hosts)
    for (const HostFunction &F : Each->M.Functions)
      for (size_t I = F.Body.Begin; I < F.Body.End; ++I)
        if (nameOf(Each->T, F) == Name && Each->T.word(I) == "return" &&
            Each->T.word(I + 1) != "-") // An error.
          Each->addValue({I + 1, endOfValue(Each->T, I + 1)}, Is);
}

/// What \p V gets, a parameter that token \p Parameter names.
void TextFlow::addArguments(const Variable &V, size_t Parameter) {
  const size_t Name = nameIn(T, *V.In);
  std::optional<HostCall> Head = T.call(Name);
  if (!Head)
    return fail(Parameter);
  size_t Number = 0;
  while (Number < Head->Args.size() && Head->Args[Number].End <= Parameter)
    ++Number;
  for (const auto &Each : All.Hosts)
    Each->addArgument(T[Name].Text, Number, V.Is);
}

/// What the host gives \p Function as argument \p Number.
void TextFlow::addArgument(const std::string &Function, size_t Number,
                           Held Is) {
  for (size_t I : M.all(Function)) {
    const HostFunction *In = M.around(I);
    std::optional<HostCall> C = T.call(I);
    const bool IsOwn = declares(I) || (In && I < In->Head.End);
    if (IsOwn)
      continue;
    if (!C) // Its address.
      return fail(I);
    if (Number < C->Args.size())
      addValue(C->Args[Number], Is);
  }
}

/// A number of bytes, if \p S is one.
std::optional<int64_t> TextFlow::bytesOf(TokenSpan S) const {
  if (std::optional<int64_t> Value = Constants.value(S))
    return Value;
  // `sizeof b - 1`
  size_t I = S.Begin;
  if (T.word(I++) != "sizeof")
    return std::nullopt;
  I += T.word(I) == "(";
  for (size_t Each : T.isName(I) ? M.all(T[I].Text) : std::vector<size_t>())
    if (declares(Each) && M.around(Each) == M.around(I) &&
        T.word(Each + 1) == "[")
      return Constants.value({Each + 2, T.behind(Each + 1) - 1});
  return std::nullopt;
}

/// Behind the call at \p Bracket, a file is read behind \p Bytes of a text that
/// is put in front.
bool TextFlow::isReadBehind(size_t Bracket, TokenSpan Bytes) const {
  const HostFunction *F = M.around(Bracket);
  for (size_t I = T.behind(Bracket); F && I < F->Body.End; ++I) {
    std::optional<HostCall> C = T.word(I) == "fread" ? T.call(I) : std::nullopt;
    if (!C || C->Args.empty() || C->Args[0].size() <= Bytes.size())
      continue;
    const TokenSpan Last{C->Args[0].End - Bytes.size(), C->Args[0].End};
    if (T.word(Last.Begin - 1) == "+" && T.text(Last) == T.text(Bytes))
      return true;
  }
  return false;
}

/// So many bytes are read: the product of \p Factors.
void TextFlow::addAmount(llvm::ArrayRef<TokenSpan> Factors) {
  uint64_t Bytes = 1;
  bool IsKnown = true;
  for (TokenSpan S : Factors) {
    std::optional<int64_t> Value = bytesOf(S);
    IsKnown &= Value.has_value();
    Bytes *= Value.value_or(1);
    if (!Value && T.word(S.Begin) == "sizeof")
      fail(S.Begin);
    else if (!Value)
      addValue(S, Held::Length);
  }
  if (IsKnown)
    All.Out.Most = std::min(All.Out.Most.value_or(Bytes), Bytes);
}

/// Argument \p Number of the call of token \p Callee is where a file is read
/// to.
bool TextFlow::readsInto(size_t Callee, const HostCall &C, size_t Number) {
  const bool IsMethod = T.word(Callee - 1) == "." || T.word(Callee - 1) == "->";
  if (T.word(Callee) == "fread" && Number == 0 && C.Args.size() == 4) {
    if (C.Args[3].size() != 1)
      fail(Callee);
    addFile(C.Args[3]);
    addAmount({C.Args[1], C.Args[2]});
    return true;
  }
  if (T.word(Callee) != "read" || Number != (IsMethod ? 0 : 1) ||
      C.Args.size() != Number + 2)
    return false;
  if (IsMethod && T.isName(Callee - 2))
    add(Callee - 2, Held::File);
  if (!IsMethod)
    addFile(C.Args[0]);
  addAmount(C.Args[Number + 1]);
  return true;
}

/// \p F gets what is followed in parameter \p Number; false: it has none.
bool TextFlow::passTo(const HostFunction &F, size_t Number, Held Is) {
  std::optional<HostCall> Head = T.call(nameIn(T, F));
  if (!Head || Number >= Head->Args.size() || !Head->Args[Number].size() ||
      !T.isName(Head->Args[Number].End - 1))
    return false;
  add(Head->Args[Number].End - 1, Is);
  return true;
}

/// Token \p Callee, behind which a parenthesis opens, gets a variable that is
/// followed in the argument of token \p At.
void TextFlow::argument(size_t Callee, size_t Bracket, size_t At, Held Is) {
  const StringRef Name = T.word(Callee), Of = T.word(Callee - 1);
  std::optional<HostCall> C = T.bracket(Bracket);
  if (!C)
    return fail(At);
  size_t Number = 0;
  while (Number < C->Args.size() && C->Args[Number].End <= At)
    ++Number;
  auto IsZero = [&](size_t I) {
    const TokenSpan S = I < C->Args.size() ? C->Args[I] : TokenSpan{};
    return S.size() == 1 && (T.word(S.Begin) == "0" || T.word(S.Begin) == "0L");
  };
  const bool IsMethod = Of == "." || Of == "->";
  if (readsInto(Callee, *C, Number))
    return;
  if ((Name == "fseek" || Name == "lseek") && !IsZero(1))
    return fail(At);
  const bool F = isDefined(Name);
  if (Name == "strlen" && !F)
    addLimit(C->End);
  if (isMacro(Name))
    return Is == Held::Length ? void() : fail(At);
  if (!F && (onlyReads(Name) || (Is != Held::Text && Name.starts_with("cl"))))
    return;
  if (Name == "memset" && Number == 0 && IsZero(1) && C->Args[0].size() == 1)
    return;
  if (isTransparent(Name) && !IsMethod)
    return isPlace(T.word(C->End)) && T.word(C->End) != "."
               ? fail(At)
               : consume(Callee, Is);
  if (IsMethod && !F)
    return Is == Held::Length || copies(Name) ? void() : fail(At);
  if (declares(Callee)) // `std::string s(text)`
    return T.word(Callee - 1) == "Program" || Is == Held::Length
               ? void()
               : add(Callee, Is);
  if ((Name.starts_with("str") || Name.starts_with("mem")) && Number > 0)
    return; // It is copied from there.
  if (Name == "memcpy" && C->Args.size() == 3 &&
      isReadBehind(Bracket, C->Args[2]))
    return addValue(C->Args[1], Is);
  if (Is == Held::Length && T.word(At - 1) != "&")
    return;
  if (!F)
    return Is == Held::Length && Of != "::" ? void() : fail(At);
  for (const auto &Each : All.Hosts)
    for (const HostFunction &Function : Each->M.Functions)
      if (nameOf(Each->T, Function) == Name &&
          !Each->passTo(Function, Number, Is))
        return fail(At);
  consume(Callee, Is);
}

/// Token \p At names what a text is read from.
bool TextFlow::readsFile(size_t At) const {
  const size_t Around = T.around(At);
  const StringRef Method = T.word(At + 1) == "." ? T.word(At + 2) : "";
  const StringRef Callee = Around == HostTokens::None ? "" : T.word(Around - 1);
  return Method == "read" || Method == "rdbuf" || Callee == "fread" ||
         Callee == "read" || Callee == ">"; // `istreambuf_iterator<char>(f)`
}

/// Where the value goes that begins at token \p Begin: it is the text, or leads
/// to it.
void TextFlow::consume(size_t Begin, Held Is) {
  const size_t Around = T.around(Begin);
  size_t Equals = HostTokens::None;
  for (size_t I = M.beginOfStatement(Begin); I < Begin; ++I) {
    if (T.around(I) != Around)
      continue;
    if (T.word(I) == ",")
      Equals = HostTokens::None;
    else if (T.word(I) == "=")
      Equals = I;
  }
  if (Equals != HostTokens::None) {
    size_t Target = Equals - 1;
    while (T.word(Target) == "]")
      Target = T.opening(Target) - 1;
    // An integer, or an error, holds no text.
    const bool MayHold = Is != Held::Text || !isNumberOrHandle(Target);
    return T.isName(Target) && MayHold ? add(Target, Is) : void();
  }
  if (Around == HostTokens::None || Around == 0)
    return;
  const StringRef Before = T.word(Around - 1);
  if (T.word(Around) == "{") {
    const bool IsList = Before == "=" || Before == "," || Before == "(" ||
                        Before == "{" || T.isName(Around - 1);
    if (IsList && Before != "else" && Before != "do" && Before != "try")
      consume(T.isName(Around - 1) ? Around - 1 : Around, Is);
    return;
  }
  if (T.word(Around) == "[")
    return Is == Held::Length ? void() : fail(Begin);
  if (Before == ">" && T.word(Around - 2) == "Program")
    return; // `make_shared<Program>(c, text)`
  size_t Callee = Around - 1;
  for (unsigned I = 0; Before == ">" && I < 8 && T.word(Callee) != "<"; ++I)
    --Callee; // `static_cast<char *>(text)`
  Callee -= T.word(Callee) == "<";
  if (!T.isName(Callee)) {
    return callsUnnamed(Around) || isPlace(T.word(T.behind(Around)))
               ? fail(Begin)
               : consume(Around, Is);
  }
  argument(Callee, Around, Begin, Is);
}

/// Token \p At calls the method \p Name of a variable that is followed.
void TextFlow::method(size_t At, size_t Name, Held Is) {
  const StringRef Word = T.word(Name);
  std::optional<HostCall> C = T.call(Name);
  if (!C)
    return mention(Name, Is); // A member.
  if (Word == "seekg" && (C->Args.empty() || C->Args[0].size() != 1 ||
                          T.word(C->Args[0].Begin) != "0"))
    return fail(At);
  if (isDefined(Word))
    All.Called.insert(Word.str()); // What it does to its members is followed.
  if (Word == "length" || Word == "size")
    addLimit(C->End);
  if (onlyReadsIts(Word))
    return;
  if (handsOut(Word)) {
    const StringRef Next = T.word(C->End);
    if (Word == "get" && holds(At, {"stream"}))
      return fail(At);
    if (Is != Held::Text)
      return Word == "rdbuf" && Next != "->" ? void() : fail(At);
    if (Next == "." || Next == "->")
      return method(At, C->End + 1, Is);
    return isPlace(Next) ? fail(At) : consume(At, Is);
  }
  const bool IsAdded =
      Word == "push_back" || Word == "emplace_back" || Word == "assign";
  if (!IsAdded && isDefined(Word))
    return;
  if (!IsAdded || Is != Held::Text)
    return fail(At);
  for (TokenSpan S : C->Args)
    addValue(S, Is);
}

/// Token \p At names what is set at \p Equals; \p Index: one of its elements.
void TextFlow::assigned(size_t At, size_t Equals,
                        std::optional<TokenSpan> Index, Held Is) {
  const size_t First = Equals + 1;
  const TokenSpan Value{First, T.word(First) == "{" ? T.behind(First)
                                                    : endOfValue(T, First)};
  const bool IsPlace = Index || T.word(At - 1) == "*";
  if (declares(At) || Is != Held::Text || !IsPlace || holds(At, {"**", "*["}))
    return addValue(Value, Is);
  const bool IsEnd =
      Value.size() == 1 && (T.word(First) == "0" || T.word(First) == "'");
  if (!Index || !IsEnd)
    return fail(At);              // A character.
  addValue(*Index, Held::Length); // Where the text ends.
  addValue(Value, Is);
}

/// A length is compared with a number behind token \p At: longer ones end the
/// program, or are cut.
void TextFlow::addLimit(size_t At) {
  const StringRef Word = T.word(At);
  if (Word != "<" && Word != "<=" && Word != ">" && Word != ">=")
    return;
  constexpr int64_t Least = 64; // Of what may limit a source, in bytes.
  if (std::optional<int64_t> Most = bytesOf({At + 1, endOfValue(T, At + 1)});
      Most && *Most >= Least)
    All.Out.Most = std::min<uint64_t>(All.Out.Most.value_or(*Most), *Most);
}

/// `stream << file.rdbuf()`, of which token \p At is the operator.
void TextFlow::addStreamed(size_t At) {
  while (T.word(At) == "<<") {
    const size_t First = At + 1;
    for (At = First; At < T.size() && T.word(At) != "<<" && T.word(At) != ";";)
      At = T.word(At) == "(" ? T.behind(At) : At + 1;
    addValue({First, At}, Held::Text);
  }
}

/// What token \p At, which names a variable that is followed, does with it.
void TextFlow::mention(size_t At, Held Is) {
  size_t Begin = At, End = At + 1;
  while (T.word(Begin - 1) == "." || T.word(Begin - 1) == "->")
    Begin = T.word(Begin - 2) == ")" || T.word(Begin - 2) == "]"
                ? T.opening(Begin - 2)
                : Begin - 2;
  std::optional<TokenSpan> Index;
  if (T.word(End) == "[") {
    Index = TokenSpan{End + 1, T.behind(End) - 1};
    End = T.behind(End);
  }
  const bool IsDeclared = declares(At);
  const StringRef Next = T.word(End), Before = T.word(Begin - 1);
  if (Begin > At || Next == "++" || Next == "--" || Before == "++" ||
      Before == "--")
    return fail(At); // Or no bracket opens.
  if (Next == "." || Next == "->")
    return method(At, End + 1, Is);
  if (Next == "(" || Next == "{") {
    std::optional<HostCall> C = T.bracket(End);
    const HostFunction *In = M.around(At); // `Loader() : text("") {}`
    if (!C || (!IsDeclared && !(In && At < In->Head.End)))
      return fail(At);
    const StringRef Type = T.word(At - 1);
    const bool IsSized = Type == ">" && !C->Args.empty() &&
                         T.word(C->Args[0].Begin) != "std" &&
                         T.word(C->Args[0].End - 1) != ")";
    if (Type == "ifstream" || Type == "fstream" || IsSized)
      return; // Whichever file it is; `std::vector<char> text(n)`
    for (TokenSpan S : C->Args)
      addValue(S, Is);
    return;
  }
  if (Next == "=")
    return assigned(At, End, Index, Is);
  if (Next == "+=" && Is == Held::Text && !Index)
    return addValue({End + 1, endOfValue(T, End + 1)}, Is);
  if (Next.ends_with("=") && Next != "==" && Next != "!=" && Next != "<=" &&
      Next != ">=")
    return fail(At);
  if (IsDeclared) // `for (char c : text)`
    return Next == ":" ? fail(At) : void();
  if (Next == "<<" && Is == Held::Text)
    return addStreamed(End);
  if (Is == Held::Length)
    addLimit(End);
  if (Next == ">>" || Before == ">>" || Before == ":")
    return fail(At); // `for (char &c : text)`
  const bool IsRead = Before == "<<" || Before == "delete" ||
                      Before == "sizeof" || Before == "!" || Before == "]" ||
                      Next == "==" || Next == "!=" || Next == "<" ||
                      Next == ">" || Next == "<=" || Next == ">=" ||
                      Before == "==" || Before == "!=";
  const bool IsTested =
      T.word(Begin - 1) == "(" && Next == ")" &&
      (T.word(Begin - 2) == "if" || T.word(Begin - 2) == "while");
  if (IsRead || IsTested || Before == "return" || Before == "throw")
    return;
  consume(Begin, Is);
}

/// \p F is a method that is called of objects without the text alone, if at
/// all.
bool TextFlow::isOfOthers(const HostFunction &F) const {
  const std::string Name = nameOf(T, F);
  const bool IsImplicit =
      Name.empty() || Name == "operator" || Name == "begin" || Name == "end";
  return !IsImplicit && isMethod(T, F) && !All.Called.count(Name) &&
         llvm::all_of(All.Hosts, [&](const auto &Each) {
           return llvm::all_of(Each->M.all(Name), [&](size_t I) {
             const HostTokens &In = Each->T;
             const HostFunction *Around = Each->M.around(I);
             const bool IsMethod =
                 (In.word(I - 1) == "." || In.word(I - 1) == "->") &&
                 In.isName(I - 2) && In.word(I - 2) != "this";
             return IsMethod || (Around && I < Around->Head.End &&
                                 nameOf(In, *Around) == Name);
           });
         });
}

/// The variable that token \p At declares is of a class that may give another
/// text than its members say: it has operators, or another class.
bool TextFlow::isOfOwnClass(size_t At) const {
  if (!declares(At) || !T.isName(At - 1))
    return false;
  const std::vector<size_t> &Names = M.all(T[At - 1].Text);
  return llvm::any_of(Names, [&](size_t I) {
    if ((T.word(I - 1) != "struct" && T.word(I - 1) != "class") ||
        (T.word(I + 1) != "{" && T.word(I + 1) != ":"))
      return false;
    size_t Open = I + 1;
    while (Open < T.size() && T.word(Open) != "{")
      ++Open;
    const size_t End = Open < T.size() ? T.behind(Open) : Open;
    for (size_t J = Open; J < End; ++J)
      if (T.word(J) == "operator" && T.word(J + 1) != "=")
        return true;
    return T.word(I + 1) == ":";
  });
}

void TextFlow::follow(const Variable &V) {
  const size_t First = V.In ? T[V.In->Head.Begin].Begin : 0;
  const size_t Last = V.In ? T[V.In->Body.End - 1].End : ~size_t(0);
  // `#ifdef _WIN32`, fopen_s(&file, ..)
  if (V.Is != Held::File && M.isHidden(V.Name, First, Last))
    fail(M.all(V.Name).front());
  unsigned Reads = 0;
  for (size_t I : M.all(V.Name)) {
    const HostFunction *In = M.around(I);
    const bool IsMember = T.word(I - 1) == "." || T.word(I - 1) == "->";
    if (V.In ? In != V.In || IsMember : T.word(I - 1) == "::")
      continue;
    if (isOfOwnClass(I))
      return fail(I);
    if (V.In && I < In->Head.End) {
      addArguments(V, I);
      continue;
    }
    const bool IsOther = !V.In && !IsMember && In &&
                         llvm::any_of(M.all(V.Name), [&](size_t Each) {
                           return M.around(Each) == In && declares(Each);
                         });
    if (IsOther)
      continue;
    if (!V.In && In && isOfOthers(*In)) {
      OfOthers.push_back({I, V.Is});
      continue;
    }
    Reads += V.Is == Held::File && readsFile(I);
    if (Reads > 1)
      fail(I); // A part, and then the rest.
    mention(I, V.Is);
  }
}

/// Adds the text among what \p C gives the constructor of a program.
void TextFlow::addProgram(const HostCall &C) {
  if (C.Args.empty() || !C.Args.front().size())
    return;
  const StringRef Third = C.Args.size() == 3 ? T.word(C.Args[2].Begin) : "&";
  if (C.Args.size() > 3 ||
      (Third != "&" && Third != "NULL" && Third != "true" && Third != "false"))
    return; // Of binaries.
  const bool IsLone = C.Args.size() == 1 || T.word(C.Args[1].Begin) == "true" ||
                      T.word(C.Args[1].Begin) == "false";
  const TokenSpan Text = C.Args[IsLone ? 0 : 1];
  if (Text.size() == 1 && T.isName(Text.Begin) && isNumberOrHandle(Text.Begin))
    return; // A `cl_program`.
  All.Out.IsSeen = true;
  addValue(Text, Held::Text);
}

/// Token \p At may make a program of texts.
void TextFlow::seed(size_t At) {
  if (T.word(At) == "clCreateProgramWithSource") {
    std::optional<HostCall> C = T.call(At);
    All.Out.IsSeen = true;
    if (!C || C->Args.size() < 4)
      return fail(At);
    addValue(C->Args[2], Held::Text);
    addValue(C->Args[3], Held::Length);
    return;
  }
  if (!M.IsCpp || T.word(At) != "Program")
    return;
  size_t Name = At + 1; // `Program(..)`, `make_shared<Program>(..)`
  Name += T.word(Name) == ">";
  if (std::optional<HostCall> C = T.bracket(Name))
    return addProgram(*C);
  while (T.word(Name) == "*" || T.word(Name) == "&" || T.word(Name) == ">")
    ++Name;
  const StringRef First = T.word(M.beginOfStatement(At));
  if (First == "using" || First == "typedef")
    return fail(At);
  if (!T.isName(Name) || T.word(At + 1) == "::")
    return;
  for (size_t I : M.all(T[Name].Text)) { // `p(c, text)`, `p = {c, text}`
    const size_t Behind = I + 1 + (T.word(I + 1) == "=");
    if (std::optional<HostCall> C = T.bracket(Behind))
      addProgram(*C);
    if (T.word(I + 1) == "." && T.word(I + 2) == "emplace_back")
      if (std::optional<HostCall> C = T.call(I + 2))
        addProgram(*C);
  }
}

void TextFlow::seed() {
  for (size_t I = 0; I < T.size(); ++I)
    seed(I);
}

bool TextFlow::follow() {
  if (!Open.empty()) {
    const Variable V = Open.back();
    Open.pop_back();
    follow(V);
    return true;
  }
  auto It = llvm::find_if(OfOthers, [&](const auto &Each) {
    return !isOfOthers(*M.around(Each.first));
  });
  if (It == OfOthers.end())
    return false;
  const auto [At, Is] = *It;
  OfOthers.erase(It);
  mention(At, Is);
  return true;
}

} // namespace

LoadedText bankfix::loadedText(llvm::ArrayRef<const HostConstants *> Hosts) {
  SharedFlow All;
  for (auto [I, Host] : llvm::enumerate(Hosts))
    All.Hosts.push_back(std::make_unique<TextFlow>(*Host, I, All));
  for (const auto &Each : All.Hosts)
    Each->seed();
  auto Follow = [](const auto &Each) { return Each->follow(); };
  while (!All.Out.Changed && llvm::any_of(All.Hosts, Follow))
    ;
  return All.Out;
}
