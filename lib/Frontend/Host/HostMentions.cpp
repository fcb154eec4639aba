//===- HostMentions.cpp - What a host does with a variable ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostMentions.h"
#include "Host/HostParser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace bankfix;
using llvm::StringRef;

/// Words that stand before a variable that they do not declare.
static bool isKeyword(StringRef Text) {
  return llvm::StringSwitch<bool>(Text)
      .Cases({"return", "else", "case", "goto", "sizeof", "do"}, true)
      .Default(false);
}

static HostInteger integerOf(StringRef Word) {
  bool IsOpenCL = Word.consume_front("cl_");
  if (IsOpenCL && Word == "long")
    return {8, true};
  return llvm::StringSwitch<HostInteger>(Word)
      .Case("int", {4, true})
      .Cases({"uint", "unsigned"}, {4, false})
      .Cases({"int32_t"}, {IsOpenCL ? 0u : 4u, true})
      .Cases({"uint32_t"}, {IsOpenCL ? 0u : 4u, false})
      .Cases({"size_t", "uint64_t", "uintptr_t"}, {IsOpenCL ? 0u : 8u, false})
      .Cases({"int64_t", "ssize_t", "ptrdiff_t", "intptr_t"},
             {IsOpenCL ? 0u : 8u, true})
      .Case("ulong", {IsOpenCL ? 8u : 0u, false})
      .Default({});
}

HostInteger bankfix::hostInteger(const HostTokens &T, TokenSpan S) {
  HostInteger Out;
  bool IsLong = false, IsUnsigned = false;
  for (size_t I = S.Begin; I < S.End; ++I) {
    StringRef Word = T.word(I);
    if (Word == "const" || Word == "static" || Word == "constexpr" ||
        Word == "register" || Word == "std" || Word == "::")
      continue;
    if (Word == "long" && IsLong)
      Out = {8, true}; // One `long` is as long as the machine likes.
    else if (Word == "long" || Word == "signed")
      Out.Bytes += 0;
    else if (HostInteger Here = integerOf(Word); Here.Bytes && !Out.Bytes)
      Out = Here;
    else if (Word != "int" || !IsUnsigned)
      return {};
    IsLong |= Word == "long";
    IsUnsigned |= Word == "unsigned";
  }
  if (IsLong && Out.Bytes != 8)
    return {};
  Out.IsSigned &= !IsUnsigned;
  return Out;
}

static bool isTypeWord(StringRef Word) {
  return integerOf(Word).Bytes ||
         llvm::StringSwitch<bool>(Word)
             .Cases({"const", "static", "constexpr", "register", "std",
                     "::", "long", "signed"},
                    true)
             .Default(false);
}

HostMentions::HostMentions(const HostTokens &T, bool IsCpp,
                           const SeenNames &Seen)
    : T(T), IsCpp(IsCpp), Seen(Seen), Functions(hostFunctions(T)) {
  for (size_t I = 0; I < T.size(); ++I) {
    if (T[I].IsName)
      ByName[T[I].Text].push_back(I);
    StringRef Word = T.word(I);
    HasOperators |= Word == "operator";
    HasAssembly |= Word == "asm" || Word == "__asm__" || Word == "__asm";
  }
  for (const HostDefinition &D : T.Definitions) {
    HostTokens Body(D.Macro.Body);
    for (size_t I = 0; I < Body.size(); ++I)
      if (Body[I].IsName &&
          !llvm::is_contained(D.Macro.Parameters, Body[I].Text))
        InMacros.insert(Body[I].Text);
  }
}

const std::vector<size_t> &HostMentions::all(const std::string &Name) const {
  static const std::vector<size_t> NoTokens;
  auto It = ByName.find(Name);
  return It == ByName.end() ? NoTokens : It->second;
}

const HostFunction *HostMentions::around(size_t At) const {
  for (const HostFunction &F : Functions)
    if (F.Head.Begin <= At && At < F.Body.End)
      return &F;
  return nullptr;
}

