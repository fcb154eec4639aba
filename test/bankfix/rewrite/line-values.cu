// A line that is inserted may not change the number of another whose number the
// program computes with: macros are then written out, and types and members go
// into lines that are there. Numbers that are named with their file, to say where
// something went wrong, are those of the new file.

// RUN: %bankfix trace %s > %t.before 2> %t.log
// RUN: %bankfix --strategy=pad-struct,index-macro %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s
// RUN: %bankfix trace %t.cu > %t.after 2> %t.log
// RUN: cmp %t.before %t.after
// RUN: FileCheck %s --check-prefix=OUT < %t.before
// RUN: count 1 < %t.before
// So do functions that know their lines.
// RUN: %bankfix --strategy=pad-struct,index-macro -DBUILTIN %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s
// Another build may compute with it.
// RUN: %bankfix --strategy=pad-struct,index-macro -DNOTHING %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s

#include <cstdio>

#define CHECKED(call)                                                          \
  if ((call) != cudaSuccess)                                                   \
  printf("%s:%d: failed\n", __FILE__, __LINE__)
#define HERE (__LINE__ * 3)

struct Body {
  float x, y, z, mass;
};
static Body first(const Body *all) { return all[0]; }

// CHECK-NOT: #define BANKFIX
// CHECK: } bankfix_Body_20; __global__ void members(
__global__ void members(const Body *in, float *out) {
  __shared__ Body bodies[64];
  bodies[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = bodies[threadIdx.x ^ 1].mass * bodies[0].x;
}

__global__ void k(float *out) {
  // CHECK: float s[((1024) + ((1024) >> 5))];
  __shared__ float s[1024];
  s[threadIdx.y * 32 + threadIdx.x] = threadIdx.x;
  __syncthreads();
  // CHECK: s[((threadIdx.x * 32 + threadIdx.y) + ((threadIdx.x * 32 + threadIdx.y) >> 5))];
  out[threadIdx.x * 32 + threadIdx.y] = s[threadIdx.x * 32 + threadIdx.y];
}

#if defined(BUILTIN)
int line(int l = __builtin_LINE()) { return l; }
int number() { return line(); }
#elif defined(NOTHING)
int number() { return 0; }
#else
int number() { return HERE; }
#endif

int main() {
  float *out;
  Body *in;
  CHECKED(cudaMalloc(&out, 4096));
  CHECKED(cudaMalloc(&in, 64 * sizeof(Body)));
  k<<<1, dim3(32, 32)>>>(out);
  members<<<1, 64>>>(in, out);
  CHECKED(cudaDeviceSynchronize());
  // OUT: {{^}}number{{ [1-9][0-9]*$}}
  printf("number %d\n", number());
  (void)first;
}
