// Errors of Clang's that it can take back, and that nvcc does not have.

// RUN: %exits 1 %bankfix check --cuda-headers=builtin -std=c++17 %s 2>&1 | FileCheck %s
// CHECK-NOT: {{error|note: .*skipped|refuses}}
// CHECK: warning: store to 's[n * 32]' has 32-way
// CHECK-NOT: {{error|note: .*skipped|refuses}}
#include <stdio.h>

#define SUFFIX "u"
struct Pair {
  float first;
  unsigned char second;
};
struct Limits {
  static const float Most = 3.0f;
};
struct Copied {
  Copied(const Copied &);
};
void print(const char *format, ...);
void host(Copied c, int n) {
  asm("" : : "r"(n) "r"(n));
  print("%"SUFFIX, c);
  bool any = false;
  any++;
  any = 0 < n <= 25;
  Pair pair = {n, 300};
  print("", &static_cast<const Pair &>(Pair{n, n}));
}
__device__ Pair made();
__device__ Pair *address() { return &made(); }
__global__ void k(float *out) {
  __shared__ float s[1024];
  register int n = threadIdx.x;
  s[n * 32] = 1;
  // No comma between the operands.
  asm volatile("st.global.f32 [%1], %0;" ::"f"(s[0]) "l"(out) : "memory");
  out[n] = s[0];
}
void launch(float *out) { k<<<1, 32>>>(out); }
