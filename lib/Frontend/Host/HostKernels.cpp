//===- HostKernels.cpp - Kernels that variables hold ----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostKernels.h"
#include "Host/HostConstants.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace bankfix;
using llvm::StringRef;

/// A type of kernels, in C or in C++.
static bool isType(StringRef Text) {
  return Text == "cl_kernel" || Text == "Kernel";
}

/// Copies of copies that are followed.
static constexpr unsigned MaxCopies = 8;

static bool isNull(StringRef Text) {
  return Text == "NULL" || Text == "0" || Text == "nullptr";
}

/// `clCreateKernel(program, "name", &error)` at \p At, or `cl::Kernel(...)`:
/// where it ends. \p At becomes what is called.
static std::optional<size_t> creation(const HostTokens &T, size_t &At) {
  if (T.word(At) == "cl" && T.word(At + 1) == "::")
    At += 2;
  std::optional<HostCall> C =
      T.word(At) == "clCreateKernel" || T.word(At) == "Kernel" ? T.call(At)
                                                               : std::nullopt;
  return C ? std::optional(C->End) : std::nullopt;
}

/// Behind `k` or `k[2]`.
size_t HostKernels::behindVariable(size_t At) const {
  return T.word(At + 1) == "[" ? T.behind(At + 1) : At + 1;
}

/// `k`, `k[2]`, or "" for an element that is not known.
std::string HostKernels::textOf(size_t At) const {
  if (T.word(At + 1) != "[")
    return T[At].Text;
  std::string Index = T.text({At + 2, T.behind(At + 1) - 1});
  if (auto Macro = T.Macros.find(Index); Macro != T.Macros.end())
    Index = Macro->second;
  bool IsNumber = !Index.empty() && llvm::all_of(Index, llvm::isDigit) &&
                  (Index[0] != '0' || Index.size() == 1);
  return IsNumber ? T[At].Text + "[" + Index + "]" : "";
}

/// Token \p At is the name in a declaration of kernels, or of a pointer to
/// some.
bool HostKernels::isDeclared(size_t At) const {
  if (T.word(At - 1) == "*" && isType(T.word(At - 2)))
    --At;
  if (!isType(T.word(At - 1)) && T.word(At - 1) != ",")
    return false;
  size_t I = M.beginOfStatement(At), Open = T.around(At);
  if (Open != HostTokens::None && T.word(Open) != "{")
    return false;
  while (T.word(I) == "static" || T.word(I) == "extern" || T.word(I) == "cl" ||
         T.word(I) == "::" || T.word(I) == "public" || T.word(I) == "private" ||
         T.word(I) == ":")
    ++I;
  bool IsNext = T.word(At - 1) == "," && T.around(At - 1) == Open;
  return isType(T.word(I)) && (I + 1 == At || (IsNext && I < At));
}

/// Token \p At is a function's parameter that is a kernel.
bool HostKernels::isParameter(size_t At) const {
  return T.isName(At) && T.word(At - 1) == "cl_kernel" &&
         (T.word(At + 1) == ")" || T.word(At + 1) == ",") &&
         T.word(T.around(At)) == "(";
}

/// Token \p At is a member that a constructor makes before its body,
/// `App(cl::Program &p) : kernel(p, "scan") {`, which no flags change.
bool HostKernels::isInitialized(size_t At) const {
  const HostFunction *F = M.around(At);
  if (!F || At >= F->Head.End || T.around(At) != T.around(F->Body.Begin) ||
      (T.word(At - 1) != ":" && T.word(At - 1) != ",") ||
      T.isParted(F->Head.Begin, F->Body.Begin))
    return false;
  return llvm::any_of(M.all(T[At].Text), [&](size_t I) {
    size_t Type = I - 1;
    while (T.word(Type) == "," && T.isName(Type - 1)) // `cl::Kernel k, l;`
      Type -= 2;
    return isDeclared(I) && T.word(Type) == "Kernel";
  });
}

