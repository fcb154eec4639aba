// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Half precision has CUDA's names.

#pragma once

#include <cuda_fp16.h>
#include <hip/hip_runtime.h>
