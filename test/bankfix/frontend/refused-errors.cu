// What no compiler takes is an error of the file, however alike it looks; each
// message is given once.

// RUN: rm -rf %t && mkdir -p %t
// RUN: echo '__global__ void k() { __shared__ int n = 3; }' > %t/scalar.cu
// RUN: %exits 2 %bankfix check %t/scalar.cu 2>&1 | FileCheck %s --check-prefix=INIT
// INIT: scalar.cu:1:38: error: initialization is not supported for __shared__ variables

// RUN: echo 'struct S { __device__ S(int); }; __global__ void k() { __shared__ S s(3); }' > %t/written.cu
// RUN: %exits 2 %bankfix check %t/written.cu 2>&1 | FileCheck %s --check-prefix=WRITTEN
// WRITTEN: error: initialization is not supported for __shared__ variables

// RUN: echo 'int h(int); __device__ int g(int n) { return h(n); }' > %t/host.cu
// RUN: %exits 2 %bankfix check %t/host.cu 2>&1 | FileCheck %s --check-prefix=HOST
// HOST: error: no matching function for call to 'h'

// RUN: echo '__device__ int a() { return none; }' > %t/names.cu
// RUN: echo '__device__ int b() { return none; }' >> %t/names.cu
// RUN: echo '__device__ int c() { return none + none; }' >> %t/names.cu
// RUN: %exits 2 %bankfix check %t/names.cu 2>&1 | FileCheck %s --check-prefix=ONCE
// ONCE: names.cu:1:29: error: use of undeclared identifier 'none' (and in 3 more places)
// ONCE-NOT: undeclared
