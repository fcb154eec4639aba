// Addresses that are computed as numbers: what an instruction gets is written
// with the array, whatever arithmetic moves the number up to there.

// RUN: %bankfix %s -o %t.cu --objective=wavefronts --cuda-headers=builtin 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix %t.cu -o %t2.cu --objective=wavefronts --cuda-headers=builtin 2>&1
// RUN: cmp %t.cu %t2.cu

#include <cuda_fp16.h>

#define LDMATRIX(R, AT)                                                        \
  asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];" \
               : "=r"(R[0]), "=r"(R[1]), "=r"(R[2]), "=r"(R[3]) : "r"(AT))
#define COPY(TO, FROM)                                                         \
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" :: "r"(TO), "l"(FROM), "n"(16))

__device__ unsigned load(unsigned at) {
  unsigned v;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at));
  return v;
}
__device__ unsigned again(unsigned at) {
  unsigned v;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at));
  return v;
}
__device__ int permuted(int i) {
  static_assert(sizeof(int) == 4, "");
  return i;
}

// Two tiles of memory whose size the host sets.
__global__ void tiles(unsigned *out, const half *in) {
  extern __shared__ half smem[];
  half *a = smem, *b = smem + 64 * 64;
  unsigned from_a = __cvta_generic_to_shared(a), from_b = __cvta_generic_to_shared(b);
  int t = threadIdx.x, row = t / 32 * 16 + t % 16, sum = 0;
  for (int i = t; i < 512; i += 128) {
    // CHECK: unsigned at = __cvta_generic_to_shared(&smem[BANKFIX_SWIZZLE_3_56((int)((from_a + (i / 8 * 64 + i % 8 * 8) * sizeof(half)) - __cvta_generic_to_shared(smem)) / 2)]);
    unsigned at = from_a + (i / 8 * 64 + i % 8 * 8) * sizeof(half);
    COPY(at, in + i * 8);
  }
  unsigned to = from_b + (t / 2 * 64 + t % 2 * 32) * sizeof(half);
  for (int i = 0; i < 32; i += 8)
    // CHECK: COPY((unsigned)__cvta_generic_to_shared(&smem[BANKFIX_SWIZZLE_3_56((int)((to + i * 2) - (unsigned)__cvta_generic_to_shared(smem)) / 2)]), in + 4096 + t * 32 + i);
    COPY(to + i * 2, in + 4096 + t * 32 + i);
  asm volatile("cp.async.wait_all;" ::);
  __syncthreads();
  for (int k = 0; k < 64; k += 16) {
    unsigned r[4], q[4];
    LDMATRIX(r, (unsigned)(from_a + (row * 64 + k + t % 32 / 16 * 8) * sizeof(half)));
    // What has to be evaluated once, is.
    // CHECK: LDMATRIX(q, (unsigned)__cvta_generic_to_shared(&smem[bankfix_swizzle_3_56((int)(((unsigned)(from_b + (row * 64 + permuted(k + t % 32 / 16 * 8)) * sizeof(half))) - (unsigned)__cvta_generic_to_shared(smem)) / 2)]));
    LDMATRIX(q, (unsigned)(from_b + (row * 64 + permuted(k + t % 32 / 16 * 8)) * sizeof(half)));
    for (int i = 0; i < 4; ++i)
      sum += r[i] * q[i];
  }
  out[t] = sum;
}

// Through all rows of an array, and from an element on.
__global__ void rows(unsigned *out) {
  // CHECK: unsigned s[32][32];
  __shared__ unsigned s[32][32];
  int t = threadIdx.x;
  // CHECK: s[t / 32][BANKFIX_XOR(t % 32, t / 32)] = t;
  s[t / 32][t % 32] = t;
  __syncthreads();
  unsigned at = __cvta_generic_to_shared(s), v = 0;
  at += t % 32 * 128;
  // CHECK: v += load((unsigned)__cvta_generic_to_shared(&(&s[0][0])[BANKFIX_SWIZZLE_5_31((int)(at - (unsigned)__cvta_generic_to_shared(s)) / 4)]));
  for (int i = 0; i < 4; ++i, at += 4)
    v += load(at);
  unsigned long row = __cvta_generic_to_shared(&s[t % 32][0]);
  // CHECK: v += load(__cvta_generic_to_shared(&(&s[0][0])[BANKFIX_SWIZZLE_5_31((int)((row + t / 32 * 4) - __cvta_generic_to_shared(s)) / 4)]));
  v += load(row + t / 32 * 4);
  out[t] = v;
}

// By its elements, too; these have to keep to their rows.
__global__ void both(unsigned *out) {
  __shared__ unsigned s[32][32];
  int t = threadIdx.x;
  s[t / 32][t % 32] = t;
  __syncthreads();
  unsigned at = __cvta_generic_to_shared(s);
  // CHECK: out[t] = again((unsigned)__cvta_generic_to_shared(&(&s[0][0])[BANKFIX_SWIZZLE_5_31((int)((at + t % 32 * 128 + t / 32 * 4) - (unsigned)__cvta_generic_to_shared(s)) / 4)])) +
  // CHECK: load(__cvta_generic_to_shared(&s[t % 32][BANKFIX_XOR(t / 32, t % 32)]));
  out[t] = again(at + t % 32 * 128 + t / 32 * 4) +
           load(__cvta_generic_to_shared(&s[t % 32][t / 32]));
}
// TEXT-DAG: [[#@LINE+2]]:{{[0-9]+}}: note: no fix of 's' {{.*}} has values of subscript 2 outside 0 to 31
__global__ void outside(unsigned *out) {
  __shared__ unsigned s[32][32];
  int t = threadIdx.x;
  s[t / 32][t % 32] = t;
  __syncthreads();
  unsigned at = __cvta_generic_to_shared(s);
  out[t] = again(at + t % 32 * 128 + t / 32 * 4) +
           again(__cvta_generic_to_shared(&s[0][t % 32 * 32 + t / 32]));
}