bool HostMentions::isHidden(StringRef Name, size_t Begin, size_t End) const {
  auto IsHere = [&](const HostToken &H) {
    return H.Text == Name && Begin <= H.Begin && H.Begin < End;
  };
  return InMacros.count(Name.str()) || llvm::any_of(T.Hidden, IsHere);
}

size_t HostMentions::beginOfStatement(size_t At) const {
  size_t Open = T.around(At), First = Open == HostTokens::None ? 0 : Open + 1;
  size_t I = At;
  while (I > First) {
    StringRef Before = T.word(I - 1);
    size_t List = Before == "}" ? T.opening(I - 1) : HostTokens::None;
    if (List != HostTokens::None &&
        (T.word(List - 1) == "=" || T.word(List - 1) == ",")) {
      I = List; // A value.
      continue;
    }
    bool Ends = Before == ";" || Before == "{" || Before == "}";
    if (Ends && T.around(I - 1) == Open)
      break;
    --I;
  }
  return I;
}

TokenSpan HostMentions::typeOf(size_t At) const {
  size_t Open = T.around(At);
  if (Open != HostTokens::None && T.word(Open) != "{")
    return {};
  TokenSpan Type{beginOfStatement(At), 0};
  for (Type.End = Type.Begin; Type.End < At && isTypeWord(T.word(Type.End));)
    ++Type.End;
  if (!hostInteger(T, Type).Bytes)
    return {};
  bool IsNext = T.word(At - 1) == "," && T.around(At - 1) == Open;
  return At == Type.End || IsNext ? Type : TokenSpan{};
}

static bool assigns(StringRef Word) {
  return (Word.ends_with("=") && Word != "==" && Word != "!=" && Word != "<=" &&
          Word != ">=") ||
         Word == "and_eq" || Word == "or_eq" || Word == "xor_eq";
}

/// The body of the macro \p Name only reads what it gets, whichever of its
/// definitions holds. \p Shifts: `>>` is one of integers.
bool HostMentions::isPlainMacro(StringRef Name, bool Shifts,
                                unsigned Depth) const {
  bool IsKnown = false;
  for (const HostDefinition &D : T.Definitions) {
    if (D.Name != Name)
      continue;
    IsKnown = true;
    HostTokens Body(D.Macro.Body);
    for (size_t I = 0; I < Body.size(); ++I) {
      StringRef Word = Body.word(I);
      bool Changes = assigns(Word) || Word == "++" || Word == "--" ||
                     Word == "&" || Word == "#" || Word == "..." ||
                     Word == "auto" || Word == "__VA_ARGS__" ||
                     (!Shifts && Word == ">>"); // `std::cin >> x`
      bool Calls =
          Body[I].IsName && Body.word(I + 1) == "(" &&
          (Depth > 4 || !isPlainMacro(Body[I].Text, Shifts, Depth + 1));
      if (Changes || Calls)
        return false;
    }
  }
  return IsKnown;
}

/// Calls of OpenCL that read what lies at an address.
static bool readsAddress(StringRef Callee, size_t Argument) {
  if (Callee == "clSetKernelArg")
    return Argument == 3;
  if (Callee == "clEnqueueNDRangeKernel")
    return Argument >= 3 && Argument <= 5;
  return Callee == "clEnqueueWriteBuffer" && Argument == 5;
}

/// \p S is all of an argument, or of a list, and what gets it only reads it.
bool HostMentions::isArgumentRead(TokenSpan S, bool IsAddress) const {
  StringRef Next = T.word(S.End), Before = T.word(S.Begin - 1);
  size_t Open = T.around(S.Begin);
  bool IsWhole = (Before == "(" || Before == "," || Before == "{") &&
                 (Next == ")" || Next == "," || Next == "}");
  if (!IsWhole || Open == HostTokens::None || Open == 0)
    return false;
  if (T.word(Open) == "{") {
    bool IsList = T.word(Open - 1) == "=" && T.word(Open - 2) == "]";
    size_t Bracket = IsList ? T.opening(Open - 2) : HostTokens::None;
    return !IsAddress && Bracket != HostTokens::None && Bracket > 0 &&
           typeOf(Bracket - 1).size();
  }
  std::optional<HostCall> C = T.call(Open - 1);
  if (!C)
    return false;
  size_t Number = 0;
  while (Number < C->Args.size() && C->Args[Number].End <= S.Begin)
    ++Number;
  StringRef Callee = T.word(Open - 1), Of = T.word(Open - 2);
  bool IsMacro = T.Macros.count(Callee.str());
  if (IsMacro || Of == "." || Of == "->")
    return IsMacro && !IsAddress &&
           isPlainMacro(Callee,
                        /*Shifts=*/!IsCpp || Seen.isRead(T[S.Begin].Begin));
  if (readsAddress(Callee, Number))
    return true;
  return !IsAddress && (!IsCpp || isOfLibrary(Open - 1));
}

