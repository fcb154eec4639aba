//===- HostConstants.cpp - What host expressions stand for ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostConstants.h"
#include "Host/HostParser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;
using llvm::StringRef;

static constexpr unsigned MaxDepth = 8;

size_t bankfix::endOfValue(const HostTokens &T, size_t Begin) {
  size_t I = Begin;
  while (I < T.size() && T.word(I) != ";" && T.word(I) != "," &&
         T.word(I) != ")" && T.word(I) != "}" && T.word(I) != "]")
    I = T.word(I) == "(" || T.word(I) == "[" || T.word(I) == "{" ? T.behind(I)
                                                                 : I + 1;
  return I;
}

/// `{16, 8}`: elements that are not named.
bool HostConstants::initializeList(Variable &V, TokenSpan List) const {
  size_t At = List.Begin + 1;
  for (int64_t Element = 0; At + 1 < List.End; ++Element) {
    size_t Stop = endOfValue(T, At);
    if (Stop == At || T.word(At) == "[" || T.word(At) == ".")
      return false;
    for (size_t I = At; I < Stop; ++I) // `PAIR` may be `16, 8`.
      for (const HostDefinition &D : T.Definitions)
        if (T[I].Text == D.Name && StringRef(D.Macro.Body).contains(','))
          return false;
    V.Elements[Element] = {List.Begin, {At, Stop}};
    At = Stop + 1;
  }
  return true;
}

/// The declaration that token \p At is the name in; false if it is not
/// understood.
bool HostConstants::declare(Variable &V, size_t At) const {
  size_t End = At;
  while (End < T.size() &&
         !(T.word(End) == ";" && T.around(End) == T.around(At)))
    ++End;
  if (V.Declared || T.isParted(At, End))
    return false;
  V.Declared = At;
  V.Type = hostInteger(T, M.typeOf(At));
  size_t I = At + 1;
  V.IsArray = T.word(I) == "[";
  if (V.IsArray)
    I = T.behind(I);
  if (T.word(I) == ";" || T.word(I) == ",")
    return true;
  if (T.word(I) != "=")
    return false;
  if (V.IsArray)
    return T.word(I + 1) == "{" && initializeList(V, {I + 1, T.behind(I + 1)});
  V.Elements[0] = {I, {I + 1, endOfValue(T, I + 1)}};
  return T.word(I + 1) != "{";
}

/// `n = 4;`, `n[0] = 4;`: the only one, where nothing else runs in between.
bool HostConstants::store(Variable &V, size_t At) const {
  size_t I = At + 1;
  std::optional<int64_t> Index = 0;
  if (T.word(I) == "[") {
    uint64_t N = 0;
    bool Bad = T.behind(I) != I + 3 || T.word(I + 1).getAsInteger(0, N);
    Index = Bad ? std::optional<int64_t>() : int64_t(N);
    I = T.behind(I);
  }
  size_t End = endOfValue(T, I + 1);
  bool IsOnly = V.Declared && T.around(At) == T.around(V.Declared) &&
                T[At].Branch == T[V.Declared].Branch && Index &&
                V.IsArray == (I != At + 1) && T.word(End) == ";" &&
                !T.isParted(At, End);
  return IsOnly &&
         V.Elements.try_emplace(*Index, I, TokenSpan{I + 1, End}).second;
}

/// A constant that no object has one of its own of.
bool HostConstants::isOfFile(const Variable &V) const {
  TokenSpan Type = M.typeOf(V.Declared);
  for (size_t I = Type.Begin; I < Type.End; ++I)
    if (T.word(I) == "static" || T.word(I) == "constexpr")
      return true;
  for (size_t Open = T.around(V.Declared); Open != HostTokens::None;
       Open = T.around(Open))
    if (T.word(M.beginOfStatement(Open)) != "namespace" &&
        T.word(M.beginOfStatement(Open)) != "extern")
      return false;
  return true;
}

