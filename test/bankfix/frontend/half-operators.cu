// Operators of 16-bit floats get their operands as references, and yet only
// read them, or change the first: such elements may lie anywhere.

// RUN: %exits 1 %bankfix check %s | %FileCheck %s
// RUN: %bankfix %s -o %t.cu > %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s > %t.verify
// RUN: %bankfix %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

#include <cuda_bf16.h>
#include <cuda_fp16.h>

// CHECK-DAG: [[#@LINE+3]]:{{.*}} note: 'pairs[32][32] -> pairs[32][33]' (pad-row)
// FIXED: __half2 pairs[32][33];
__global__ void sums(__half2 *out) {
  __shared__ __half2 pairs[32][32];
  pairs[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  __half2 sum = __float2half2_rn(0.f);
  for (int i = 0; i < 32; i += 8)
    sum += pairs[threadIdx.x][threadIdx.y + i];
  out[threadIdx.x] = sum * pairs[threadIdx.x][0];
}

// CHECK-DAG: [[#@LINE+3]]:{{.*}} note: 'tile[32][64] -> tile[32][66]' (pad-row)
// FIXED: __half tile[32][66];
__global__ void each(__half *out) {
  __shared__ __half tile[32][64];
  __half s = out[threadIdx.x];
  tile[threadIdx.x][0] = s;
  tile[threadIdx.x][1] += s;
  (tile[threadIdx.x][2] += s) *= s;
  if (tile[threadIdx.x][3] > s)
    s = -tile[threadIdx.x][4];
  float f = tile[threadIdx.x][5];
  const __half &same = tile[threadIdx.x][6];
  __half copied = tile[threadIdx.x][7] -= s;
  out[threadIdx.x] = s + __float2half(f) + same + copied;
}

// CHECK-DAG: [[#@LINE+3]]:{{.*}} note: 'brain[32][64] -> brain[32][66]' (pad-row)
// FIXED: __nv_bfloat16 brain[32][66];
__global__ void brains(__nv_bfloat16 *out) {
  __shared__ __nv_bfloat16 brain[32][64];
  brain[threadIdx.x][0] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = brain[threadIdx.x][0] * brain[threadIdx.x][0];
}

// What the reference that an assignment returns is used for is not followed.
// CHECK-DAG: [[#@LINE+2]]:{{.*}} note: no fix of 'kept' by pad-row: line [[#@LINE+3]]: its address is used in '(kept[threadIdx.x][0] += *out)', which bankfix does not follow
__global__ void keeps(__half *out) {
  __shared__ __half kept[32][64];
  __half &same = (kept[threadIdx.x][0] += *out);
  same += *out;
  out[threadIdx.x] = same;
}

void run(__half2 *h2, __half *h, __nv_bfloat16 *b) {
  sums<<<1, dim3(32, 8)>>>(h2);
  each<<<1, 32>>>(h);
  brains<<<1, 32>>>(b);
  keeps<<<1, 32>>>(h);
}
