//===- HostCounter.cpp - Variables that number arguments ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   int arg = 0;
//   clSetKernelArg(k, arg++, sizeof(cl_mem), &buffer);
//   clSetKernelArg(k, arg++, bytes, NULL);                 arg is 1
//
// Statements are followed from the start of the function. Whatever may run not
// at all, or several times, and names the variable, makes its value unknown.
//
//===----------------------------------------------------------------------===//

#include "Host/HostConstants.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;
using llvm::StringRef;

namespace {

class CounterReader {
public:
  CounterReader(const HostTokens &T, const HostConstants &Constants,
                TokenSpan Target, size_t Name)
      : T(T), Constants(Constants), Target(Target), Name(T[Name].Text) {}

  std::optional<int64_t> read(TokenSpan Body) {
    block({Body.Begin + 1, Body.End - 1});
    return Found;
  }

private:
  StringRef text(size_t I) const {
    return I >= T.size() || T[I].IsString ? "" : StringRef(T[I].Text);
  }
  bool holdsTarget(TokenSpan S) const {
    return S.Begin <= Target.Begin && Target.Begin < S.End;
  }
  std::vector<size_t> mentions(TokenSpan S) const;
  bool hasLabel(TokenSpan S) const;
  bool isPlain(TokenSpan S, size_t Mention) const;
  bool isRead(size_t Mention, TokenSpan S) const;
  bool runsOnce(size_t Macro, size_t Mention) const;
  TokenSpan statement(size_t I, size_t End) const;
  TokenSpan condition(TokenSpan Control) const;
  size_t behindStatement(size_t I, size_t End) const;
  void block(TokenSpan S);
  void enter(TokenSpan S);
  void skip(TokenSpan S);
  void step(TokenSpan S);
  void reach(TokenSpan S);
  void change(size_t Mention, TokenSpan S);
  void set(std::optional<int64_t> V, size_t At) {
    Value = V;
    Conditionals = T[At].Conditionals;
  }

