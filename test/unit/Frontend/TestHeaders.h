//===- TestHeaders.h - Precompiled for the tests of rooms -------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_TEST_UNIT_FRONTEND_TESTHEADERS_H
#define BANKFIX_TEST_UNIT_FRONTEND_TESTHEADERS_H

#include "../../../lib/Frontend/ClangHeaders.h"
#include "gtest/gtest.h"

#endif // BANKFIX_TEST_UNIT_FRONTEND_TESTHEADERS_H
