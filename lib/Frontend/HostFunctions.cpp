//===- HostFunctions.cpp - Functions and variables of a host program ------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostFunctions.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;
using llvm::StringRef;

std::vector<HostFunction> bankfix::hostFunctions(const HostTokens &T) {
  std::vector<HostFunction> Out;
  size_t Head = 0;
  for (size_t I = 0; I < T.size(); ++I) {
    StringRef Text = T[I].IsString ? "" : StringRef(T[I].Text);
    if (Text == ";" || Text == "}")
      Head = I + 1;
    if (Text != "{")
      continue;
    StringRef Before = I ? StringRef(T[I - 1].Text) : "";
    bool IsBody = Before == ")" || Before == "const" || Before == "noexcept" ||
                  Before == "override" || Before == "final";
    bool IsValue = Before == "=" || Before == "]" || Before == ",";
    if (IsBody)
      Out.push_back({{Head, I}, {I, T.behind(I)}});
    if (IsBody || IsValue)
      I = T.behind(I) - 1;
    Head = I + 1;
  }
  return Out;
}

bool bankfix::isMention(const HostTokens &T, size_t I, StringRef Name) {
  return T[I].IsName && T[I].Text == Name &&
         (I == 0 || (T[I - 1].Text != "." && T[I - 1].Text != "->"));
}

/// `kernel` or `kernels[2]` or `app->kernel`, as text.
static std::string textOf(const HostTokens &T, TokenSpan S) {
  std::string Out;
  for (size_t I = S.Begin; I < S.End; ++I)
    Out += T[I].Text;
  return Out;
}

/// The first token of the variable that ends before \p End: `app->kernels[2]`.
static size_t beginOfVariable(const HostTokens &T, size_t End) {
  size_t I = End;
  for (;;) {
    if (I > 0 && T[I - 1].Text == "]")
      while (I > 0 && T[I - 1].Text != "[")
        --I;
    I -= I > 0 && T[I - 1].Text == "[";
    I -= I > 0 && T[I - 1].IsName;
    if (I == 0 || (T[I - 1].Text != "." && T[I - 1].Text != "->"))
      return I;
    --I;
  }
}

/// A type of kernels, in C or in C++.
static bool isType(StringRef Text) {
  return Text == "cl_kernel" || Text == "Kernel";
}

/// \p F declares a kernel, or kernels, called \p Name: as a parameter, or
/// within.
static bool declares(const HostTokens &T, const HostFunction &F,
                     StringRef Name) {
  for (size_t I = F.Head.Begin; I < F.Body.End; ++I) {
    if (!isType(T[I].Text))
      continue;
    bool IsParameter = I < F.Head.End;
    for (size_t J = I + 1; J < F.Body.End; ++J) {
      StringRef Text = T[J].Text;
      if (Text == ";" || Text == ")" || (IsParameter && Text == ","))
        break;
      StringRef Before = T[J - 1].Text;
      bool IsDeclared = isType(Before) || Before == "*" || Before == "&" ||
                        Before == "," || Before == "const";
      if (IsDeclared && T[J].IsName && Text == Name)
        return true;
      if (Text == "(" || Text == "[" || Text == "{")
        J = T.behind(J) - 1;
    }
  }
  return false;
}

const HostFunction *HostKernels::around(size_t At) const {
  for (const HostFunction &F : Functions)
    if (F.contains(At))
      return &F;
  return nullptr;
}

HostKernels::Key HostKernels::keyOf(TokenSpan Variable) const {
  const HostFunction *F = around(Variable.Begin);
  if (F && !declares(T, *F, T[Variable.Begin].Text))
    F = nullptr;
  return {F, textOf(T, Variable)};
}

/// The name that \p S says: a string, or a macro for one.
static std::string nameIn(const HostTokens &T, TokenSpan S) {
  if (S.size() != 1)
    return "";
  if (T[S.Begin].IsString)
    return T[S.Begin].Text;
  auto M = T.Macros.find(T[S.Begin].Text);
  if (M == T.Macros.end())
    return "";
  HostTokens Body(M->second);
  return Body.size() == 1 && Body[0].IsString ? Body[0].Text : "";
}

/// `k = clCreateKernel(program, "name", &error)`
void HostKernels::create(const HostCall &C, size_t At) {
  std::string Kernel = C.Args.size() < 2 ? "" : nameIn(T, C.Args[1]);
  if (!Kernel.empty())
    Created.try_emplace(Kernel, At);
  if (At > 0 && T[At - 1].Text == "=")
    hold({beginOfVariable(T, At - 1), At - 1}, Kernel);
}

