//===- HostFunctors.cpp - Kernels that are called as functions ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostFunctors.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;
using llvm::StringRef;

static bool isFunctorType(StringRef Word) {
  return Word == "KernelFunctor" || Word == "make_kernel";
}

/// Names of the library need no `cl::`.
static bool usesLibrary(const HostTokens &T) {
  for (size_t I = 0; I + 2 < T.size(); ++I)
    if (T.word(I) == "using" && T.word(I + 1) == "namespace" &&
        T.word(I + 2) == "cl")
      return true;
  return false;
}

/// Token \p At names something of the library, as far as what is before it
/// tells: `cl::NDRange`, `cl::compatibility::make_kernel`.
static bool isOfLibrary(const HostTokens &T, size_t At) {
  if (T.word(At - 1) == "::" && T.word(At - 2) == "compatibility")
    At -= 2;
  return T.word(At - 1) == "::"
             ? T.word(At - 2) == "cl" && T.word(At - 3) != "::"
             : usesLibrary(T);
}

/// \p S without `cl::`.
static TokenSpan inLibrary(const HostTokens &T, TokenSpan S) {
  if (S.size() > 2 && T.word(S.Begin) == "cl" && T.word(S.Begin + 1) == "::")
    S.Begin += 2;
  return S;
}

/// `NAME(...)`, all of \p S, of OpenCL's library.
static std::optional<HostCall> wholeCall(const HostTokens &T, TokenSpan S,
                                         StringRef Name) {
  S = inLibrary(T, S);
  const bool IsNamed =
      S.size() > 2 && T.word(S.Begin) == Name && isOfLibrary(T, S.Begin);
  std::optional<HostCall> C = IsNamed ? T.bracket(S.Begin + 1) : std::nullopt;
  return C && C->End == S.End ? C : std::nullopt;
}

TokenSpan bankfix::localBytes(const HostTokens &T, TokenSpan S, size_t &Name) {
  for (StringRef Local : {"Local", "__local"})
    if (std::optional<HostCall> C = wholeCall(T, S, Local);
        C && C->Args.size() == 1) {
      Name = inLibrary(T, S).Begin;
      return C->Args[0];
    }
  return {};
}

/// Token \p At, a variable's name, declares it in a block, which has all other
/// mentions of that name in the function, and each \p Keeps it as it is.
static bool isOnly(const HostMentions &M, size_t At,
                   llvm::function_ref<bool(size_t)> Keeps) {
  const HostTokens &T = M.T;
  const HostFunction *F = M.around(At);
  if (!F || !F->contains(At) || T.Macros.count(T[At].Text) ||
      T.Functions.count(T[At].Text) ||
      M.isHidden(T[At].Text, 0, T[T.size() - 1].End))
    return false;
  const size_t Block = T.around(At);
  return T.word(Block) == "{" && llvm::all_of(M.all(T[At].Text), [&](size_t I) {
           return I == At || I < F->Head.Begin || I >= F->Body.End ||
                  !isMention(T, I, T[At].Text) ||
                  (I > At && I < T.behind(Block) && Keeps(I));
         });
}

/// Token \p At is an argument, all of it, of a call of one of \p Callees.
static bool isArgumentOf(const HostTokens &T, size_t At,
                         llvm::ArrayRef<StringRef> Callees) {
  const size_t Open = T.around(At);
  const StringRef Before = T.word(At - 1), Next = T.word(At + 1);
  return T.word(Open) == "(" && Open > 0 && T.call(Open - 1) &&
         llvm::is_contained(Callees, T.word(Open - 1)) &&
         (Before == "(" || Before == ",") && (Next == ")" || Next == ",");
}

/// The arguments of `NAME(..)` and `NAME{..}`, which \p S is, or is a local
/// variable that no more is done with than to give it to \p Callees.
static std::vector<TokenSpan> constructed(const HostMentions &M, TokenSpan S,
                                          StringRef Name,
                                          llvm::ArrayRef<StringRef> Callees) {
  const HostTokens &T = M.T;
  if (std::optional<HostCall> C = wholeCall(T, S, Name))
    return C->Args;
  if (S.size() != 1 || !T.isName(S.Begin))
    return {};
  for (size_t At : M.all(T[S.Begin].Text)) {
    std::optional<HostCall> C = T.word(At - 1) == Name && isOfLibrary(T, At - 1)
                                    ? T.bracket(At + 1)
                                    : std::nullopt;
    if (!C || At > S.Begin || M.around(At) != M.around(S.Begin) ||
        T.word(C->End) != ";" || T.isParted(At, C->End))
      continue;
    const bool IsKept =
        isOnly(M, At, [&](size_t I) { return isArgumentOf(T, I, Callees); });
    return IsKept ? C->Args : std::vector<TokenSpan>();
  }
  return {};
}

