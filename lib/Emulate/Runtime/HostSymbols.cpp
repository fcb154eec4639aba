//===- HostSymbols.cpp - What a program's undefined names are resolved to -===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/HostSymbols.h"
#include "Runtime/HostProcess.h"

using namespace bankfix;

// Addresses only: the types are those of cuda_runtime_api.h, which the sources
// that define the functions include.
extern "C" {
#define RUNTIME(Name) void Name();
#include "Runtime/HostSymbols.def"
}

static void refuseCall(const char *Name) {
  refuse(llvm::Twine("the program calls ") + Name +
         ", which 'bankfix trace' does not emulate");
}

static llvm::StringMap<void *> collect() {
  llvm::StringMap<void *> All;
#define RUNTIME(Name) All[#Name] = reinterpret_cast<void *>(&Name);
#include "Runtime/HostSymbols.def"
  for (auto [Name, Address] : processSymbols())
    All[Name] = Address;
  All[RefuseFunction] = reinterpret_cast<void *>(&refuseCall);
  return All;
}

const llvm::StringMap<void *> &bankfix::hostSymbols() {
  static const llvm::StringMap<void *> All = collect();
  return All;
}