  const HostTokens &T;
  const HostConstants &Constants;
  TokenSpan Target;
  std::string Name;
  std::optional<int64_t> Value, Found;
  unsigned Conditionals = 0; ///< Before the token that set Value.
};

bool isControl(StringRef Text) {
  return Text == "if" || Text == "for" || Text == "while" || Text == "switch" ||
         Text == "do" || Text == "else" || Text == "try" || Text == "catch";
}

std::vector<size_t> CounterReader::mentions(TokenSpan S) const {
  std::vector<size_t> Out;
  for (size_t I = S.Begin; I < S.End; ++I)
    if (isMention(T, I, Name))
      Out.push_back(I);
  return Out;
}

/// Something may jump into \p S.
bool CounterReader::hasLabel(TokenSpan S) const {
  for (size_t I = S.Begin; I + 1 < S.End; ++I) {
    StringRef Before = I ? text(I - 1) : "";
    bool Starts = Before == ";" || Before == "{" || Before == "}";
    if (Starts && T[I].IsName && text(I + 1) == ":" && text(I) != "default")
      return true;
  }
  return false;
}

/// Behind the statement that starts at \p I.
size_t CounterReader::behindStatement(size_t I, size_t End) const {
  StringRef First = text(I);
  if (First == "{")
    return std::min(T.behind(I), End);
  if (First == "case" || First == "default" ||
      (T[I].IsName && text(I + 1) == ":")) {
    while (I < End && text(I) != ":")
      ++I;
    return std::min(I + 1, End);
  }
  if (First == "else" || First == "try")
    return I + 1 < End ? behindStatement(I + 1, End) : End;
  if (First == "do") {
    I = I + 1 < End ? behindStatement(I + 1, End) : End;
    return I < End ? behindStatement(I, End) : End; // `while (...);`
  }
  if (isControl(First)) {
    while (I < End && text(I) != "(")
      ++I;
    I = I < End ? T.behind(I) : End;
    I = I < End ? behindStatement(I, End) : End;
    return First == "if" && I < End && text(I) == "else"
               ? behindStatement(I, End)
               : I;
  }
  while (I < End && text(I) != ";")
    I = text(I) == "(" || text(I) == "[" || text(I) == "{" ? T.behind(I)
                                                           : I + 1;
  return std::min(I + 1, End);
}

TokenSpan CounterReader::statement(size_t I, size_t End) const {
  return {I, std::max(behindStatement(I, End), I + 1)};
}

/// What stands in the parentheses of `if (...)` and the like.
TokenSpan CounterReader::condition(TokenSpan Control) const {
  size_t I = Control.Begin;
  while (I < Control.End && text(I) != "(")
    ++I;
  return I < Control.End ? TokenSpan{I + 1, T.behind(I) - 1} : TokenSpan{I, I};
}

/// The macro that token \p Macro names evaluates what \p Mention is part of
/// once.
bool CounterReader::runsOnce(size_t Macro, size_t Mention) const {
  auto It = T.Functions.find(T[Macro].Text);
  if (It == T.Functions.end())
    return true; // A function.
  std::optional<HostCall> C = T.call(Macro);
  HostTokens Body(It->second.Body);
  unsigned Times = 0;
  for (size_t A = 0; C && A < C->Args.size(); ++A) {
    if (Mention < C->Args[A].Begin || Mention >= C->Args[A].End ||
        A >= It->second.Parameters.size())
      continue;
    for (size_t I = 0; I < Body.size(); ++I)
      Times += Body[I].Text == It->second.Parameters[A] && !Body[I].IsString &&
               (I == 0 || Body[I - 1].Text != "#");
  }
  for (size_t I = 0; I < Body.size(); ++I)
    if (T.Functions.count(Body[I].Text) || Body[I].Text == "for" ||
        Body[I].Text == "&&" || Body[I].Text == "||" || Body[I].Text == "?")
      return false;
  return Times == 1;
}

/// Nothing in the expression \p S makes \p Mention run never, or twice.
bool CounterReader::isPlain(TokenSpan S, size_t Mention) const {
  for (size_t I = S.Begin; I < S.End; ++I) {
    StringRef Text = text(I);
    if (Text == "&&" || Text == "||" || Text == "?" || Text == "{")
      return false;
    if (I < Mention && T[I].IsName && text(I + 1) == "(" &&
        Mention < T.behind(I + 1) && !runsOnce(I, Mention))
      return false;
    // `EACH(i, n) f();`
    if (T[I].IsName && text(I + 1) == "(" && T.behind(I + 1) < S.End &&
        T[T.behind(I + 1)].IsName)
      return false;
  }
  return true;
}

void CounterReader::block(TokenSpan S) {
  for (size_t I = S.Begin; I < S.End;) {
    TokenSpan Next = statement(I, S.End);
    if (holdsTarget(Next))
      return enter(Next);
    skip(Next);
    I = Next.End;
  }
}

/// The statement \p S is, or holds, what is looked for.
void CounterReader::enter(TokenSpan S) {
  StringRef First = text(S.Begin);
  if (First == "{")
    return block({S.Begin + 1, S.End - 1});
  if (First == "else" || First == "try")
    return block({S.Begin + 1, S.End});
  if (!isControl(First))
    return reach(S);
  if (First == "if") {
    TokenSpan If = condition(S);
    if (holdsTarget(If))
      return reach(If);
    step(If);
    TokenSpan Then = statement(If.End + 1, S.End);
    return block(holdsTarget(Then) ? Then : TokenSpan{Then.End, S.End});
  }
  Value = std::nullopt; // An earlier iteration may have changed it.
  size_t Body = First == "do" ? S.Begin + 1 : condition(S).End + 1;
  if (Target.Begin >= Body)
    block({Body, S.End});
}

/// The statement \p S comes before what is looked for.
void CounterReader::skip(TokenSpan S) {
  StringRef First = text(S.Begin);
  bool IsLabel =
      First == "case" || First == "default" || text(S.End - 1) == ":";
  if (IsLabel || hasLabel(S))
    Value = std::nullopt;
  if (mentions(S).empty())
    return;
  TokenSpan If = condition(S);
  if (First == "if" && mentions({If.End, S.End}).empty())
    step(If);
  else if (First == "{" || isControl(First))
    Value = std::nullopt;
  else
    step(S);
}

/// The expression, or declaration, \p S runs.
void CounterReader::step(TokenSpan S) {
  std::vector<size_t> Names = mentions(S);
  if (Names.empty())
    return;
  if (Names.size() == 1 && isPlain(S, Names.front()))
    change(Names.front(), S);
  else
    Value = std::nullopt;
}

/// The call around \p Mention cannot change the variable.
bool CounterReader::isRead(size_t Mention, TokenSpan S) const {
  for (size_t I = Mention; I-- > S.Begin;)
    if (T[I].IsName && text(I + 1) == "(" && Mention < T.behind(I + 1))
      return text(I).starts_with("cl") || text(I) == "printf" ||
             text(I) == "fprintf";
  return false;
}

/// Follows what the only mention in \p S does.
void CounterReader::change(size_t I, TokenSpan S) {
  StringRef Before = I > S.Begin ? text(I - 1) : "", Next = text(I + 1);
  size_t End = I + 2;
  while (End < S.End && text(End) != ";" && text(End) != "," &&
         text(End) != ")")
    End = text(End) == "(" ? T.behind(End) : End + 1;
  bool IsStatic = text(S.Begin) == "static"; // Of which call is the value?
  if (Next == "=")
    return set(IsStatic ? std::nullopt
                        : Constants.value({I + 2, std::min(End, S.End)}),
               I);
  constexpr int64_t Most = 1024;
  int64_t By = 0;
  if (Before == "++" || Next == "++")
    By = 1;
  else if (Before == "--" || Next == "--")
    By = -1;
  else if (auto N = Constants.value({I + 2, std::min(End, S.End)});
           N && (Next == "+=" || Next == "-="))
    By = Next == "+=" ? *N : -*N;
  else if (Before == "&" || !isRead(I, S))
    By = Most;
  bool Known =
      Value && By < Most && By > -Most && T[I].Conditionals == Conditionals;
  Value = Known ? std::optional(*Value + By) : std::nullopt;
}

/// The expression \p S holds what is looked for.
void CounterReader::reach(TokenSpan S) {
  std::vector<size_t> Names = mentions(S);
  if (Names.size() == 1 && isPlain(S, Names.front()) && Value &&
      T[Target.Begin].Conditionals == Conditionals)
    Found = *Value + (text(Target.Begin) == "++");
}

} // namespace