/// Token \p At, in \p F, says that the function has a variable of that name.
bool HostKernels::declaresIn(const HostFunction &F, size_t At) const {
  StringRef Before = T.word(At - 1);
  if (Before == "." || Before == "->" || Before == "::")
    return false;
  bool IsTyped = T.isName(At - 1) && Before != "return" && Before != "else" &&
                 Before != "case" && Before != "delete";
  bool IsParameter = At < F.Head.End && T.word(At + 1) != "(";
  return IsParameter || isDeclared(At) || IsTyped || Before == "*" ||
         Before == ">" ||
         ((Before == "&" || Before == "&&") && T.isName(At - 2)) ||
         (T.word(T.around(At)) == "[" && T.word(T.around(At) - 1) == "auto");
}

HostKernels::Key HostKernels::keyOf(size_t At) const {
  StringRef Before = T.word(At - 1);
  const HostFunction *F = M.around(At);
  auto Declares = [&](size_t I) {
    return F->Head.Begin <= I && I < F->Body.End && declaresIn(*F, I);
  };
  if (Before == "." || Before == "->" || Before == "::" || !F ||
      llvm::none_of(M.all(T[At].Text), Declares) || isHiddenInPart(*F, At))
    F = nullptr;
  return {F, textOf(At)};
}

/// Some block or lambda of \p F has a variable of token \p At's name, and the
/// rest of \p F another one that is not its own.
bool HostKernels::isHiddenInPart(const HostFunction &F, size_t At) const {
  const std::vector<size_t> &All = M.all(T[At].Text);
  return llvm::any_of(All,
                      [&](size_t I) {
                        return F.Body.Begin < I && I < F.Body.End &&
                               isDeclared(I) && T.around(I) != F.Body.Begin;
                      }) &&
         llvm::any_of(All,
                      [&](size_t I) { return !M.around(I) && isDeclared(I); });
}

/// Memory for kernels at \p At, of which none is one yet, or null: where it
/// ends.
static std::optional<size_t> noKernels(const HostTokens &T, size_t At) {
  if (isNull(T.word(At)))
    return At + 1;
  if (T.word(At) == "new" && isType(T.word(At + 1)) && T.word(At + 2) == "[")
    return T.behind(At + 2);
  if (T.word(At) == "(" && isType(T.word(At + 1)) && T.word(At + 2) == "*" &&
      T.word(At + 3) == ")")
    At += 4;
  bool IsMemory = T.word(At) == "malloc" || T.word(At) == "calloc";
  std::optional<HostCall> C =
      IsMemory && !T.Macros.count(T[At].Text) ? T.call(At) : std::nullopt;
  return C ? std::optional(C->End) : std::nullopt;
}

/// `k = ` the value at \p Value; \p Made is what makes it.
HostKernels::Use HostKernels::assigned(size_t Value, size_t &Made) const {
  std::optional<size_t> End = noKernels(T, Value);
  bool IsList = T.word(Value) == "{";
  for (size_t I = Value + 1; IsList && I + 1 < T.behind(Value); ++I)
    IsList = isNull(T.word(I)) || T.word(I) == ",";
  if (IsList)
    End = T.behind(Value);
  Use How = Use::Keeps;
  if (!End) {
    How = Use::Makes;
    End = endOfMaking(T, Value, Makers);
  }
  if (!End) {
    How = Use::Creates;
    End = creation(T, Value);
  }
  Made = Value;
  StringRef Next = End ? T.word(*End) : "";
  return Next == ";" || Next == "," || Next == ")" ? How : Use::Other;
}

/// Token \p At declares a variable that is a kernel, and that nobody else has.
bool HostKernels::isOwn(size_t At) const {
  bool IsKernel = false, IsShared = false;
  for (size_t I = M.beginOfStatement(At); I < At; ++I) {
    IsKernel |= T.word(I) == "cl_kernel";
    IsShared |= T.word(I) == "extern";
  }
  return IsKernel && !IsShared && isDeclared(At) && T.word(At - 1) != "*" &&
         T.word(At + 1) != "[";
}

