// Who includes a header may launch its kernels with other sizes: it is only
// known of the one file that may include what the header defines.

// RUN: rm -rf %t && mkdir -p %t/one %t/two %t/launches %t/header %t/none
// RUN: cp %s %t/one/k.cuh && cp %s %t/two/k.cuh && cp %s %t/launches/k.cuh
// RUN: cp %s %t/header/k.cuh && cp %s %t/none/k.cuh
// RUN: echo '#include "k.cuh"' > %t/one/main.cu
// RUN: cp %t/one/main.cu %t/two/a.cu && cp %t/one/main.cu %t/two/b.cu
// RUN: cp %t/one/main.cu %t/launches/main.cu && cp %t/one/main.cu %t/header/api.h
// RUN: echo 'void again(float *d) { scale<<<1, 128, 1028>>>(d); }' >> %t/launches/main.cu

// RUN: %bankfix %t/one/k.cuh -o %t/one/fixed.cuh > /dev/null
// RUN: %code %t/one/fixed.cuh | FileCheck %s
// CHECK: scale<<<1, 128, 1024 + 1024 / 2>>>(d);

// RUN: %exits 1 %bankfix check %t/two/k.cuh | FileCheck %s --check-prefix=REFUSED
// RUN: %exits 1 %bankfix check %t/launches/k.cuh | FileCheck %s --check-prefix=REFUSED
// RUN: %exits 1 %bankfix check %t/header/k.cuh | FileCheck %s --check-prefix=REFUSED
// RUN: %exits 1 %bankfix check %t/none/k.cuh | FileCheck %s --check-prefix=REFUSED
// REFUSED: no fix of 's' by index-macro: line [[#@LINE+2]]: 'scale' is declared in a header, so other files may launch it

__global__ void scale(float *d) {
  extern __shared__ float s[];
  s[2 * threadIdx.x] = d[threadIdx.x];
  s[2 * threadIdx.x + 1] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = s[2 * threadIdx.x + 1];
}

void launch(float *d) { scale<<<1, 128, 1024>>>(d); }
