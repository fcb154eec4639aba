// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An older name of the type.

#pragma once

#include <hip/hip_bf16.h>

#define hip_bfloat16 __nv_bfloat16
