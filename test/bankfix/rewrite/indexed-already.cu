// What bankfix wrote is left alone by the next run, also where another layout
// would now be better still.

// RUN: %bankfix %s -o %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %bankfix %t.cu -o %t2.cu > %t.log
// RUN: FileCheck %s --check-prefix=AGAIN < %t.log
// RUN: cmp %t.cu %t2.cu

__global__ void passed(float *out, int pitch) {
  __shared__ float s[2048];
  // CHECK: s[BANKFIX_{{[A-Z0-9_]+}}(threadIdx.x * pitch)] = 0;
  // AGAIN: note: no fix of 's' by {{.*}}: line {{[0-9]+}}: 's[BANKFIX_{{.*}}' is indexed through a macro of bankfix already; take it out to have another
  s[threadIdx.x * pitch] = 0;
}

void launch(float *out, int pitch) { passed<<<1, 32>>>(out, pitch); }
