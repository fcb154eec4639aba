// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cooperative groups are CUDA's.

#pragma once

#include <cooperative_groups.h>
#include <hip/hip_runtime.h>