/// The function that token \p Callee calls takes no references; or it only
/// reads what they lead to.
bool HostMentions::isOfLibrary(size_t Callee) const {
  StringRef Name = T.word(Callee), Of = T.word(Callee - 1);
  if (Name == "NDRange")
    return Of == "::";
  const bool IsC = Name == "printf" || Name == "fprintf" || Name == "sprintf" ||
                   Name == "snprintf";
  if (Of == "::")
    return IsC && (T.word(Callee - 2) == "std" || !T.isName(Callee - 2));
  const bool IsOpenCL =
      Name.starts_with("cl") && Name.size() > 2 && llvm::isUpper(Name[2]);
  // The text may have a function of that name.
  return (IsC || IsOpenCL) && llvm::none_of(all(Name.str()), [&](size_t I) {
           StringRef Before = T.word(I - 1);
           return (T.isName(I - 1) && !isKeyword(Before)) || Before == "*" ||
                  Before == "&" || Before == ">";
         });
}

/// `auto [n, m]`, or a parameter of a lambda.
bool HostMentions::isRenamed(size_t At) const {
  for (size_t Open = T.around(At); Open != HostTokens::None && Open > 0;
       Open = T.around(Open)) {
    StringRef Before = T.word(Open - 1);
    if (T.word(Open) == "[" &&
        (Before == "auto" || Before == "&" || Before == "&&"))
      return true;
    if (T.word(Open) == "(" && (Before == "]" || Before == "catch"))
      return true;
    if (T.word(Open) == "{")
      return false;
  }
  return false;
}

/// What token \p At, behind `=`, initializes or is assigned to holds a copy.
bool HostMentions::isCopied(size_t At) const {
  if (!IsCpp || Seen.isRead(T[At].Begin))
    return true;
  size_t I = beginOfStatement(At);
  while (isTypeWord(T.word(I)) || hostTypeSize(T.word(I)) ||
         T.word(I) == "auto" || T.word(I) == "bool" || T.word(I) == "cl" ||
         T.word(I) == "NDRange")
    ++I;
  // What is left names one place; two names are a type that may be anything.
  for (; I < At && T.word(I) != "="; ++I) {
    StringRef Word = T.word(I);
    if (Word == "[")
      I = T.behind(I) - 1;
    else if (Word == "&" || Word == "&&" || Word == "(" || Word == "<" ||
             (T.isName(I) && T.isName(I + 1)))
      return false;
  }
  return true;
}