/// Token \p At names an array as a whole, for something that may change it.
bool HostConstants::isGivenAway(size_t At) const {
  StringRef Before = T.word(At - 1);
  bool IsOther = Before == "." || Before == "->" || Before == "::";
  if (T.word(At + 1) == "[" || Before == "sizeof" || IsOther)
    return false;
  size_t Open = T.around(At);
  StringRef Callee = Open == HostTokens::None ? "" : T.word(Open - 1);
  return T.word(Open) != "(" ||
         (Callee != "clEnqueueNDRangeKernel" && Callee != "sizeof");
}

/// Reads every mention of \p Name in \p Scope.
HostConstants::Variable HostConstants::read(const std::string &Name,
                                            TokenSpan Scope,
                                            bool IsLocal) const {
  Variable V;
  std::vector<size_t> All;
  for (size_t At : M.all(Name)) {
    bool Inside = At >= Scope.Begin && At < Scope.End;
    if (Inside && (IsLocal || !M.around(At)))
      All.push_back(At);
  }
  bool IsConst = llvm::any_of(All, [&](size_t At) {
    TokenSpan Type = M.typeOf(At);
    for (size_t I = Type.Begin; I < Type.End; ++I)
      if (T.word(I) == "const" || T.word(I) == "constexpr")
        return true;
    return false;
  });
  for (size_t At : All) {
    HostUse Use = M.use(At, IsConst);
    bool IsKnown = Use == HostUse::Declares ? declare(V, At)
                   : Use == HostUse::Stores ? !IsConst && store(V, At)
                                            : Use == HostUse::Reads;
    if (!IsKnown || (V.IsArray && !IsConst && isGivenAway(At)))
      return {};
  }
  size_t First = Scope.Begin < T.size() ? T[Scope.Begin].Begin : 0;
  size_t Last = Scope.End ? T[Scope.End - 1].End : 0;
  if (V.Declared && (IsLocal || (IsConst && isOfFile(V))) &&
      !M.isHidden(Name, First, Last))
    return V;
  return {};
}

/// The variable that token \p At names; null if it may have any value.
HostConstants::Variable *HostConstants::variable(size_t At) const {
  const std::string &Name = T[At].Text;
  StringRef Before = T.word(At - 1);
  if (Before == "::" || Before == "." || Before == "->")
    return nullptr; // Of something else.
  const HostFunction *F = M.around(At);
  bool IsLocal = F && llvm::any_of(M.all(Name), [&](size_t I) {
                   bool Inside = F->Head.Begin <= I && I < F->Body.End;
                   bool Declares = M.typeOf(I).size() || I < F->Head.End ||
                                   M.use(I, /*IsConst=*/true) == HostUse::Other;
                   return Inside && Declares;
                 });
  if (!IsLocal)
    F = nullptr;
  auto [It, New] = Variables.try_emplace({F, Name});
  if (New)
    It->second = read(Name,
                      IsLocal ? TokenSpan{F->Head.Begin, F->Body.End}
                              : TokenSpan{0, T.size()},
                      IsLocal);
  Variable &V = It->second;
  return V.Declared && isWithin(V, At) ? &V : nullptr;
}

/// Token \p At stands where the variable is known.
bool HostConstants::isWithin(const Variable &V, size_t At) const {
  size_t Block = T.around(V.Declared);
  if (Block == HostTokens::None)
    return true;
  bool IsSwitch = false;
  if (T.word(Block - 1) == ")" && T.opening(Block - 1) != HostTokens::None)
    IsSwitch = T.word(T.opening(Block - 1) - 1) == "switch";
  return !IsSwitch && V.Declared < At && At < T.behind(Block);
}

std::optional<int64_t> HostConstants::valueAt(size_t At, int64_t Index) const {
  Variable *V = variable(At);
  auto It = V ? V->Elements.find(Index) : decltype(V->Elements.end())();
  if (!V || It == V->Elements.end() || At < It->second.first)
    return std::nullopt;
  auto [Known, New] = V->Values.try_emplace(Index);
  if (New) {
    const Expr *E = evaluate(T, It->second.second, 0);
    bool Fits = E && E->isConst() && V->Type.Bytes >= 4;
    V->Values[Index] = Fits ? std::optional(E->value()) : std::nullopt;
  }
  return V->Values[Index];
}

