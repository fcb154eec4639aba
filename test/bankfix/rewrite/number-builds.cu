// What other builds do with an address that becomes a number, or is one of a
// pointer: each has to be one that the edit is right for.

// RUN: %bankfix %s -o %t.cu --objective=wavefronts --cuda-headers=builtin 2>&1 | FileCheck %s
// RUN: cmp %s %t.cu

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
__device__ unsigned later(unsigned at) {
#if __CUDA_ARCH__ >= 900
  at += 128;
#endif
  return load(at);
}
#ifdef WIDE
#define OFF "128"
#else
#define OFF "0"
#endif
__device__ unsigned behind(unsigned at) {
  unsigned v;
  asm volatile("ld.shared.u32 %0, [%1 + " OFF "];" : "=r"(v) : "r"(at));
  return v;
}

// CHECK-DAG: [[#@LINE+2]]:{{[0-9]+}}: note: no fix of 's' {{.*}}: it would not hold in a build with -D__CUDA_ARCH__=900
__global__ void a(unsigned *out) {
  __shared__ unsigned s[32][32];
  int t = threadIdx.x;
  s[t / 32][t % 32] = t;
  __syncthreads();
  out[t] = later(__cvta_generic_to_shared(&s[t % 31][t / 32]));
}
// CHECK-DAG: [[#@LINE+2]]:{{[0-9]+}}: note: no fix of 's' {{.*}}: it would not hold in a build with -DWIDE
__global__ void b(unsigned *out) {
  __shared__ unsigned s[32][32];
  int t = threadIdx.x;
  s[t / 32][t % 32] = t;
  __syncthreads();
  out[t] = behind(__cvta_generic_to_shared(&s[t % 31][t / 32]));
}
// What a branch adds has no name.
// CHECK-DAG: [[#@LINE+2]]:{{[0-9]+}}: note: no fix of 's' {{.*}}: it would not hold in a build with -DWIDE
__global__ void c(unsigned *out) {
  __shared__ unsigned s[1024];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  unsigned at = __cvta_generic_to_shared(s);
  out[t] = again(at + (t % 31 * 32 + t / 32) * 4
#ifdef WIDE
                 + 128
#endif
  );
}
// CHECK-DAG: [[#@LINE+2]]:{{[0-9]+}}: note: no fix of 's' {{.*}}: it would not hold in a build with -DWIDE
__global__ void d(unsigned *out) {
  __shared__ unsigned s[1024];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  const unsigned *p = &s[t % 31 * 32 + t / 32]
#ifdef WIDE
      + 32
#endif
      ;
  out[t] = *p;
}

void launch(unsigned *out) {
  a<<<1, 1024>>>(out);
  b<<<1, 1024>>>(out);
  c<<<1, 1024>>>(out);
  d<<<1, 1024>>>(out);
}