std::vector<TokenSpan> bankfix::ndRange(const HostMentions &M, TokenSpan S) {
  std::vector<TokenSpan> Sizes =
      constructed(M, S, "NDRange", {"EnqueueArgs", "enqueueNDRangeKernel"});
  const bool IsRange =
      !Sizes.empty() && Sizes.size() <= 3 && Sizes[0].size() != 0;
  return IsRange ? Sizes : std::vector<TokenSpan>();
}

std::vector<TokenSpan>
bankfix::localRange(const HostMentions &M, TokenSpan S,
                    llvm::ArrayRef<HostFunctor> Functors) {
  std::vector<StringRef> Callees;
  for (const HostFunctor &F : Functors)
    Callees.push_back(M.T[F.Name].Text);
  const std::vector<TokenSpan> Args = constructed(M, S, "EnqueueArgs", Callees);
  // Of two ranges, one is for the work-group; a queue or an event may be first.
  return Args.size() < 2 || ndRange(M, Args[Args.size() - 2]).empty()
             ? std::vector<TokenSpan>()
             : ndRange(M, Args.back());
}

/// The types in `<...>`, whose first token is \p Open, and in \p End what is
/// behind them. Empty where a name may stand for several.
static std::vector<TokenSpan> typesIn(const HostTokens &T, size_t Open,
                                      size_t &End) {
  std::vector<TokenSpan> Out;
  size_t Begin = Open + 1;
  int Depth = 0;
  for (size_t I = Open; I < T.size(); ++I) {
    const StringRef Word = T.word(I);
    const int Closes = Word == ">" ? 1 : Word == ">>" ? 2 : 0;
    Depth += (Word == "<") - Closes;
    const bool IsPart = T.isName(I) || Word == "<" || Closes || Word == "," ||
                        Word == "::" || Word == "&" || Word == "*";
    if (!IsPart || Depth < 0 || T.Macros.count(T[I].Text) ||
        T.Functions.count(T[I].Text))
      return {};
    if ((Depth == 1 && Word == ",") || Depth == 0) {
      Out.push_back({Begin, I});
      Begin = I + 1;
    }
    if (Depth == 0) {
      End = I + 1;
      return Out;
    }
  }
  return {};
}

/// A macro in \p S may be several arguments.
static bool mayBeSeveral(const HostTokens &T, TokenSpan S) {
  for (size_t I = S.Begin; I < S.End; ++I) {
    const std::string &Name = T[I].Text;
    if (T.word(I) == "...")
      return true;
    if (T.word(I) == "(" || T.word(I) == "{" || T.word(I) == "[") {
      I = T.behind(I) - 1;
      continue;
    }
    auto Function = T.Functions.find(Name);
    auto Object = T.Macros.find(Name);
    if (!T.isName(I) ||
        (Function == T.Functions.end() && Object == T.Macros.end()))
      continue;
    const HostTokens Body(Function != T.Functions.end() ? Function->second.Body
                                                        : Object->second);
    bool IsOne = Body.size() != 0;
    for (size_t J = 0; J < Body.size(); ++J)
      IsOne &= Body.word(J) != "," && !T.Macros.count(Body[J].Text) &&
               !T.Functions.count(Body[J].Text);
    if (!IsOne)
      return true;
  }
  return false;
}

/// Token \p At calls \p F: with what is enqueued, all arguments, and perhaps a
/// variable for an error.
static bool isCallOf(const HostTokens &T, size_t At, const HostFunctor &F) {
  std::optional<HostCall> C = T.call(At);
  const StringRef Before = T.word(At - 1);
  const bool Starts = !T.isName(At - 1) || Before == "return" ||
                      Before == "else" || Before == "do";
  const size_t Own = F.Types.size() + 1;
  // Behind a comma it may be another variable of that name.
  return C && Starts && Before != "::" && Before != "&" && Before != "*" &&
         Before != ">" && Before != "," &&
         (C->Args.size() == Own || C->Args.size() == Own + 1) &&
         !T.isParted(At, C->End - 1) &&
         llvm::none_of(C->Args,
                       [&](TokenSpan S) { return mayBeSeveral(T, S); });
}

