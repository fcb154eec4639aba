// A macro that another build defines so that it pastes names an array there.

// RUN: split-file %s %t
// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=index-macro --allow-occupancy-loss %t/kernel.cu -- -I%t/pasting | FileCheck %s
// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=index-macro --allow-occupancy-loss %t/kernel.cu -- -I%t/calling | FileCheck %s
// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=index-macro --allow-occupancy-loss %t/kernel.cu -- -I%t/piece | FileCheck %s
// CHECK: no fix of 'raw' by index-macro: {{it would not hold in a build with -DSET:|.*set.h:[0-9]+: code that the preprocessor skipped names '(DO|WITH)'}}

//--- pasting/set.h
#ifdef SET
#define DO(x) x##w[64 + 2 * t] = 3;
#else
#define DO(x)
#endif

//--- calling/set.h
#define CAT(a, b) a##b
#ifdef SET
#define WITH(f, x) f(x, w)[64 + 2 * t] = 3;
#else
#define WITH(f, x)
#endif
#define DO(x) WITH(CAT, x)

//--- piece/set.h
#define CAT(a, b) a##b
#ifdef SET
#define END w
#else
#define END x
#endif
#define JOIN(a, b) CAT(a, b)
#define DO(x) JOIN(x, END)[64 + 2 * t] = 3;

//--- kernel.cu
#include "set.h"
__device__ float rax[256];
__global__ void kernel(float *out) {
  __shared__ float raw[1024 + 256];
  int t = threadIdx.x;
  for (int i = 0; i < 32; ++i)
    raw[t * 32 + i] = i;
  DO(ra)
  __syncthreads();
  out[t] = raw[t];
}
void run(float *out) { kernel<<<1, 32>>>(out); }
