// CUDA's headers write the copies and operators of 16-bit floats out; each
// reads an operand once, as a whole. What runs says so, too.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s
// RUN: %bankfix verify --format=json %s > %t
// RUN: %json-lines < %t | FileCheck %s --check-prefix=RAN

#include <cuda_fp16.h>

__global__ void sums(half2 *out, const half2 *in) {
  __shared__ half2 a[32], b[64];
  __shared__ half h[64];
  int t = threadIdx.x;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"array": "a", "op": "store", "bytes": 4, {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 1,
  // RAN: access {"line": [[#@LINE+1]], {{.*}}"array": "a", "op": "store", {{.*}}"requests": 1, "wavefronts": 1,
  a[t] = in[t];
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"array": "b", "op": "store", "bytes": 4, {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 2,
  // RAN: access {"line": [[#@LINE+1]], {{.*}}"array": "b", "op": "store", {{.*}}"requests": 1, "wavefronts": 2,
  b[2 * t] = in[t] * in[t];
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"array": "h", "op": "store", "bytes": 2, {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 1,
  // RAN: access {"line": [[#@LINE+1]], {{.*}}"array": "h", "op": "store", {{.*}}"requests": 1, "wavefronts": 1,
  h[2 * t] = __float2half(1.0f);
  __syncthreads();
  // CHECK: access {"line": [[#@LINE+4]], {{.*}}"array": "a", "op": "load", "bytes": 4, {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 1,
  // CHECK: access {"line": [[#@LINE+3]], {{.*}}"array": "b", "op": "load", "bytes": 4, {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 2,
  // RAN: access {"line": [[#@LINE+2]], {{.*}}"array": "a", "op": "load", {{.*}}"requests": 1, "wavefronts": 1,
  // RAN: access {"line": [[#@LINE+1]], {{.*}}"array": "b", "op": "load", {{.*}}"requests": 1, "wavefronts": 2,
  half2 sum = a[t] + b[2 * t];
  // CHECK: access {"line": [[#@LINE+4]], {{.*}}"array": "b", "op": "load", "bytes": 4, {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 2,
  // CHECK: access {"line": [[#@LINE+3]], {{.*}}"array": "b", "op": "store", "bytes": 4, {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 2,
  // RAN: access {"line": [[#@LINE+2]], {{.*}}"array": "b", "op": "load", {{.*}}"requests": 1, "wavefronts": 2,
  // RAN: access {"line": [[#@LINE+1]], {{.*}}"array": "b", "op": "store", {{.*}}"requests": 1, "wavefronts": 2,
  b[2 * t] += sum;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"array": "h", "op": "load", "bytes": 2, {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 1,
  // RAN: access {"line": [[#@LINE+1]], {{.*}}"array": "h", "op": "load", {{.*}}"requests": 1, "wavefronts": 1,
  float f = h[2 * t];
  out[t] = f > 0 ? sum : in[t];
}

void host(half2 *out, const half2 *in) { sums<<<1, 32>>>(out, in); }
