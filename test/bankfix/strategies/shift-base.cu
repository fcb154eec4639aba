// shift-base: on Kepler, two words of an aligned segment of 64 share a bank
// without a conflict, so it matters where an array begins.

// RUN: %exits 1 %bankfix check --verbose --target=sm_35 --strategy=shift-base %s | FileCheck %s
// RUN: %bankfix --verbose --target=sm_35 --strategy=shift-base %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix --verbose --target=sm_35 --strategy=shift-base %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu
// RUN: %exits 1 %bankfix check --verbose --target=sm_80 --strategy=shift-base %s | FileCheck %s --check-prefix=AMPERE

__global__ void aligned(float *out) {
  // FIXED: __shared__ __align__(256) float s[64];
  __shared__ float s[64];
  // CHECK: warning: store to 's[threadIdx.x * 2]' has up to 2-way bank conflicts
  // CHECK: note: 's[64], aligned to 256 bytes' (shift-base) leaves
  // AMPERE: note: no fix of 's' by shift-base: no such layout lowers its wavefronts
  s[threadIdx.x * 2] = out[0];
}

__global__ void shifted(float *out) {
  // FIXED: __shared__ volatile __align__(256) float t[132];
  __shared__ volatile float t[130];
  // FIXED: t[(threadIdx.x * 2 + 62) + 2] = out[0];
  t[threadIdx.x * 2 + 62] = out[0];
  // FIXED: (int)(threadIdx.x + 2)[t] + (((threadIdx.x + 1)) + 2)[t];
  out[0] = (int)threadIdx.x[t] + (threadIdx.x + 1)[t];
}

// Refused: the alignment would hold for both.
__global__ void together(float *out) {
  // FIXED: float a[64], b[64];
  __shared__ float a[64], b[64];
  // CHECK: note: no fix of 'a' by shift-base: its declaration declares more, or comes from a macro, so its type cannot be changed alone
  a[threadIdx.x * 2] = out[0];
  b[threadIdx.x] = out[0];
}

void launch(float *out) {
  aligned<<<1, 32>>>(out);
  shifted<<<1, 32>>>(out);
  together<<<1, 32>>>(out);
}
