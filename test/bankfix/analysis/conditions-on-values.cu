// What a condition says of a value that is computed from an unknown leaves only
// those values of the unknown.

// RUN: %exits 1 %bankfix check --format=json --block-dim=32 %s | %json-lines | FileCheck %s

#include <assert.h>

// CHECK: kernel {"name": "odd"
__global__ void odd(float *out, int pitch) {
  __shared__ float s[4096];
  __builtin_assume(pitch % 2 == 1);
  __builtin_assume(pitch > 0 && pitch < 64);
  // CHECK-NEXT: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1,
  out[threadIdx.x] = s[threadIdx.x * pitch];
}

// CHECK: kernel {"name": "bits"
__global__ void bits(float *out, unsigned pitch) {
  __shared__ float s[4096];
  assert((pitch & 3) == 2);
  // CHECK-NEXT: access {"line": [[#@LINE+1]], {{.*}}"degree": {"min": 2, "max": 2, "mean": 2},
  out[threadIdx.x] = s[threadIdx.x * pitch];
}

// CHECK: kernel {"name": "either"
__global__ void either(float *out, unsigned pitch) {
  __shared__ float s[4096];
  __builtin_assume((pitch == 33 || pitch == 65) && pitch < 100);
  // CHECK-NEXT: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1,
  out[threadIdx.x] = s[threadIdx.x * pitch];
  // CHECK-NEXT: access {"line": [[#@LINE+1]], {{.*}}"wavefronts": 32,
  out[threadIdx.x] = s[threadIdx.x * (pitch - 1)];
}

// In either branch the other values.
// CHECK: kernel {"name": "branches"
__global__ void branches(float *out, unsigned pitch) {
  __shared__ float s[4096];
  if (pitch % 32 == 0)
    // CHECK-NEXT: access {"line": [[#@LINE+1]], {{.*}}"degree": {"min": 1, "max": 32,
    out[threadIdx.x] = s[threadIdx.x * pitch];
  else
    // CHECK-NEXT: access {"line": [[#@LINE+1]], {{.*}}"degree": {"min": 1, "max": 16,
    out[threadIdx.x] = s[threadIdx.x * pitch];
}
