// Words behind 64-bit elements in one memory, which a variable has as what it is
// declared with.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix --objective=wavefronts %t.cu -o - | cmp - %t.cu
// RUN: %bankfix verify %s %t.cu

using Key = unsigned long long;

// The place of the words is an element's address; a variable's, or a sum.
__global__ void element(const Key *in, int *out) {
  // CHECK-DAG: 's[], indexed through BANKFIX_SWIZZLE_1_30, its size through BANKFIX_ROUND128' (swizzle)
  extern __shared__ Key s[];
  Key *keys = s;
  int *order = (int *)&keys[256];
  int t = threadIdx.x;
  // FIXED: keys[BANKFIX_SWIZZLE_1_30(2 * t) / 2] = in[t];
  keys[t] = in[t];
  __syncthreads();
  for (int k = 2; k <= 256; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      int o = t ^ j;
      if (o > t) {
        Key a = keys[t], b = keys[o];
        if ((a > b) == ((t & k) == 0)) {
          keys[t] = b;
          keys[o] = a;
        }
      }
      __syncthreads();
    }
  // FIXED: ((int *)s)[BANKFIX_SWIZZLE_1_30((int)(order - (int *)s) + (t))] = (int)keys[
  order[t] = (int)keys[t];
  __syncthreads();
  out[t] = order[255 - t];
}

// One that is indexed where it is declared is not read otherwise.
__global__ void direct(const Key *in, int *out) {
  // CHECK-DAG: no fix of 'd' {{.*}}'(int *)&d[256]' is a pointer into it, or a variable index into an element, that bankfix does not follow
  extern __shared__ Key d[];
  int *order = (int *)&d[256];
  int t = threadIdx.x;
  d[t] = in[t];
  __syncthreads();
  for (int k = 128; k > 0; k >>= 1) {
    if (t < k)
      d[2 * t] += d[2 * t + 1];
    __syncthreads();
  }
  order[t] = (int)d[t];
  __syncthreads();
  out[t] = order[255 - t];
}

// What is wider than the declared elements counts groups of these, as it did.
__global__ void wider(const float *in, float *out) {
  // CHECK-DAG: 'w[], indexed through BANKFIX_SWIZZLE_4_30, its size through BANKFIX_ROUND128' (swizzle)
  extern __shared__ float w[];
  float *first = w;
  double *rest = (double *)(w + 2048);
  int t = threadIdx.x;
  for (int i = 0; i < 32; i++)
    // FIXED: first[BANKFIX_SWIZZLE_4_30(t * 32 + i)] = in[t];
    first[t * 32 + i] = in[t];
  rest[t] = in[t];
  __syncthreads();
  out[t] = first[t] + float(rest[t]);
}

void launch(const Key *keys, int *order, const float *in, float *out) {
  element<<<1, 256, 256 * 12>>>(keys, order);
  direct<<<1, 256, 256 * 12>>>(keys, order);
  wider<<<1, 64, 64 * 34 * sizeof(float)>>>(in, out);
}
