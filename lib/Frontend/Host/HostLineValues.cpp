//===- HostLineValues.cpp - Line numbers that hosts compute with ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostLineValues.h"
#include "bankfix/Kernel/Words.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

/// `__LINE__`, and macros that come to it without naming the file.
static std::vector<std::string> lineNames(const HostTokens &T) {
  std::vector<std::string> Names = {"__LINE__", "__builtin_LINE",
                                    "source_location"};
  auto Add = [&](const std::string &Name, llvm::StringRef Body) {
    bool IsNew = !llvm::is_contained(Names, Name) &&
                 !Body.contains("__FILE__") &&
                 llvm::any_of(Names, [&](auto &N) { return hasWord(Body, N); });
    if (IsNew)
      Names.push_back(Name);
    return IsNew;
  };
  for (bool Again = true; Again;) {
    Again = false;
    for (const auto &[Name, Body] : T.Macros)
      Again |= Add(Name, Body);
    for (const auto &[Name, M] : T.Functions)
      Again |= Add(Name, M.Body);
  }
  return Names;
}

std::vector<unsigned> bankfix::hostLineValues(llvm::StringRef Text,
                                              const HostTokens &T) {
  std::vector<unsigned> Out;
  std::vector<std::string> Names = lineNames(T);
  for (llvm::StringRef Rest = Text; !Rest.empty();) {
    auto [Line, Next] = Rest.split('\n');
    if (!Line.ltrim().starts_with("#") && !hasWord(Line, "__FILE__") &&
        llvm::any_of(Names, [&](auto &N) { return hasWord(Line, N); }))
      Out.push_back(Line.data() - Text.data());
    Rest = Next;
  }
  return Out;
}