/// The variable of kernels that \p S is; empty: it is something else.
TokenSpan HostKernels::pathIn(TokenSpan S) const {
  for (size_t I = S.Begin; I < S.End; ++I) {
    const bool IsName = (I - S.Begin) % 2 == 0;
    const bool IsPart =
        IsName ? T.isName(I) && !T.Macros.count(T[I].Text)
               : T.word(I) == "." || T.word(I) == "->" || T.word(I) == "::";
    if (!IsPart)
      return {};
  }
  const bool IsVariable =
      S.size() % 2 == 1 && Candidates.count(T[S.End - 1].Text);
  return IsVariable ? S : TokenSpan{};
}

/// The variables of kernels that `k`, token \p At, a local one, may be set to:
/// the text of `app->k` in `cl_kernel k = app->k;` or `k = app->k;`, both in
/// `k = big ? app->k : app->l;`. Empty: it is not set so.
std::vector<TokenSpan> HostKernels::copied(size_t At) const {
  if (!T.isName(At) || T.word(At + 1) != "=" || !keyOf(At).first)
    return {};
  const StringRef Before = T.word(At - 1);
  const bool Starts = Before == ";" || Before == "{" || Before == "}" ||
                      Before == ")" || Before == "else" || Before == ":";
  if (!Starts && !isDeclared(At))
    return {};
  if (!llvm::all_of(M.all(T[At].Text), [&](size_t I) {
        const HostFunction &F = *M.around(At);
        return I < F.Head.Begin || I >= F.Body.End || !declaresIn(F, I) ||
               isOwn(I);
      }))
    return {};
  const size_t End = endOfValue(T, At + 2);
  if ((T.word(End) != ";" && (T.word(End) != "," || Starts)) ||
      T.isParted(At, End))
    return {};
  std::vector<TokenSpan> Out;
  size_t Begin = At + 2;
  for (size_t I = Begin; I <= End; ++I) {
    if (I != End && T.word(I) != "?" && T.word(I) != ":") {
      I = T.word(I) == "(" || T.word(I) == "[" ? T.behind(I) - 1 : I;
      continue;
    }
    if (T.word(I) != "?") // Else it is a condition.
      Out.push_back(pathIn({Begin, I}));
    if (T.word(I) != "?" && Out.back().size() == 0)
      return {};
    Begin = I + 1;
  }
  return Out;
}

/// Tokens [\p Begin, \p End) are what some local variable may be set to: what
/// becomes of that is seen there.
bool HostKernels::isCopied(size_t Begin, size_t End) const {
  const StringRef Before = T.word(Begin - 1);
  if (Before != "=" && Before != "?" && Before != ":")
    return false;
  size_t Equals = Begin - 1;
  const size_t First = M.beginOfStatement(Begin);
  while (Equals > First &&
         (T.word(Equals) != "=" || T.around(Equals) != T.around(Begin)))
    --Equals;
  return Equals > First && llvm::any_of(copied(Equals - 1), [&](TokenSpan S) {
           return S.Begin == Begin && S.End == End;
         });
}

