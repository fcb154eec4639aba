//===- HostReach.cpp - What may size or launch without being seen ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostReach.h"
#include "Host/HostParser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace bankfix;
using llvm::StringRef;

static constexpr HostEffect Any{true, true, true};

/// What a name of OpenCL, or of a library upon it, does.
static HostEffect effectOf(StringRef Name) {
  bool Launches =
      (Name.starts_with("clEnqueue") || Name.starts_with("enqueue")) &&
      (Name.contains("Kernel") || Name.contains("Task") ||
       Name.contains("_kernel"));
  return llvm::StringSwitch<HostEffect>(Name)
      .Cases({"clSetKernelArg", "setArg", "setArgs"}, {true, true, false})
      .Cases({"set_arg", "set_args"}, {true, true, false})
      .Case("clSetKernelArgSVMPointer", {false, true, false})
      .Cases({"Local", "__local", "LocalSpaceArg", "local_buffer"},
             {true, false, false})
      .Cases({"KernelFunctor", "KernelFunctorGlobal", "make_kernel"}, Any)
      .Cases({"dlsym", "dlvsym", "GetProcAddress"}, Any)
      .Default({false, false, Launches});
}

/// `p` of `(void *)p` and of `(p)`.
static TokenSpan withoutCasts(const HostTokens &In, TokenSpan S) {
  while (S.size() > 2 && In.word(S.Begin) == "(") {
    size_t Close = In.behind(S.Begin);
    if (Close >= S.End)
      S = {S.Begin + 1, S.End - 1};
    else
      S.Begin = Close;
  }
  return S;
}

/// `sizeof(cl_mem)`: local memory for no more than one number has no conflicts.
static bool isOfOne(const HostTokens &In, TokenSpan Size) {
  bool IsSizeOf = Size.size() > 3 && In.word(Size.Begin) == "sizeof" &&
                  In.behind(Size.Begin + 1) == Size.End;
  if (!IsSizeOf)
    return false;
  std::string Type = In.text({Size.Begin + 2, Size.End - 1});
  return Type == "cl_mem" || Type == "cl_sampler" ||
         hostTypeSize(Type).value_or(64) <= 8;
}

HostPointer bankfix::hostPointer(const HostTokens &In, TokenSpan S,
                                 TokenSpan Size) {
  S = withoutCasts(In, S);
  if (S.size() == 0)
    return HostPointer::Unknown;
  StringRef First = In.word(S.Begin);
  if (S.size() == 1 && (First == "NULL" || First == "0" || First == "nullptr"))
    return HostPointer::Null;
  bool IsAddress = First == "&" && In.isName(S.Begin + 1);
  return IsAddress || isOfOne(In, Size) ? HostPointer::Address
                                        : HostPointer::Unknown;
}

/// What `clSetKernelArg(...)`, \p C in \p In, does to a kernel.
static HostEffect effectOf(const HostTokens &In, const HostCall &C) {
  bool IsValue = C.Args.size() == 4 &&
                 hostPointer(In, C.Args[3], C.Args[2]) == HostPointer::Address;
  return {!IsValue, true, false};
}

HostReach::HostReach(const HostTokens &T, StringRef Text, bool IsCpp)
    : T(T), Text(Text), IsCpp(IsCpp) {
  addMacros();
}

/// What token \p At of \p In, a name, may lead to.
HostEffect HostReach::ofName(const HostTokens &In, size_t At) const {
  if (auto It = Macros.find(In[At].Text); It != Macros.end())
    return It->second;
  StringRef Name = In[At].Text, Before = In.word(At - 1);
  bool IsMember = Before == "." || Before == "->" || Before == "::";
  bool IsMethod = Name == "setArg" || Name == "setArgs" ||
                  Name.starts_with("enqueue") || Name.starts_with("set_arg");
  bool IsOfCpp = Name == "Local" || Name == "__local" || Name == "local_buffer";
  if ((IsMethod && !IsMember) || (IsOfCpp && !IsCpp))
    return {}; // A function of the program's own.
  std::optional<HostCall> C = In.call(At);
  return C && Name == "clSetKernelArg" ? effectOf(In, *C) : effectOf(Name);
}

HostEffect HostReach::ofBody(StringRef Body) const {
  HostTokens In(Body);
  HostEffect Out;
  for (size_t I = 0; I < In.size(); ++I) {
    if (In.isName(I))
      Out |= ofName(In, I);
    if (In.word(I) == "#" && In.word(I + 1) == "#")
      Out |= Any; // It makes names.
  }
  return Out;
}

/// Macros that use others are looked at until nothing more is found.
void HostReach::addMacros() {
  for (const HostDefinition &D : T.Definitions) {
    StringRef Name = D.Name;
    Renames |= llvm::StringSwitch<bool>(Name)
                   .Cases({"NULL", "sizeof", "size_t", "const", "int"}, true)
                   .Cases({"if", "for", "while", "return", "else"}, true)
                   .Cases({"float", "unsigned", "cl_kernel"}, true)
                   .Default(hostTypeSize(Name).has_value());
    if (HostEffect E = effectOf(Name); E || Name == "clCreateKernel")
      Macros[D.Name] = Any;
  }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const HostDefinition &D : T.Definitions)
      if (HostEffect E = ofBody(D.Macro.Body)) {
        HostEffect &Old = Macros[D.Name];
        bool IsMore = (E.Sizes && !Old.Sizes) || (E.Values && !Old.Values) ||
                      (E.Launches && !Old.Launches);
        Old |= E;
        Changed |= IsMore;
      }
  }
}

bool HostReach::isCall(size_t At) const {
  StringRef Before = T.word(At - 1);
  if (!T.call(At) || Macros.count(T[At].Text))
    return false;
  if (T.isName(At - 1))
    return Before == "return" || Before == "else" || Before == "do";
  if (Before == "::")
    return !T.isName(At - 2);
  return Before != "." && Before != "->" && Before != "*" && Before != "&" &&
         Before != ">";
}

/// A token that other flags may bring in.
HostEffect HostReach::ofHidden(const HostToken &H) const {
  if (auto It = Macros.find(H.Text); It != Macros.end())
    return It->second;
  HostTokens Rest(Text.substr(H.Begin).take_until(
      [](char Ch) { return Ch == ';' || Ch == '#'; }));
  std::optional<HostCall> C = Rest.size() ? Rest.call(0) : std::nullopt;
  return C && H.Text == "clSetKernelArg" ? effectOf(Rest, *C)
                                         : effectOf(H.Text);
}

std::vector<HostEffectPlace>
HostReach::places(const std::set<size_t> &Understood) const {
  std::vector<HostEffectPlace> Out;
  for (size_t I = 0; I < T.size(); ++I) {
    HostEffect E =
        T.isName(I) && !Understood.count(I) ? ofName(T, I) : HostEffect();
    std::optional<HostCall> C = E ? T.call(I) : std::nullopt;
    if (E)
      Out.push_back({E, T[I].Begin, C ? T[C->End - 1].End : T[I].End});
  }
  for (const HostToken &H : T.Hidden) {
    if (!H.IsName)
      continue;
    if (HostEffect E = ofHidden(H)) {
      StringRef Statement = Text.substr(H.Begin).take_until(
          [](char Ch) { return Ch == ';' || Ch == '\n'; });
      Out.push_back({E, H.Begin, H.Begin + Statement.size()});
    }
  }
  if (Renames || !T.Odd.empty())
    Out.push_back({Any, 0, 0});
  return Out;
}