/// `cl::Kernel k(program, "name")`, `k = cl::Kernel(program, "name")`
void HostKernels::construct(size_t At) {
  bool IsQualified = At > 1 && T[At - 1].Text == "::";
  if (std::optional<HostCall> C = T.call(At))
    return create(*C, IsQualified ? At - 2 : At);
  std::optional<HostCall> C =
      At + 1 < T.size() && T[At + 1].IsName ? T.call(At + 1) : std::nullopt;
  if (!C)
    return;
  std::string Kernel = C->Args.size() < 2 ? "" : nameIn(T, C->Args[1]);
  if (!Kernel.empty())
    Created.try_emplace(Kernel, At);
  hold({At + 1, At + 2}, Kernel);
}

/// \p Variable may hold \p Kernel; any, where that is empty.
void HostKernels::hold(TokenSpan Variable, const std::string &Kernel) {
  Choice &V = Variables[keyOf(Variable)];
  if (Kernel.empty())
    V.MayBeOther = true;
  else if (!llvm::is_contained(V.Names, Kernel))
    V.Names.push_back(Kernel);
}

/// What else token \p At may do to a variable: `k = other`, `init(&k)`.
void HostKernels::spoil(size_t At) {
  TokenSpan Variable{At, At};
  if (T[At].Text == "=" && At + 1 < T.size()) {
    StringRef Value = T[At + 1].Text;
    if (Value == "clCreateKernel" || Value == "NULL" || Value == "0" ||
        Value == "nullptr" || Value == "{" || isConstructed(At + 1))
      return;
    Variable = {beginOfVariable(T, At), At};
  } else if (T[At].Text == "&" && At + 1 < T.size() && T[At + 1].IsName) {
    Variable = {At + 1, At + 2};
    while (Variable.End < T.size() &&
           (T[Variable.End].Text == "[" || T[Variable.End].Text == "." ||
            T[Variable.End].Text == "->"))
      Variable.End = T[Variable.End].Text == "[" ? T.behind(Variable.End)
                                                 : Variable.End + 2;
  }
  if (Variable.size() == 0 || Variable.End > T.size())
    return;
  if (auto It = Variables.find(keyOf(Variable)); It != Variables.end())
    It->second.MayBeOther = true;
}

/// Token \p At begins `cl::Kernel(...)`.
bool HostKernels::isConstructed(size_t At) const {
  if (At + 2 < T.size() && T[At].Text == "cl" && T[At + 1].Text == "::")
    At += 2;
  return T[At].Text == "Kernel" && T.call(At);
}

/// A kernel of C++ that token \p At names other than to call its methods, to
/// launch or to assign it: a function may get a reference to it.
void HostKernels::spoilObject(size_t At) {
  if (!isMention(T, At, T[At].Text) || At == 0 || At + 1 >= T.size())
    return;
  StringRef Before = T[At - 1].Text, Next = T[At + 1].Text;
  bool IsLaunched =
      At > 1 && Before == "(" && T[At - 2].Text == "enqueueNDRangeKernel";
  if (Next == "." || Next == "->" || Next == "=" || isType(Before) ||
      IsLaunched)
    return;
  if (auto It = Variables.find(keyOf({At, At + 1})); It != Variables.end())
    It->second.MayBeOther = true;
}

HostKernels::HostKernels(const HostTokens &T)
    : T(T), Functions(hostFunctions(T)) {
  for (size_t I = 0; I < T.size(); ++I)
    if (std::optional<HostCall> C = T.call(I);
        C && T[I].Text == "clCreateKernel")
      create(*C, I);
  bool HasObjects = false;
  for (size_t I = 0; I < T.size(); ++I)
    if (T[I].IsName && T[I].Text == "Kernel") {
      construct(I);
      HasObjects = true;
    }
  for (size_t I = 0; I < T.size(); ++I)
    if (!T[I].IsString) {
      spoil(I);
      if (HasObjects && T[I].IsName)
        spoilObject(I);
    }
}

HostKernels::Choice HostKernels::in(TokenSpan S) const {
  auto It = S.size() ? Variables.find(keyOf(S)) : Variables.end();
  return It == Variables.end() ? Choice{{}, true} : It->second;
}