/// A kernel that is argument [At, End) of a call.
HostKernels::Use HostKernels::argument(size_t At, size_t End) const {
  if (InFunctors.count(At))
    return Use::Keeps;
  size_t Open = T.around(At);
  if (T.word(Open) != "(" || Open == 0)
    return Use::Other;
  std::optional<HostCall> C = T.call(Open - 1);
  StringRef Callee = T.word(Open - 1);
  if (!C || (T.word(End) != ")" && T.word(End) != ","))
    return Use::Other;
  size_t Number = 0;
  while (Number < C->Args.size() && C->Args[Number].End < End)
    ++Number;
  size_t Begin = C->Args[Number].Begin;
  bool IsWhole = Begin == At;
  for (size_t I = Begin; !IsWhole && I < At; ++I) // `app->k`
    IsWhole = I + 1 == At &&
              (T.word(I) == "." || T.word(I) == "->" || T.word(I) == "::");
  if (!IsWhole)
    return Use::Other;
  if ((kernelArgument(Callee) == Number || Callee == "free") &&
      !T.Macros.count(Callee.str()))
    return Use::Keeps;
  if (auto Macro = T.Functions.find(Callee.str()); Macro != T.Functions.end()) {
    HostTokens Body(Macro->second.Body);
    bool Keeps = Number < Macro->second.Parameters.size() && Body.size();
    for (size_t I = 0; I < Body.size() && Keeps; ++I) {
      if (Body.word(I) != Macro->second.Parameters[Number])
        continue;
      size_t Around = Body.around(I);
      std::optional<HostCall> In = Around != HostTokens::None && Around > 0
                                       ? Body.call(Around - 1)
                                       : std::nullopt;
      auto Of = In ? kernelArgument(Body.word(Around - 1)) : std::nullopt;
      Keeps = Of && *Of < In->Args.size() && In->Args[*Of].Begin == I &&
              In->Args[*Of].size() == 1;
    }
    return Keeps ? Use::Keeps : Use::Other;
  }
  if (Passed.count(T[At].Begin))
    return Use::Passes;
  auto Function = M.IsCpp ? Known.end() : Known.find(Callee.str());
  const bool IsTaken = Function != Known.end() &&
                       Function->second.count(Number) && !T.isName(Open - 2);
  return IsTaken ? Use::Passes : Use::Other;
}

/// What token \p At, which names a variable, does with it. \p Made: what makes
/// the kernel, if it does that.
HostKernels::Use HostKernels::useOf(size_t At, size_t &Made) const {
  size_t End = behindVariable(At);
  StringRef Before = T.word(At - 1), Next = T.word(End);
  if (!copied(At).empty())
    return Use::Copies;
  if (isDeclared(At)) {
    size_t Value = At;
    if (Next == "(" && creation(T, Value))
      return Use::Other; // It is called as a type is.
    if (std::optional<HostCall> C = T.call(At)) {
      Made = At;
      return T.isParted(At, C->End - 1) ? Use::Other : Use::Creates;
    }
    if (Next == "=")
      return assigned(End + 1, Made);
    return Next == ";" || Next == "," ? Use::Declares : Use::Other;
  }
  if (isInitialized(At) && T.call(At)) {
    Made = At;
    return Use::Creates;
  }
  if (isParameter(At))
    return M.around(At) ? Use::Gets : Use::Keeps; // Of a declaration.
  if (Before == "auto" && Next == "=")
    return assigned(End + 1, Made);
  if (Before == "]" && T.word(At - 2) == "[" && T.word(At - 3) == "delete")
    return Use::Keeps;
  size_t First = At;
  while (T.word(First - 1) == "." || T.word(First - 1) == "->")
    First -= 2;
  StringRef Outside = T.word(First - 1);
  if (isCopied(First, End))
    return Use::Keeps;
  if (Outside == "return" && Next == ";" && !returningMaker(M, First).empty()) {
    Made = First;
    return Use::Returns;
  }
  bool Starts = Outside == ";" || Outside == "{" || Outside == "}" ||
                Outside == ")" || Outside == "(" || Outside == "else" ||
                Outside == ":";
  if (Next == "=" && Starts)
    return assigned(End + 1, Made);
  bool IsMethod =
      (Next == "." || Next == "->") &&
      (T.word(End + 1).starts_with("setArg") ||
       (T.word(End + 1).starts_with("get") && T.word(End + 1) != "get"));
  bool IsTest = ((Outside == "!" || Outside == "(") && Next == ")" &&
                 (T.word(First - 2) == "if" || T.word(First - 3) == "if")) ||
                Next == "==" || Next == "!=";
  if ((IsMethod && Starts) || (IsMethod && T.word(End + 2) == "<") || IsTest ||
      (IsMethod && (Outside == "=" || Outside == "," || Outside == "|=")))
    return Use::Keeps;
  return argument(At, End);
}

