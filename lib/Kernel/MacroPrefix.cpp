//===- MacroPrefix.cpp - How bankfix names its macros ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Kernel/MacroPrefix.h"
#include "bankfix/Kernel/Words.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

bool bankfix::isFixMacro(llvm::StringRef Name) {
  return Name.contains(MacroPrefix) && llvm::all_of(Name, isNamePart);
}

std::string bankfix::fixFunction(llvm::StringRef Macro, llvm::StringRef Type) {
  std::string Name = Macro.lower();
  if (Type == "int")
    return Name;
  for (char C : ("_" + Type).str())
    Name += C == ' ' ? '_' : C;
  return Name;
}

bool bankfix::isFixFunction(llvm::StringRef Name) {
  return Name.lower() == Name && isFixMacro(Name.upper());
}

bool bankfix::hasFixMacroSubscript(llvm::StringRef Text) {
  for (auto [Subscript, Rest] = Text.split('['); !Rest.empty();
       std::tie(Subscript, Rest) = Rest.split('['))
    if (llvm::StringRef Name = Rest.take_while(isNamePart);
        isFixMacro(Name) || isFixFunction(Name))
      return true;
  return false;
}