/// What \p Args, of the constructor, say which kernel it is.
static bool takeKernel(const HostTokens &T, llvm::ArrayRef<TokenSpan> Args,
                       HostFunctor &Into) {
  if (Args.size() == 2 || Args.size() == 3) {
    Into.Kernel = T.literal(Args[1]);
    return !Into.Kernel.empty();
  }
  if (Args.size() != 1 || Args[0].size() == 0)
    return false;
  Into.Held = Args[0];
  if (std::optional<HostCall> C = wholeCall(T, Args[0], "Kernel")) {
    Into.Kernel = C->Args.size() < 2 ? "" : T.literal(C->Args[1]);
    return !Into.Kernel.empty();
  }
  // `kernel`, `app->kernel`: what gets it besides may change it.
  for (size_t I = Args[0].Begin; I < Args[0].End; ++I)
    if (!T.isName(I) && T.word(I) != "." && T.word(I) != "->" &&
        T.word(I) != "::")
      return false;
  return true;
}

/// `TYPE f(..)`, `TYPE f{..}`, `TYPE f = TYPE(..)` and `auto f = TYPE(..)`,
/// where the tokens [First, Behind) are the last TYPE: the arguments, and in
/// \p Name the variable.
static std::optional<HostCall> declared(const HostTokens &T, size_t First,
                                        size_t Behind, size_t &Name) {
  const bool IsValue = T.word(Behind) == "(" || T.word(Behind) == "{";
  Name = IsValue ? First - 2 : Behind;
  // Of the type before it, an initializer says all that matters.
  const bool IsTyped = T.word(Name - 1) == "auto" || T.word(Name - 1) == ">";
  if (!T.isName(Name) || (IsValue && (T.word(First - 1) != "=" || !IsTyped)))
    return std::nullopt;
  return T.bracket(IsValue ? Behind : Name + 1);
}

/// The functor of whose declaration token \p At is the last type.
static std::optional<HostFunctor> functorAt(const HostMentions &M, size_t At) {
  const HostTokens &T = M.T;
  HostFunctor F;
  F.Type = At;
  size_t Behind = 0;
  if (T.word(At + 1) != "<" || !isOfLibrary(T, At))
    return std::nullopt;
  F.Types = typesIn(T, At + 1, Behind);
  if (F.Types.empty() || F.Types.front().size() == 0)
    return std::nullopt;
  size_t First = At;
  while (T.word(First - 1) == "::" && T.isName(First - 2))
    First -= 2;
  std::optional<HostCall> C = declared(T, First, Behind, F.Name);
  if (!C || T.word(C->End) != ";" || T.isParted(First, C->End) ||
      !takeKernel(T, C->Args, F))
    return std::nullopt;
  const bool AreCalls = isOnly(M, F.Name, [&](size_t I) {
    F.Calls.push_back(I);
    return isCallOf(T, I, F);
  });
  return AreCalls ? std::optional(std::move(F)) : std::nullopt;
}

/// The type before `f = TYPE(..)`, too, is `KernelFunctor<..>`: its token.
static size_t typeBefore(const HostTokens &T, size_t Name) {
  size_t I = Name - 1;
  for (int Depth = 0; I > 0; --I) {
    Depth += T.word(I) == ">" ? 1 : T.word(I) == ">>" ? 2 : 0;
    Depth -= T.word(I) == "<";
    if (Depth <= 0)
      break;
  }
  return T.word(I) == "<" && isFunctorType(T.word(I - 1)) ? I - 1 : 0;
}

std::vector<HostFunctor> bankfix::hostFunctors(const HostMentions &M) {
  const HostTokens &T = M.T;
  std::vector<HostFunctor> Out;
  for (size_t I = 1; M.IsCpp && I < T.size(); ++I) {
    if (!T.isName(I) || !isFunctorType(T[I].Text))
      continue;
    if (T.word(I - 1) == "struct" || T.word(I - 1) == "class")
      return {}; // Of the program's own.
    std::optional<HostFunctor> F = functorAt(M, I);
    if (!F)
      continue;
    F->Understood = {I};
    if (T.word(F->Name - 1) == ">" && F->Name < I) {
      const size_t Before = typeBefore(T, F->Name);
      if (!Before)
        continue; // It is held as something else.
      F->Understood.push_back(Before);
    }
    for (size_t At = F->Understood.back(); At < F->Types.back().End; ++At)
      if (T.word(At) == "LocalSpaceArg")
        F->Understood.push_back(At);
    Out.push_back(std::move(*F));
  }
  return Out;
}