/// Token \p At steps a counter, sets it, or leaves it as it is.
static bool isCounted(const HostMentions &M, size_t At) {
  StringRef Before = M.T.word(At - 1), Next = M.T.word(At + 1);
  bool Steps = Next == "++" || Next == "--" || Next == "=" || Next == "+=" ||
               Next == "-=" || Before == "++" || Before == "--";
  return (Steps && Before != "&" && Before != "*" && Before != "&&") ||
         M.use(At, /*IsConst=*/false) != HostUse::Other;
}

std::optional<int64_t> bankfix::counterValue(const HostConstants &Constants,
                                             const HostFunction &F,
                                             TokenSpan Index) {
  const HostMentions &M = Constants.M;
  const HostTokens &T = M.T;
  size_t At = Index.Begin + (Index.size() == 2 && T.word(Index.Begin) == "++");
  bool Steps =
      Index.size() == 2 && (At > Index.Begin || T.word(Index.End - 1) == "++");
  if (!T.isName(At) || (Index.size() != 1 && !Steps))
    return std::nullopt;
  const std::string &Name = T[At].Text;
  if (M.isHidden(Name, T[F.Head.Begin].Begin, T[F.Body.End - 1].End))
    return std::nullopt;
  for (size_t I : M.all(Name))
    if (isMention(T, I, Name)) {
      bool IsOwn = F.contains(I);
      // Known to other functions, too; or changed where it is not seen.
      if (IsOwn ? !isCounted(M, I) : M.around(I) == nullptr)
        return std::nullopt;
    }
  return CounterReader(T, Constants, Index, At).read(F.Body);
}