/// `k[i] = ..`, token \p At, of which \p Names are those of the elements.
void HostKernels::addElements(size_t At, llvm::ArrayRef<std::string> Names) {
  for (auto [I, Name] : llvm::enumerate(Names)) {
    const std::string Element = T[At].Text + "[" + std::to_string(I) + "]";
    Choice &V = Variables[Key{keyOf(At).first, Element}];
    if (!llvm::is_contained(V.Names, Name))
      V.Names.push_back(Name);
  }
}

void HostKernels::add(size_t At) {
  size_t Made = 0;
  Use How = useOf(At, Made);
  Key Of = keyOf(At);
  Key All{Of.first, T[At].Text};
  bool IsArray = T.word(At + 1) == "[" && !isDeclared(At);
  if (isDeclared(At) && !Declared.insert(All).second && Of.first)
    Variables[All].MayBeOther = true; // Two of one function.
  Choice &V = Variables[Of.second.empty() ? All : Of];
  // What gets all elements may set them.
  bool IsWhole =
      T.word(At + 1) != "[" && llvm::any_of(M.all(T[At].Text), [&](size_t I) {
        return T.word(I + 1) == "[" && keyOf(I).first == Of.first;
      });
  if (How == Use::Other) {
    V.MayBeOther = Variables[All].MayBeOther = true;
    StringRef Before = T.word(At - 1);
    const StringRef Next = T.word(behindVariable(At));
    const bool IsAssigned = Next == "=";
    const bool IsSet =
        IsAssigned && (Before == ";" || Before == "{" || Before == "}");
    if (!IsSet)
      Escapes.push_back(At);
    V.IsUnnamed |= IsAssigned || Next == "(" || Next == "{";
    IsLoose |= T.word(T.around(At)) == "{" && (Before == "{" || Before == ",");
  } else if (How == Use::Passes &&
             (IsWhole || (!IsArray && T.word(At + 1) == "["))) {
    V.MayBeOther = true;
  } else if (How == Use::Makes || How == Use::Gets) {
    V.MayBeOther = V.IsUnnamed = true;
  } else if (How == Use::Returns) {
    Returned.emplace_back(At, returningMaker(M, Made));
  } else if (How == Use::Copies) {
    llvm::append_range(Copies[Of], copied(At));
  } else if (How == Use::Creates) {
    const std::vector<std::string> Elements =
        IsArray && Of.second.empty()
            ? Names.ofElements(Made, {At + 2, T.behind(At + 1) - 1})
            : std::vector<std::string>();
    const std::vector<std::string> Any = Names.at(Made);
    if (!Elements.empty())
      return addElements(At, Elements);
    V.MayBeOther |= Any.empty();
    V.IsUnnamed |= Any.empty();
    CreatesAny |= Any.empty();
    for (const std::string &Name : Any)
      Created.try_emplace(Name, Made);
    for (const std::string &Name : Any)
      if (!llvm::is_contained(V.Names, Name))
        V.Names.push_back(Name);
  }
}

/// A creation, token \p At, that no variable is seen to hold.
void HostKernels::addLoose(size_t At) {
  const size_t Equals = T.word(At - 1) == "::" ? At - 3 : At - 1;
  const StringRef Outside = T.word(Equals);
  if (Outside == ";" || Outside == "}" || InFunctors.count(At))
    return; // Nobody has it.
  if (std::string Maker = returningMaker(M, Equals + 1); !Maker.empty())
    Returned.emplace_back(At, std::move(Maker));
  else if (Outside == "return" ||
           ((Outside == "(" || Outside == ",") &&
            !isGivenToOpenCL(T, {Equals + 1, T.behind(At + 1)})))
    Escapes.push_back(At);
  const size_t Name = Equals - 1;
  const bool IsSet = Outside == "=" && (T.isName(Name) || T.word(Name) == "]");
  // A variable of another type may give it to any.
  const StringRef Type = T.word(Name - 1);
  const bool IsOther =
      T.isName(Name) && (Type == "*" || (T.isName(Name - 1) && !isType(Type) &&
                                         Type != "auto" && Type != "else"));
  IsLoose |= !IsSet || IsOther;
}