/// An operator beside the macro's use cannot take \p Body apart.
static bool isUnit(const HostTokens &Body) {
  size_t Open = Body.size() > 1 && Body.isName(0) ? 1 : 0;
  return Body.size() == 1 ||
         (Body.word(Open) == "(" && Body.behind(Open) == Body.size());
}

/// Operators of \p Body cannot take apart what stands for its parameters.
static bool areUnits(const HostTokens &Body,
                     llvm::ArrayRef<std::string> Parameters) {
  for (size_t I = 0; I < Body.size(); ++I) {
    StringRef Before = Body.word(I - 1), Next = Body.word(I + 1);
    bool IsUnit =
        (Before == "(" || Before == ",") && (Next == ")" || Next == ",");
    if (llvm::is_contained(Parameters, Body.word(I)) && !IsUnit)
      return false;
  }
  return true;
}

/// Token \p At is all of a value.
static bool standsAlone(const HostTokens &In, size_t At) {
  StringRef Before = In.word(At - 1), Next = In.word(At + 1);
  return (Before.empty() || StringRef("(,={[").contains(Before)) &&
         (Next.empty() || StringRef("),;}]").contains(Next));
}

const Expr *HostConstants::expanded(const std::string &Macro,
                                    std::vector<const Expr *> Arguments,
                                    unsigned Depth) const {
  auto It = T.Functions.find(Macro);
  if (It == T.Functions.end() || It->second.Body.empty() ||
      It->second.Parameters.size() != Arguments.size() || Depth > MaxDepth)
    return nullptr;
  HostTokens Body(It->second.Body);
  if (!isUnit(Body) || !areUnits(Body, It->second.Parameters))
    return nullptr;
  Bindings Bound;
  for (size_t I = 0; I < Arguments.size(); ++I)
    Bound[It->second.Parameters[I]] = Arguments[I];
  return evaluate(Body, {0, Body.size()}, Depth, Bound);
}

const Expr *HostConstants::evaluate(const HostTokens &In, TokenSpan S,
                                    unsigned Depth,
                                    const Bindings &Bound) const {
  if (!T.Odd.empty()) // Any name may stand for something else.
    return nullptr;
  return HostParser(
             In, S, Pool,
             [&](size_t At) {
               auto It = Bound.find(In[At].Text);
               return It == Bound.end() ? named(In, At, Depth + 1) : It->second;
             },
             [&](const std::string &Macro, std::vector<const Expr *> Args) {
               return expanded(Macro, std::move(Args), Depth + 1);
             })
      .all();
}

/// What the name at \p At stands for, with the subscript behind it.
const Expr *HostConstants::named(const HostTokens &In, size_t At,
                                 unsigned Depth) const {
  const std::string &Name = In[At].Text;
  const Expr *Unknown = Pool.opaque("host " + Name, HostWide);
  bool IsElement = In.word(At + 1) == "[";
  if (auto Macro = T.Macros.find(Name); Macro != T.Macros.end()) {
    HostTokens Body(Macro->second);
    bool IsWhole = isUnit(Body) || standsAlone(In, At);
    const Expr *V = Depth > MaxDepth || IsElement || !IsWhole
                        ? nullptr
                        : evaluate(Body, {0, Body.size()}, Depth);
    return V && V->isConst() ? V : Unknown;
  }
  StringRef Next = In.word(At + 1);
  if (Next == "." || Next == "->" || (IsElement && &In != &T))
    return nullptr;
  std::optional<int64_t> Index = 0;
  if (IsElement)
    Index = value({At + 2, T.behind(At + 1) - 1});
  if (IsElement)
    Unknown = Pool.opaque("host " + T.text({At, T.behind(At + 1)}), HostWide);
  std::optional<int64_t> V;
  if (&In == &T && Index && Depth <= MaxDepth)
    if (Variable *Of = variable(At); Of && Of->IsArray == IsElement)
      V = valueAt(At, *Index);
  return V ? Pool.constant(*V, HostWide) : Unknown;
}

