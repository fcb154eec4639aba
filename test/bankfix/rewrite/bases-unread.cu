// Functions that code which is not read may declare or call keep their
// parameters.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu 2> /dev/null | FileCheck %s --check-prefix=ALONE
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu -- -D__CUDACC_RDC__ 2> /dev/null | FileCheck %s
// RUN: echo '#include "not-there.h"' > %t.missing.cu
// RUN: cat %s >> %t.missing.cu
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %t.missing.cu -o %t.cu 2> /dev/null | FileCheck %s
// RUN: echo '#ifdef X' > %t.skipped.cu
// RUN: echo '#include "others.h"' >> %t.skipped.cu
// RUN: echo '#endif' >> %t.skipped.cu
// RUN: cat %s >> %t.skipped.cu
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %t.skipped.cu -o %t.cu 2> /dev/null | FileCheck %s

__device__ float picked(const float *p, int i) { return p[i]; }
// ALONE: 's[1024] -> s[1056], indexed through BANKFIX_PAD32' (index-macro) leaves
// CHECK: no fix of 's' by
__global__ void kernel(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = picked(s + threadIdx.x * 32, 0);
}

void launch(float *out) { kernel<<<1, 32>>>(out); }