HostKernels::HostKernels(const HostMentions &M, const HostNames &Known,
                         const FollowedHost &Followed,
                         llvm::ArrayRef<HostFunctor> Functors)
    : T(M.T), M(M), Known(Known.Functions), Makers(Known.Makers),
      Passed(Followed.Passed), Names(M, Followed) {
  for (const HostFunctor &F : Functors) {
    if (!F.Kernel.empty())
      Created.try_emplace(F.Kernel, F.Type);
    for (size_t I = F.Held.Begin; I < F.Held.End; ++I)
      InFunctors.insert(I);
  }
  for (size_t I = 0; I < T.size(); ++I) {
    bool IsNew =
        T.word(I) == "clCreateKernel" || (T.word(I) == "Kernel" && T.call(I));
    const bool CreatesAll =
        T.word(I) == "clCreateKernelsInProgram" || T.word(I) == "createKernels";
    IsLoose |= CreatesAll || T.word(I) == "clCloneKernel";
    CreatesAny |= CreatesAll || (IsNew && Names.at(I).empty()) ||
                  createsUnnamed(I, Functors);
    const HostFunction *F = M.around(I);
    const bool IsMaker = Makers.count(T[I].Text) && T.word(I + 1) == "(" &&
                         (!F || I < F->Body.Begin);
    if ((T.isName(I) && isDeclared(I) && !IsMaker) || (isParameter(I) && F))
      Candidates.insert(T[I].Text);
    if (IsNew || (T.isName(I) && isDeclared(I) && T.word(I - 1) == "Kernel"))
      for (const std::string &Name : Names.at(I))
        Created.try_emplace(Name, I);
    size_t Equals = T.word(I - 1) == "::" ? I - 3 : I - 1;
    if (T.word(I) == "auto" && T.isName(I + 1) && T.word(I + 2) == "=" &&
        endOfMaking(T, I + 3, Makers))
      Candidates.insert(T[I + 1].Text);
    if (!IsNew)
      continue;
    addLoose(I);
    size_t Name = Equals - 1;
    if (T.word(Equals) == "=" && T.word(Name) == "]")
      Name = T.opening(Name) - 1;
    if (T.word(Equals) == "=" && T.isName(Name))
      Candidates.insert(T[Name].Text);
  }
  if (!areHeld("clCloneKernel"))
    llvm::append_range(Escapes, M.all("clCloneKernel"));
  for (const HostDefinition &D : T.Definitions)
    IsLoose |= StringRef(D.Macro.Body).contains("clCreateKernel");
  for (const HostFunction &F : M.Functions) // It may make any.
    for (size_t I = F.Head.Begin; I < F.Head.End; ++I)
      IsLoose |= isType(T.word(I)) && T.isName(I + 1) && T.word(I + 2) == "(";
  for (const std::string &Name : Candidates) {
    for (size_t At : M.all(Name))
      add(At);
    if (M.isHidden(Name, 0, T.size() ? T[T.size() - 1].End : 0))
      for (auto &[Of, V] : Variables)
        if (Of.second == Name || StringRef(Of.second).starts_with(Name + "["))
          V.MayBeOther = true;
  }
}

/// `Kernel k(program, name)`, `k{program, name}`, `make_unique<Kernel>(..)` and
/// functors at token \p At whose name no text says.
bool HostKernels::createsUnnamed(size_t At,
                                 llvm::ArrayRef<HostFunctor> Functors) const {
  const bool IsFunctor =
      T.word(At) == "KernelFunctor" || T.word(At) == "make_kernel";
  if (IsFunctor)
    return llvm::none_of(Functors, [&](const HostFunctor &F) {
      return llvm::is_contained(F.Understood, At);
    });
  if (T.word(At) != "Kernel")
    return false;
  const bool IsDeclared = T.isName(At + 1);
  std::optional<HostCall> C =
      IsDeclared || T.word(At + 1) == ">" ? T.bracket(At + 2) : std::nullopt;
  return C && C->Args.size() >= 2 && T.literal(C->Args[1]).empty();
}

