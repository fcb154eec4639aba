// A type that an edit would name may be another one in another build, where a
// macro declares its name once more.

// RUN: %exits 1 %bankfix check --objective=wavefronts %s | FileCheck %s

#include <cuda_fp16.h>

#ifdef OTHER
#define LOCALS typedef double half;
#define NAMED(x) typedef short x##ord;
#else
#define LOCALS
#define NAMED(x)
#endif
typedef int word;

__global__ void declared(float *out, const half *in) {
  // CHECK-DAG: no fix of 'raw' by index-macro: line [[#@LINE+8]]: 'm[t]' is a pointer into it
  extern __shared__ char raw[];
  half *a = (half *)raw;
  float *m = (float *)(a + 64 * 64);
  int t = threadIdx.x;
  for (int i = t; i < 64 * 64; i += 128)
    a[i] = in[i];
  __syncthreads();
  { LOCALS m[t] = t; }
  float sum = 0;
  for (int d = 0; d < 64; ++d)
    sum += (float)a[(t & 63) * 64 + d];
  out[t] = sum + m[127 - t];
}

__global__ void pasted(float *out, const float *in) {
  // CHECK-DAG: no fix of 'rest' by index-macro: line [[#@LINE+8]]: 'm[t]' is a pointer into it
  extern __shared__ char rest[];
  float *a = (float *)rest;
  word *m = (word *)(a + 64 * 64);
  int t = threadIdx.x;
  for (int i = t; i < 64 * 64; i += 128)
    a[i] = in[i];
  __syncthreads();
  { NAMED(w) m[t] = t; }
  float sum = 0;
  for (int d = 0; d < 64; ++d)
    sum += a[(t & 63) * 64 + d];
  out[t] = sum + m[127 - t];
}

void run(float *out, const half *in) {
  declared<<<1, 128, 64 * 64 * sizeof(half) + 128 * sizeof(float)>>>(out, in);
  pasted<<<1, 128, 64 * 64 * sizeof(float) + 128 * sizeof(word)>>>(out, out);
}
