// Headers are looked for as the analysis does it, and what is compiled without
// one that is missing runs.
// RUN: rm -rf %t && mkdir -p %t/include %t/src
// RUN: echo '#define SCALE 3' > %t/include/scale.h
// RUN: cp %s %t/src/headers.cu
// RUN: %bankfix verify %t/src/headers.cu | FileCheck %s
// RUN: %bankfix verify -DNEEDED %t/src/headers.cu | FileCheck %s --check-prefix=NEEDED
#include "scale.h"
#include "not_there.h"

// CHECK: headers.cu:[[#@LINE-2]]:10: warning: 'not_there.h' file not found
// CHECK: note: 'column', {{.*}}: 62 excess wavefronts counted before, 0 after; the same results
// NEEDED: warning: 'column', {{.*}}, was not run: Clang generates no code for the file: line [[#@LINE-4]]: 'not_there.h' file not found
__global__ void column(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x * 32] = SCALE * out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[(threadIdx.x ^ 1) * 32];
}

#ifdef NEEDED
__device__ Missing nothing;
#endif

void launch(float *out) { column<<<1, 32>>>(out); }
