// What skipped code calls with all arguments pastes what it spells itself.

// RUN: split-file %s %t
// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=index-macro --cuda-headers=builtin %t/kernel.cu -- -I%t/whole | FileCheck --check-prefix=WHOLE %s
// WHOLE: 's[1024] -> s[1056]{{.*}}(index-macro)
// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=index-macro --cuda-headers=builtin %t/kernel.cu -- -I%t/open | FileCheck --check-prefix=OPEN %s
// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=index-macro --cuda-headers=builtin %t/kernel.cu -- -I%t/handed | FileCheck --check-prefix=OPEN %s
// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=index-macro --cuda-headers=builtin %t/kernel.cu -- -I%t/named | FileCheck --check-prefix=OPEN %s
// OPEN: no fix of 's' by index-macro: {{.*}}types.h:{{[0-9]+}}: code that the preprocessor skipped names '{{VECTORS|CALL}}'; use another name there, or for the array

//--- vectors.h
#define VECTORS(base, name)                                                    \
  typedef base name##x1;                                                       \
  typedef base name##le

//--- whole/types.h
#if SMALL == 1
VECTORS(char, byte);
#endif

//--- open/types.h
#if SMALL == 1
VECTORS(char,
#else
VECTORS(short,
#endif
        half);

//--- handed/types.h
#define CALL VECTORS(char, 
#if SMALL == 1
CALL byte);
#endif

//--- named/types.h
#if SMALL == 1
VECTORS
#else
void ignore
#endif
(char, int);

//--- kernel.cu
#include "vectors.h"
#include "types.h"
__device__ float *tile(float *ti) { return ti; }
__global__ void k(float *out) {
  __shared__ float s[1024];
  float *p = tile(s);
  p[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = p[threadIdx.x * 32 + threadIdx.y];
}
void launch(float *out) { k<<<1, dim3(32, 32)>>>(out); }