/// The value of \p E, if it is a constant.
static std::optional<int64_t> constantOf(const Expr *E) {
  return E && E->isConst() ? std::optional(E->value()) : std::nullopt;
}

const Expr *HostConstants::expression(TokenSpan S) const {
  const Expr *E = evaluate(T, S, 0);
  return E ? E : Pool.opaque("host " + T.text(S), HostWide);
}

std::optional<int64_t> HostConstants::value(TokenSpan S) const {
  return constantOf(evaluate(T, S, 0));
}

std::optional<int64_t> HostConstants::element(TokenSpan S,
                                              int64_t Index) const {
  bool IsAddress = S.size() == 2 && T.word(S.Begin) == "&";
  size_t Name = S.Begin + IsAddress;
  if (S.size() != 1u + IsAddress || !T.isName(Name))
    return std::nullopt;
  Variable *V = T.Macros.count(T[Name].Text) ? nullptr : variable(Name);
  if (!V || V->IsArray == IsAddress || (IsAddress && Index != 0))
    return std::nullopt;
  return valueAt(Name, Index);
}

std::optional<int64_t> HostConstants::scalar(size_t At, unsigned &Bytes) const {
  Variable *V = T.Macros.count(T[At].Text) ? nullptr : variable(At);
  if (!V || V->IsArray)
    return std::nullopt;
  Bytes = V->Type.Bytes;
  return valueAt(At, 0);
}

/// Token \p I is the name of a variable, a member or a parameter that is an
/// integer, where it is declared.
bool HostConstants::declaresInteger(size_t I) const {
  size_t Open = T.around(I), Begin = I;
  if (Open == HostTokens::None || T.word(Open) != "(" || !T.isName(I - 1))
    return M.typeOf(I).size() != 0;
  while (Begin > Open + 1 && T.word(Begin - 1) != ",")
    --Begin;
  return hostInteger(T, {Begin, I}).Bytes != 0;
}

/// The declaration that token \p I may stand in has a word of those that make
/// its name a type.
bool HostConstants::mayDeclareType(size_t I) const {
  static const std::set<StringRef> Words = {
      "struct", "class", "union", "enum", "typename", "typedef", "using"};
  const size_t Open = T.around(I);
  const bool IsParameter = Open != HostTokens::None && T.word(Open) == "(";
  size_t First = M.beginOfStatement(I);
  if (T.word(First - 1) == "}" && T.opening(First - 1) != HostTokens::None)
    First = M.beginOfStatement(T.opening(First - 1)); // `} a, b;`
  for (size_t J = I; J > First && !(IsParameter && T.word(J - 1) == ",");) {
    --J;
    if (T.around(J) == Open && Words.count(T.word(J)))
      return true;
  }
  size_t Outer = I; // `typedef int (*name)(void);`
  while (T.around(Outer) != HostTokens::None && T.word(T.around(Outer)) == "(")
    Outer = T.around(Outer);
  return T.word(M.beginOfStatement(Outer)) == "typedef";
}

/// What token \p At names is an integer somewhere and a type nowhere, so that
/// `n * m` declares nothing.
bool HostConstants::isNoType(size_t At) const {
  const std::string &Name = T[At].Text;
  const std::vector<size_t> &All = M.all(Name);
  return !T.Macros.count(Name) &&
         !M.isHidden(Name, 0, T.size() ? T[T.size() - 1].End : 0) &&
         llvm::any_of(All, [&](size_t I) { return declaresInteger(I); }) &&
         llvm::none_of(All, [&](size_t I) { return mayDeclareType(I); });
}

/// Every variable or member called as token \p At is an integer.
bool HostConstants::isIntegerName(size_t At) const {
  bool IsInteger = false;
  for (size_t I : M.all(T[At].Text)) {
    StringRef Before = T.word(I - 1);
    if (declaresInteger(I)) {
      IsInteger = true;
      continue;
    }
    bool IsRead = M.use(I, /*IsConst=*/true) != HostUse::Other ||
                  Before == "&" || Before == "return" || Before == "else" ||
                  Before == "do" || !T.isName(I - 1);
    if (!IsRead || isDeclaredBehind(I))
      return false;
  }
  return IsInteger && !T.Macros.count(T[At].Text);
}

