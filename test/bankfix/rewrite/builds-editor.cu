// What editors define is known to be left alone only where nothing else may define it.

// RUN: %bankfix check --fail-on=never --objective=wavefronts --cuda-headers=builtin %s | %FileCheck %s --check-prefix=HEADER
// RUN: sed -e /editor-macro/d %s > %t.cu
// RUN: %bankfix check --fail-on=never --objective=wavefronts --cuda-headers=builtin %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %bankfix check --fail-on=never --objective=wavefronts --cuda-headers=builtin %t.cu -- -D__INTELLISENSE__ | %FileCheck %s --check-prefix=GIVEN

// HEADER: no fix of 's' by {{.*}}: it would not hold in a build with -D__INTELLISENSE__
// FIXED: 's[1024]{{.*}}' ({{.*}}) leaves
// GIVEN-NOT: leaves
// GIVEN: no fix of 's' by
#ifdef OTHER
#include "Inputs/editor-macro.h"
#endif
struct Wide {
  float x, y, z[30];
};
#ifdef __INTELLISENSE__
typedef Wide View;
#else
typedef float4 View;
#endif

__global__ void k(const float *in, float *o) {
  __shared__ __align__(16) float s[32 * 32];
  int t = threadIdx.x;
  for (int j = 0; j < 32; j++)
    s[t * 32 + j] = in[t * 32 + j];
  __syncthreads();
  View v = *(View *)(s + t * 32);
  o[t] = v.x + s[t * 32 + 3];
}

void f(const float *in, float *o) { k<<<1, 32>>>(in, o); }
