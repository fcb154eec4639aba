// What bankfix wrote is left alone by the next run, also where another layout
// would now be better still.

// RUN: %bankfix --sort=source %s -o %t.cu
// RUN: %code %t.cu | FileCheck %s
// RUN: %bankfix --sort=source %t.cu -o %t2.cu > %t.log
// RUN: FileCheck %s --check-prefix=AGAIN < %t.log
// RUN: cmp %t.cu %t2.cu

__global__ void passed(float *out) {
  __shared__ float s[2048];
  // CHECK: s[BANKFIX_{{[A-Z0-9_]+}}(threadIdx.x * 32)] = 0;
  s[threadIdx.x * 32] = 0;
  __syncthreads();
  // AGAIN: warning: load of 's[BANKFIX_{{.*}}'
  // AGAIN: note: no fix of 's' by {{.*}}: line {{[0-9]+}}: 's[BANKFIX_{{.*}}' is indexed through a macro of bankfix already; take it out to have another
  out[threadIdx.x] = s[threadIdx.x * 2] + s[threadIdx.x * 31];
}

void launch(float *out) { passed<<<1, 32>>>(out); }

// Nor is a row padded that was permuted.
#define BANKFIX_XOR_1(c, r) ((c) ^ ((r) >> 1))
__global__ void __launch_bounds__(1024) permuted(float *out) {
  // CHECK: float t[32][32];
  __shared__ float t[32][32];
  t[threadIdx.y][BANKFIX_XOR_1(threadIdx.x, threadIdx.y)] = 1;
  __syncthreads();
  // AGAIN: warning: load of 't[threadIdx.x][BANKFIX_XOR_1(threadIdx.y, threadIdx.x)]' has 2-way bank conflicts
  // AGAIN: note: no fix of 't' by pad-row{{.*}}: line {{[0-9]+}}: 't[threadIdx.y][BANKFIX_XOR_1(threadIdx.x, threadIdx.y)]' is indexed through a macro of bankfix already; take it out to have another
  out[threadIdx.x] = t[threadIdx.x][BANKFIX_XOR_1(threadIdx.y, threadIdx.x)];
}

void launchPermuted(float *out) { permuted<<<1, dim3(32, 32)>>>(out); }