// TEXT-DAG: [[#@LINE+2]]:{{[0-9]+}}: note: no fix of 's' {{.*}}'__cvta_generic_to_shared(s)' makes a number of its address
__global__ void masked(unsigned *out) {
  __shared__ unsigned s[32][32];
  int t = threadIdx.x;
  s[t / 32][t % 32] = t;
  __syncthreads();
  unsigned at = __cvta_generic_to_shared(s);
  out[t] = load((at + t % 32 * 128) ^ 64);
}
// TEXT-DAG: [[#@LINE+2]]:{{[0-9]+}}: note: no fix of 's' {{.*}}'__cvta_generic_to_shared(s)' makes a number of its address
__global__ void summed(unsigned *out) {
  __shared__ unsigned s[32][32];
  int t = threadIdx.x;
  s[t / 32][t % 32] = t;
  __syncthreads();
  unsigned at = __cvta_generic_to_shared(s), other = __cvta_generic_to_shared(s);
  out[t] = load((at + other) - other + t % 32 * 128);
}
// Sometimes an element that is written with the array already.
// TEXT-DAG: [[#@LINE+2]]:{{[0-9]+}}: note: no fix of 's' {{.*}} makes a number of its address
__global__ void either(unsigned *out) {
  __shared__ unsigned s[32][32];
  int t = threadIdx.x;
  s[t / 32][t % 32] = t;
  __syncthreads();
  unsigned at = __cvta_generic_to_shared(s);
  out[t] = load(t < 64 ? at + t % 32 * 128 : (unsigned)__cvta_generic_to_shared(&s[t % 32][t / 32]));
}
// Sometimes another array's.
__device__ unsigned number(const void *p) { return __cvta_generic_to_shared(p); }
// TEXT-DAG: [[#@LINE+2]]:{{[0-9]+}}: note: no fix of 's' {{.*}} makes a number of its address
__global__ void others(unsigned *out) {
  __shared__ unsigned s[1024], q[1024];
  int t = threadIdx.x;
  s[t] = q[t] = t;
  __syncthreads();
  unsigned at = __cvta_generic_to_shared(s), v;
  v = load(at + t % 32 * 128);
  at = number(q);
  out[t] = v + load(at + 4 * t);
}
// What a parameter has before is the caller's.
// TEXT-DAG: [[#@LINE+2]]:{{[0-9]+}}: note: no fix of 'd' {{.*}} makes a number of its address
__device__ unsigned before(unsigned at) {
  extern __shared__ unsigned d[];
  unsigned v = load(at + 8);
  at = __cvta_generic_to_shared(d);
  return v + load(at + threadIdx.x % 32 * 128);
}
__global__ void parameter(unsigned *out) {
  extern __shared__ unsigned d[];
  __shared__ unsigned q[64];
  int t = threadIdx.x;
  d[t] = t;
  q[t % 64] = t;
  __syncthreads();
  out[t] = before(__cvta_generic_to_shared(q)) + d[t % 32 * 32 + t / 32];
}
// A function that cannot name the array.
__device__ unsigned far(unsigned at, int i) { return load(at + i); }
// TEXT-DAG: [[#@LINE+2]]:{{[0-9]+}}: note: no fix of 's' {{.*}} makes a number of its address
__global__ void helper(unsigned *out) {
  __shared__ unsigned s[32][32];
  int t = threadIdx.x;
  s[t / 32][t % 32] = t;
  __syncthreads();
  out[t] = far(__cvta_generic_to_shared(s), t % 32 * 128);
}// A part of an element, of which the element's number would say nothing.
struct Pair {
  unsigned x, y;
};
// TEXT-DAG: [[#@LINE+2]]:{{[0-9]+}}: note: no fix of 's' {{.*}} makes a number of its address
__global__ void parts(unsigned *out) {
  __shared__ Pair s[4096];
  int t = threadIdx.x;
  s[t * 4] = {unsigned(t), unsigned(2 * t)};
  __syncthreads();
  unsigned at = __cvta_generic_to_shared(s);
  out[t] = load(at + t * 32 + 4);
}

void launch(unsigned *out, const half *in) {
  // CHECK: tiles<<<1, 128, BANKFIX_ROUND128(2 * 64 * 64 * sizeof(half))>>>(out, in);
  tiles<<<1, 128, 2 * 64 * 64 * sizeof(half)>>>(out, in);
  rows<<<1, 1024>>>(out);
  both<<<1, 1024>>>(out);
  outside<<<1, 1024>>>(out);
  masked<<<1, 1024>>>(out);
  summed<<<1, 1024>>>(out);
  either<<<1, 1024>>>(out);
  others<<<1, 1024>>>(out);
  parameter<<<1, 1024, 4096>>>(out);
  helper<<<1, 1024>>>(out);
  parts<<<1, 1024>>>(out);
}