/// A declaration that begins with some type's name declares it, behind others
/// or as a pointer: `double scale = 1, count;`, `float *count`, `auto [x,
/// count]`.
bool HostConstants::isDeclaredBehind(size_t I) const {
  StringRef Before = T.word(I - 1);
  if (Before != "," && Before != "*" && Before != "&" && Before != "[")
    return false;
  const size_t Open = T.around(I);
  const bool IsBound = Open != HostTokens::None && T.word(Open) == "[" &&
                       (T.word(Open - 1) == "auto" || T.word(Open - 1) == "&");
  if (IsBound)
    return true;
  const size_t First = Open == HostTokens::None ? 0 : Open + 1;
  size_t Begin = I;
  while (Begin > First && T.word(Begin - 1) != ";" &&
         T.word(Begin - 1) != "}" && T.word(Begin - 1) != "{")
    --Begin;
  while (Begin < I && (T.word(Begin) == "const" || T.word(Begin) == "static" ||
                       T.word(Begin) == "extern"))
    ++Begin;
  size_t Type = Begin;
  while (T.isName(Type) && T.word(Type + 1) == "::" && T.isName(Type + 2))
    Type += 2;
  // A call or an assignment has no name behind its first one.
  size_t Behind = Type + 1;
  while (Behind < I && (T.word(Behind) == "*" || T.word(Behind) == "&"))
    ++Behind;
  return Type < I && T.isName(Type) && T.word(Type) != "return" &&
         T.isName(Behind) && !hostInteger(T, {Begin, Type + 1}).Bytes &&
         T.around(I) == T.around(Begin) && !(Type == Begin && isNoType(Type));
}

bool HostConstants::isPlainMacro(const std::string &Name,
                                 unsigned Depth) const {
  bool IsPlainOne = false;
  for (const HostDefinition &D : T.Definitions) {
    if (D.Name != Name)
      continue;
    HostTokens Body(D.Macro.Body);
    IsPlainOne = true;
    if (Depth > MaxDepth || Body.size() == 0 ||
        !isPlain(Body, {0, Body.size()}, D.Macro.Parameters, Depth + 1))
      return false;
  }
  return IsPlainOne;
}

bool HostConstants::isPlain(const HostTokens &In, TokenSpan S,
                            llvm::ArrayRef<std::string> Parameters,
                            unsigned Depth) const {
  for (size_t I = S.Begin; I < S.End; ++I) {
    StringRef Word = In.word(I);
    bool IsNumber = !Word.empty() && llvm::isDigit(Word[0]) &&
                    In.word(I + 1) != "." && In.word(I - 1) != ".";
    uint64_t N = 0;
    bool IsOperator = StringRef("+-*/%()[],").contains(Word) || Word == "<<" ||
                      Word == ">>" || Word == "." || Word == "->";
    if ((IsOperator && Word.size() == 1) || Word == "<<" || Word == ">>" ||
        Word == "->" || llvm::is_contained(Parameters, Word))
      continue;
    if (IsNumber && !Word.rtrim("uUlLzZ").getAsInteger(0, N))
      continue;
    if (Word == "sizeof" && In.word(I + 1) == "(") {
      I = In.behind(I + 1) - 1;
      continue;
    }
    if (!In.isName(I))
      return false;
    bool IsBase = In.word(I + 1) == "." || In.word(I + 1) == "->";
    if (IsBase || hostInteger(In, {I, I + 1}).Bytes || Word == "long")
      continue;
    if (T.Macros.count(In[I].Text)
            ? isPlainMacro(In[I].Text, Depth)
            : &In == &T && In.word(I + 1) != "(" && isIntegerName(I))
      continue;
    return false;
  }
  return true;
}

bool HostConstants::isPlainInteger(TokenSpan S) const {
  return isPlain(T, S, {}, 0);
}
