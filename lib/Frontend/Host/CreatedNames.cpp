//===- CreatedNames.cpp - How hosts name the kernels they create ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/CreatedNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;
using llvm::StringRef;

/// Nothing changes the table whose declaration's name is token \p Declared: no
/// other source sees it, and every mention reads one element.
bool CreatedNames::isConstant(size_t Declared) const {
  const size_t First = M.beginOfStatement(Declared);
  bool IsStatic = false;
  for (size_t I = First; I < Declared; ++I)
    IsStatic |= T.word(I) == "static";
  const bool IsConst =
      T.word(Declared - 1) == "const" ||
      (T.word(Declared - 1) == "string" && T.word(First) == "const");
  const HostFunction *F = M.around(Declared);
  if ((!F && !IsStatic && !IsConst) || T.Macros.count(T[Declared].Text) ||
      M.isHidden(T[Declared].Text, 0, T[T.size() - 1].End))
    return false;
  // A function may get a reference to a `std::string` that it changes.
  const bool IsPointer = T.word(Declared - 1) == "*";
  constexpr StringRef Reads[] = {"clCreateKernel", "printf",   "fprintf",
                                 "sprintf",        "snprintf", "strcmp"};
  return llvm::all_of(M.all(T[Declared].Text), [&](size_t I) {
    if (I == Declared || (F && M.around(I) != F))
      return true;
    const StringRef Before = T.word(I - 1);
    if (Before == "(" && T.word(I + 1) == ")" && T.word(I - 2) == "sizeof")
      return true;
    if (T.word(I + 1) != "[" || Before == "&")
      return false;
    const size_t End = T.behind(I + 1), Open = T.around(I);
    if (IsConst || (T.word(End) == "." && T.word(End + 1) == "c_str"))
      return true;
    return IsPointer && (T.word(End) == ")" || T.word(End) == ",") && Open &&
           llvm::is_contained(Reads, T.word(Open - 1));
  });
}

/// `const char *names[2] = {"scan", "add"}`, where token \p Declared is the
/// variable, which nothing changes; empty for others.
std::vector<std::string> CreatedNames::listed(size_t Declared) const {
  const size_t Equals = T.behind(Declared + 1);
  const size_t List = Equals + (T.word(Equals) == "=");
  std::optional<HostCall> All =
      T.word(List) == "{" ? T.bracket(List) : std::nullopt;
  if (!All || T.isParted(Declared, All->End) || !isConstant(Declared))
    return {};
  std::vector<std::string> Out;
  for (TokenSpan Element : All->Args)
    if (Element.size() || Element.Begin + 1 != All->End) // A last comma.
      Out.push_back(T.literal(Element));
  return llvm::is_contained(Out, "") ? std::vector<std::string>() : Out;
}

/// The names in the table of `names[i]` and `names[i].c_str()`, which may be
/// cast, and in \p Index what stands in the brackets; empty for other names.
std::vector<std::string> CreatedNames::tableOf(TokenSpan Name,
                                               TokenSpan &Index) const {
  if (T.word(Name.Begin) == "(" && T.behind(Name.Begin) < Name.End)
    Name.Begin = T.behind(Name.Begin); // `(const char *)names[i]`
  if (Name.size() < 4 || !T.isName(Name.Begin) || T.word(Name.Begin + 1) != "[")
    return {};
  const size_t End = T.behind(Name.Begin + 1);
  if (End != Name.End && T.text({End, Name.End}) != ". c_str ( )")
    return {};
  Index = {Name.Begin + 2, End - 1};
  std::vector<size_t> Declared;
  for (size_t I : M.all(T[Name.Begin].Text)) {
    const StringRef Before = T.word(I - 1);
    const bool IsTyped =
        Before == "*" || Before == "const" || Before == "string";
    if (IsTyped && T.word(I + 1) == "[")
      Declared.push_back(I);
  }
  const HostFunction *F =
      Declared.size() == 1 ? M.around(Declared.front()) : nullptr;
  return Declared.size() != 1 || (F && F != M.around(Name.Begin))
             ? std::vector<std::string>()
             : listed(Declared.front());
}

std::vector<std::string> CreatedNames::ofElements(size_t At,
                                                  TokenSpan Index) const {
  std::optional<HostCall> C = T.call(At);
  if (T.word(At) != "clCreateKernel" || !C || C->Args.size() < 2)
    return {};
  TokenSpan Own;
  std::vector<std::string> Names = tableOf(C->Args[1], Own);
  const bool IsSame = Own.size() == 1 && Index.size() == 1 &&
                      T.isName(Index.Begin) && T.text(Own) == T.text(Index) &&
                      !T.Macros.count(T[Index.Begin].Text) &&
                      !T.isForgotten(T[Index.Begin].Text);
  return IsSame ? Names : std::vector<std::string>();
}

std::vector<std::string> CreatedNames::at(size_t At) const {
  std::optional<HostCall> C = T.call(At);
  if (!C || C->Args.size() < 2)
    return {};
  if (std::string Name = T.literal(C->Args[1]); !Name.empty())
    return {Name};
  if (T.word(At) != "clCreateKernel")
    return {};
  TokenSpan Index;
  const std::vector<std::string> Names = tableOf(C->Args[1], Index);
  size_t Number = 0;
  if (Index.size() == 1 && !T.word(Index.Begin).getAsInteger(0, Number) &&
      Number < Names.size())
    return {Names[Number]};
  std::vector<std::string> Out;
  for (const HostOutcome &O : Followed.call(T[At].Begin)) {
    if (!O.Kernel || O.Kernel->empty())
      return {};
    if (!llvm::is_contained(Out, *O.Kernel))
      Out.push_back(*O.Kernel);
  }
  return Out;
}
