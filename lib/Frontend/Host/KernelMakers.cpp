//===- KernelMakers.cpp - Functions that return kernels -------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/KernelMakers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace bankfix;
using llvm::StringRef;

std::optional<size_t> bankfix::kernelArgument(StringRef Callee) {
  int N = llvm::StringSwitch<int>(Callee)
              .Cases({"clSetKernelArg", "clReleaseKernel", "clRetainKernel"}, 0)
              .Cases({"clGetKernelInfo", "clGetKernelArgInfo"}, 0)
              .Cases({"clGetKernelWorkGroupInfo", "clGetKernelSubGroupInfo"}, 0)
              .Cases({"clSetKernelArgSVMPointer", "clSetKernelExecInfo"}, 0)
              .Case("clCloneKernel", 0)
              .Cases({"clEnqueueNDRangeKernel", "clEnqueueTask"}, 1)
              .Case("enqueueNDRangeKernel", 0)
              .Default(-1);
  return N < 0 ? std::nullopt : std::optional<size_t>(N);
}

/// The name behind `cl_kernel` at token \p At, which may be a member's:
/// `cl_kernel Library::make(`; None where it declares no function, or one that
/// is called by another name.
static size_t declaredBehind(const HostTokens &T, size_t At) {
  constexpr StringRef Others[] = {"operator", "__attribute__", "__attribute",
                                  "__declspec", "alignas"};
  size_t Name = At + 1;
  while (T.isName(Name) && T.word(Name + 1) == "::")
    Name += 2;
  const bool IsFunction =
      T.isName(Name) && T.word(Name + 1) == "(" &&
      !llvm::is_contained(Others, T.word(Name)) &&
      llvm::none_of(T.Definitions, [&](const HostDefinition &D) {
        return D.Name == T[Name].Text;
      });
  return IsFunction ? Name : HostTokens::None;
}

/// Another function may stand in for one that is weak.
static bool hasWeak(const HostTokens &T) {
  for (size_t I = 0; I < T.size(); ++I)
    if (T.word(I) == "weak" || T.word(I) == "__weak__")
      return true;
  auto IsSaid = [](StringRef Text) { return Text.contains("weak"); };
  return llvm::any_of(T.Directives, IsSaid);
}

KernelMakers bankfix::kernelMakers(const HostTokens &T) {
  KernelMakers Out = {"clCloneKernel"};
  if (hasWeak(T))
    return Out;
  for (size_t I = 0; I < T.size(); ++I)
    if (size_t Name = T.word(I) == "cl_kernel" ? declaredBehind(T, I)
                                               : HostTokens::None;
        Name != HostTokens::None)
      Out.insert(T[Name].Text);
  return Out;
}

std::set<size_t> bankfix::kernelParameters(const HostTokens &T, size_t Name) {
  std::set<size_t> Out;
  std::optional<HostCall> C = T.call(Name);
  for (size_t I = 0; C && I < C->Args.size(); ++I) {
    const TokenSpan P = C->Args[I];
    if (P.size() == 2 && T.word(P.Begin) == "cl_kernel" &&
        T.isName(P.Begin + 1))
      Out.insert(I);
  }
  return Out;
}

static bool isBeforeMember(StringRef Text) {
  return Text == "." || Text == "->" || Text == "::";
}

std::optional<size_t> bankfix::endOfMaking(const HostTokens &T, size_t Begin,
                                           const KernelMakers &Makers) {
  size_t Name = Begin;
  while (T.isName(Name) && isBeforeMember(T.word(Name + 1)))
    Name += 2;
  if (!T.isName(Name) || !Makers.count(T[Name].Text) ||
      T.Macros.count(T[Name].Text) || T.Functions.count(T[Name].Text))
    return std::nullopt;
  std::optional<HostCall> C = T.call(Name);
  return C && !T.isParted(Begin, C->End - 1) ? std::optional(C->End)
                                             : std::nullopt;
}

/// The body that `{` at token \p Open begins is a part of the function around:
/// no lambda's, and no class's.
static bool isBlock(const HostTokens &T, size_t Open) {
  const StringRef Before = T.word(Open - 1);
  if (Before == ")")
    return llvm::is_contained({"if", "for", "while", "switch", "catch"},
                              T.word(T.opening(Open - 1) - 1));
  return llvm::is_contained({"else", "do", "try", "{", "}", ";", ":"}, Before);
}

std::string bankfix::returningMaker(const HostMentions &M, size_t Begin) {
  const HostTokens &T = M.T;
  const HostFunction *F = M.around(Begin);
  if (!F || Begin <= F->Body.Begin || T.word(Begin - 1) != "return")
    return "";
  size_t Open = T.around(Begin);
  while (Open != HostTokens::None && Open > F->Body.Begin && isBlock(T, Open))
    Open = T.around(Open);
  if (Open != F->Body.Begin)
    return "";
  for (size_t I = F->Head.Begin; I < F->Head.End; ++I)
    if (size_t Name = T.word(I) == "cl_kernel" ? declaredBehind(T, I)
                                               : HostTokens::None;
        Name != HostTokens::None)
      return T[Name].Text;
  return "";
}

bool bankfix::isGivenToOpenCL(const HostTokens &T, TokenSpan Kernel) {
  const size_t Open = T.around(Kernel.Begin);
  std::optional<HostCall> C =
      T.word(Open) == "(" && Open > 0 ? T.call(Open - 1) : std::nullopt;
  const std::optional<size_t> Number =
      C ? kernelArgument(T.word(Open - 1)) : std::nullopt;
  return Number && !T.Macros.count(T[Open - 1].Text) &&
         !T.Functions.count(T[Open - 1].Text) && *Number < C->Args.size() &&
         C->Args[*Number].Begin == Kernel.Begin &&
         C->Args[*Number].End == Kernel.End;
}

/// The call of a maker, its expression tokens [\p Begin, \p End), leaves the
/// kernel to a variable, to OpenCL or to nobody.
static bool isHeld(const HostTokens &T, size_t Begin, size_t End,
                   llvm::function_ref<bool(size_t At)> IsVariable) {
  const StringRef Before = T.word(Begin - 1), Behind = T.word(End);
  if (T.word(T.around(Begin) - 1) == "(" && T.word(T.around(Begin)) == "{")
    return false; // `({ make(program); })` is what it makes.
  if (Before == ";" || Before == "{" || Before == "}")
    return Behind == ";";
  if (Before == "=") {
    size_t Name = Begin - 2;
    if (T.word(Name) == "]")
      Name = T.opening(Name) - 1;
    return (Behind == ";" || Behind == ",") && T.isName(Name) &&
           IsVariable(Name);
  }
  return isGivenToOpenCL(T, {Begin, End});
}

bool bankfix::areHeld(const HostMentions &M, const std::string &Maker,
                      llvm::function_ref<bool(size_t At)> IsVariable) {
  const HostTokens &T = M.T;
  if (M.isHidden(Maker, 0, T.size() ? T[T.size() - 1].End : 0))
    return false;
  return llvm::all_of(M.all(Maker), [&](size_t At) {
    size_t Begin = At;
    while (isBeforeMember(T.word(Begin - 1)) && T.isName(Begin - 2))
      Begin -= 2;
    if (T.word(Begin - 1) == "cl_kernel")
      return declaredBehind(T, Begin - 1) == At;
    std::optional<size_t> End = endOfMaking(T, Begin, {Maker});
    return End && isHeld(T, Begin, *End, IsVariable);
  });
}
