// Arrays of dynamic memory that stay as they are.

// RUN: %exits 1 %bankfix check --closed-world=false --sort=source --strategy=pad-row,index-macro %s | %FileCheck %s
// RUN: %bankfix --closed-world=false --sort=source --strategy=pad-row,index-macro %s -o %t.cu > %t.log
// RUN: cmp %s %t.cu

#include "Inputs/launched.cuh"

// Other files may launch what a header declares.
__global__ void listed(float *out) {
  extern __shared__ float s[];
  // CHECK: note: no fix of 's' by {{.*}}: 'listed' is declared in a header, so other files may launch it
  s[threadIdx.x * 32] = 1;
  out[threadIdx.x] = s[threadIdx.x * 32];
}

// What pad-row would need is not written where the kernel is launched.
__global__ void rows(float *out) {
  extern __shared__ float t[][32];
  // CHECK: note: no fix of 't' by {{.*}}: the size that the host sets cannot be changed so
  t[threadIdx.x][threadIdx.y] = 1;
  out[threadIdx.x] = t[threadIdx.x][threadIdx.y];
}

void run(float *out) {
  listed<<<1, 32, 4096>>>(out);
  rows<<<1, dim3(32, 8), 4096>>>(out);
}
