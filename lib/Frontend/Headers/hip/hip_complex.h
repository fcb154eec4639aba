// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA's complex numbers by HIP's names.

#pragma once

#include <cuComplex.h>
#include <hip/hip_runtime.h>

#define hipCabs cuCabs
#define hipCadd cuCadd
#define hipCdiv cuCdiv
#define hipCfma cuCfma
#define hipCimag cuCimag
#define hipCmul cuCmul
#define hipComplexDoubleToFloat cuComplexDoubleToFloat
#define hipComplexFloatToDouble cuComplexFloatToDouble
#define hipConj cuConj
#define hipCreal cuCreal
#define hipCsub cuCsub
#define hipDoubleComplex cuDoubleComplex
#define hipFloatComplex cuFloatComplex
#define hipComplex cuComplex