/// What stands before the value at [Begin, End), the name \p At, does not
/// change it.
bool HostMentions::isReadAfter(size_t At, size_t Begin, size_t End) const {
  StringRef Before = T.word(Begin - 1), Next = T.word(End);
  static const std::set<StringRef> Operators = {
      "+", "-", "/",  "%",  "<",  "<=", ">=", "==", "!=", "||", "^", "|",
      "!", "~", "+=", "-=", "*=", "/=", "%=", "<<", "[",  ";",  "{", "}"};
  static const std::set<StringRef> Behind = {"+",  "-",  "*",  "/",  "%",  "<",
                                             ">",  "<=", ">=", "==", "!=", "<<",
                                             ">>", "&&", "||", "^",  "|",  "&"};
  bool IsOperand = Behind.count(Next);
  if (Before == "{" && (Next == "," || Next == "}"))
    return isArgumentRead({Begin, End}, false);
  if (Operators.count(Before))
    return true;
  if (Before == "*") {
    StringRef Left = T.word(Begin - 2), Further = T.word(Begin - 3);
    bool IsType = Left == "void" || Left == "char" || Left == "float" ||
                  Left == "double" || Left == "const" || Left == "auto" ||
                  Left.ends_with("_t") || Left.starts_with("cl_") ||
                  integerOf(Left).Bytes || Left == ">" || Left == "*";
    bool Starts = Further == ";" || Further == "{" || Further == "}" ||
                  Further == "(" || Further == "struct";
    return !IsType && (!Starts || llvm::isDigit(Left.empty() ? 'x' : Left[0]) ||
                       (Further == "(" && T.word(Begin - 4) != ")"));
  }
  if (Before == ")") { // A cast.
    size_t Open = T.opening(Begin - 1);
    bool IsVoid = Open + 3 == Begin && T.word(Open + 1) == "void";
    return Open != HostTokens::None && !T.isName(Open - 1) &&
           (IsVoid || hostInteger(T, {Open + 1, Begin - 1}).Bytes);
  }
  if (Before == "(" || Before == ",")
    return IsOperand || isArgumentRead({Begin, End}, false);
  if (Before == "case" || Before == "sizeof")
    return true;
  if (Before == "=")
    return isCopied(At);
  bool IsC = Before == ">>" || Before == "&&" || Before == ">" ||
             Before == "return" || Before == "?" || Before == ":";
  if (Before == "&" && T.isName(Begin - 2))
    IsC = IsOperand;
  return IsC && !IsCpp;
}

bool HostMentions::isRead(size_t At, bool IsConst) const {
  size_t Begin = At, End = At + 1;
  if (T.word(End) == "[")
    End = T.behind(End);
  while (T.word(Begin - 1) == "(" && T.word(End) == ")" &&
         !T.isName(Begin - 2) && T.word(Begin - 2) != ")" &&
         T.word(Begin - 2) != "]") {
    --Begin;
    ++End;
  }
  StringRef Before = T.word(Begin - 1), Next = T.word(End);
  bool Changes = Next == "++" || Next == "--" || Next == "(" || Next == "{" ||
                 Next == "[" || assigns(Next) || Before == "++" ||
                 Before == "--";
  if (Changes)
    return false;
  if (T.word(Begin - 1) == "(" && Next == ")") {
    StringRef Control = T.word(Begin - 2);
    if (Control == "if" || Control == "while" || Control == "switch" ||
        Control == "sizeof")
      return true;
  }
  if (IsConst)
    return Before != "*" || isReadAfter(At, Begin, End);
  StringRef Left = T.word(Begin - 2);
  bool IsAddress = Before == "&" && !T.isName(Begin - 2) && Left != "]" &&
                   !llvm::isDigit(Left.empty() ? 'x' : Left[0]);
  if (!IsAddress)
    return isReadAfter(At, Begin, End);
  size_t First = Begin - 1;
  while (T.word(First - 1) == ")" && // `(void *)&n`
         T.opening(First - 1) != HostTokens::None)
    First = T.opening(First - 1);
  return isArgumentRead({First, End}, true);
}

HostUse HostMentions::use(size_t At, bool IsConst) const {
  StringRef Before = At ? T.word(At - 1) : "", Next = T.word(At + 1);
  if (Before == "." || Before == "->" || Before == "::")
    return HostUse::Reads; // Of something else.
  if (typeOf(At).size())
    return Next == "=" || Next == "[" || Next == ";" || Next == ","
               ? HostUse::Declares
               : HostUse::Other;
  bool IsTyped = T.isName(At - 1) && !isKeyword(Before);
  if (IsTyped || isRenamed(At) || HasAssembly ||
      (!IsConst && (Seen.Bound.count(T[At].Begin) || (IsCpp && HasOperators))))
    return HostUse::Other;
  size_t Last = Next == "[" ? T.behind(At + 1) : At + 1;
  bool Starts = Before == ";" || Before == "{" || Before == "}";
  if (Starts && T.word(Last) == "=")
    return HostUse::Stores;
  return isRead(At, IsConst) ? HostUse::Reads : HostUse::Other;
}
