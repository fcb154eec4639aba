// What conditions, loops and hints say of values that only the run knows.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s
// RUN: %exits 1 %bankfix check --format=json %s | %validate

#include <assert.h>

__global__ void guards(int *out, const int *in, int n) {
  __shared__ int s[1024];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int d = in[threadIdx.x];

  // 64 words are two rows of the banks.
  if (d < 64)
    // CHECK: "line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 2,
    out[0] = s[d];
  if ((unsigned)d < 96)
    // CHECK: "line": [[#@LINE+1]], {{.*}}"degree": {"min": 1, "max": 3,
    out[1] = s[d];
  // CHECK: "line": [[#@LINE+1]], {{.*}}"degree": {"min": 1, "max": 2,
  out[2] = d >= 0 && d < 64 ? s[d] : 0;
  // CHECK: "line": [[#@LINE+1]], {{.*}}"degree": {"min": 1, "max": 2,
  out[3] = s[min(max(d, 0), 63)];
  // CHECK: "line": [[#@LINE+1]], {{.*}}"degree": {"min": 1, "max": 4,
  out[4] = s[(unsigned)d % 128];
  switch (d) {
  case 7:
    // One address.
    // CHECK: "line": [[#@LINE+1]], {{.*}}"degree": {"min": 1, "max": 1,
    out[5] = s[d];
  }
  for (int j = d; j < 32; j += 4)
    // CHECK: "line": [[#@LINE+1]], {{.*}}"degree": {"min": 1, "max": 1,
    out[6] += s[j];
  for (int k = 0; k < 4; ++k) {
    int e = in[k * 32 + threadIdx.x];
    if (e >= 64)
      continue;
    // CHECK: "line": [[#@LINE+1]], {{.*}}"degree": {"min": 1, "max": 2,
    out[7] += s[e];
  }

  // What is known is not known for long.
  // CHECK: "line": [[#@LINE+1]], {{.*}}"degree": {"min": 1, "max": 32,
  out[8] = s[d];

  if (d >= 64)
    return;
  // CHECK: "line": [[#@LINE+1]], {{.*}}"degree": {"min": 1, "max": 2,
  out[9] = s[d];
}

// A hint is part of the source: nothing is assumed beyond it.
__global__ void hints(int *out, const int *in, int n) {
  __shared__ int s[1024];
  int d = in[threadIdx.x];
  assert(d >= 0 && d < 32);
  // CHECK: "line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1,
  out[0] = s[d];
  int e = in[threadIdx.x + 1];
  __builtin_assume(e < 64);
  // CHECK: "line": [[#@LINE+1]], {{.*}}"degree": {"min": 1, "max": 2,
  out[1] = s[e];
  int f = in[threadIdx.x + 2];
  if (f < 0 || f > 95) {
    out[2] = 0;
    __trap();
  }
  // CHECK: "line": [[#@LINE+1]], {{.*}}"degree": {"min": 1, "max": 3,
  out[3] = s[f];
  assert(n == 3 || n == 5);
  __builtin_assume(n > 3 && n < 6);
  // CHECK: "line": [[#@LINE+1]], {{.*}}"degree": {"min": 1, "max": 4,
  out[4] = s[threadIdx.x * n];
  int g = in[threadIdx.x + 3];
  __assume(g >= 0 && g < 128);
  // CHECK: "line": [[#@LINE+1]], {{.*}}"degree": {"min": 1, "max": 4,
  out[5] = s[g];
}

// Halving whatever it starts with, it stays below that.
__global__ void halving(int *out, unsigned n) {
  __shared__ int s[4096];
  if (n > 4)
    return;
  for (unsigned h = n; h > 0; h >>= 1)
    // CHECK: "line": [[#@LINE+1]], {{.*}}"degree": {"min": 1, "max": 4,
    out[h] = s[threadIdx.x * h];
}

void launch(int *out, int *in, int n) {
  guards<<<1, 32>>>(out, in, n);
  hints<<<1, 32>>>(out, in, n);
  halving<<<1, 32>>>(out, n);
}
