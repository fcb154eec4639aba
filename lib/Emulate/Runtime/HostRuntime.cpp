//===- HostRuntime.cpp - The CUDA runtime that an emulated program calls --===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/HostRuntime.h"

using namespace bankfix;

static HostRuntime *Current = nullptr;

HostRuntime &bankfix::hostRuntime() { return *Current; }

void bankfix::setHostRuntime(HostRuntime &R) {
  Current = &R;
  hostProgress().Describe = [](uintptr_t Address) {
    return Current->Memory.describe(Address);
  };
}
