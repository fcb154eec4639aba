//===- FlagDefines.cpp - What -D and -U define ----------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Frontend/FlagDefines.h"
#include "llvm/ADT/StringRef.h"

using namespace bankfix;

std::map<std::string, std::string>
bankfix::definedByFlags(llvm::ArrayRef<std::string> Flags) {
  std::map<std::string, std::string> Out;
  for (size_t I = 0; I < Flags.size(); ++I) {
    llvm::StringRef F = Flags[I];
    const bool IsUndone = F.consume_front("-U");
    if (!IsUndone && !F.consume_front("-D"))
      continue;
    if (F.empty() && I + 1 < Flags.size())
      F = Flags[++I];
    if (F.empty())
      break;
    if (IsUndone) {
      Out.erase(F.str());
      continue;
    }
    auto [Name, Value] = F.split('=');
    auto [Alone, Parameters] = Name.split('(');
    Out[Alone.str()] = !Parameters.empty() ? ""
                       : F.contains('=')   ? Value.trim().str()
                                           : "1";
  }
  return Out;
}