void HostKernels::join(const HostKernels &Other) {
  IsLoose |= Other.IsLoose;
  for (const auto &[Of, More] : Other.Variables) {
    if (Of.first)
      continue;
    Choice &V = Variables[Of];
    V.MayBeOther |= More.MayBeOther;
    V.IsUnnamed |= More.IsUnnamed;
    for (const std::string &Name : More.Names)
      if (!llvm::is_contained(V.Names, Name))
        V.Names.push_back(Name);
  }
}

HostKernels::Choice HostKernels::in(TokenSpan S, unsigned Depth) const {
  const Choice Any{{}, true};
  if (S.size() == 0 || Depth > MaxCopies)
    return Any;
  size_t At = T.word(S.End - 1) == "]" ? T.opening(S.End - 1) - 1 : S.End - 1;
  bool IsPath = At >= S.Begin && At < S.End && T.isName(At);
  for (size_t I = S.Begin; IsPath && I < At; ++I)
    IsPath = T.isName(I) || T.word(I) == "." || T.word(I) == "->" ||
             T.word(I) == "::";
  if (!IsPath || T.Macros.count(T[At].Text))
    return Any;
  // Of an element that is not known, what any of them is.
  const Key Of = keyOf(At);
  const std::string Whole = T[At].Text, Element = Whole + "[";
  Choice Out;
  auto Add = [&Out](const Choice &C) {
    Out.MayBeOther |= C.MayBeOther;
    Out.IsUnnamed |= C.IsUnnamed;
    for (const std::string &Name : C.Names)
      if (!llvm::is_contained(Out.Names, Name))
        Out.Names.push_back(Name);
  };
  if (auto It = Copies.find(Of); It != Copies.end())
    for (TokenSpan Other : It->second)
      Add(in(Other, Depth + 1));
  for (const auto &[Each, C] : Variables) {
    StringRef Text = Each.second;
    if (Each.first != Of.first ||
        (Text != Whole && Text != Of.second &&
         !(Of.second.empty() && Text.starts_with(Element))))
      continue;
    Add(C);
  }
  const bool IsAny = !Of.first && IsLoose;
  Out.MayBeOther |= Out.Names.empty() || IsAny;
  Out.IsUnnamed |= IsAny;
  return Out;
}

HostKernels::Choice HostKernels::escaped(size_t At) const {
  const bool IsClone = T.word(At) == "clCloneKernel";
  if (!IsClone && !creation(T, At)) {
    Choice Out = in({At, At + 1});
    // By its name alone, an array with all its elements.
    const Key Of = keyOf(At);
    for (const auto &[Each, C] : Variables)
      if (Each.first == Of.first &&
          StringRef(Each.second).starts_with(T[At].Text + "[")) {
        llvm::append_range(Out.Names, C.Names);
        Out.IsUnnamed |= C.IsUnnamed;
      }
    return Out;
  }
  Choice Out;
  Out.Names = Names.at(At); // None, of a clone.
  Out.IsUnnamed = Out.MayBeOther = Out.Names.empty();
  return Out;
}

bool HostKernels::areHeld(const std::string &Maker) const {
  // No variable of its name is of another type.
  auto IsKernel = [&](size_t At) {
    const StringRef Type = T.word(At - 1);
    const bool IsOther = Type == "*" || Type == "&" || Type == ">" ||
                         Type == "&&" ||
                         (T.isName(At - 1) && !isType(Type) && Type != "auto" &&
                          Type != "return" && Type != "else");
    return !IsOther;
  };
  return bankfix::areHeld(M, Maker, [&](size_t At) {
    return Candidates.count(T[At].Text) &&
           llvm::all_of(M.all(T[At].Text), IsKernel);
  });
}
