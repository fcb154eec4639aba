// A swizzle of subscripts that only the run knows: the new source is evaluated
// as well as the old one was, so that the plan is taken and holds.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=swizzle %s | FileCheck %s
// RUN: %bankfix --objective=wavefronts --strategy=swizzle %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %bankfix check --objective=wavefronts --format=json %t.cu | FileCheck %s --check-prefix=AGAIN
// RUN: %bankfix --objective=wavefronts --strategy=swizzle %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// Row n as a row, and column n: the XOR of two unknown values.
__global__ void column(float *out, int n) {
  __shared__ float a[32][32];
  // FIXED: a[threadIdx.y][BANKFIX_XOR(threadIdx.x, threadIdx.y)] = out
  a[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  // CHECK: warning: load of 'a[threadIdx.x][n & 31]' has 32-way bank conflicts
  // FIXED: a[n & 31][BANKFIX_XOR(threadIdx.x, n & 31)]
  out[threadIdx.x] = a[threadIdx.x][n & 31] + a[n & 31][threadIdx.x];
  // CHECK: note: 'a[32][32], indexed through BANKFIX_XOR' (swizzle) leaves 96 wavefronts of 1088
}

// A row that all lanes share: the column then depends on it, too.
__global__ void row(float *out, int n) {
  __shared__ float a[32][32];
  // CHECK: warning: store to 'a[threadIdx.x][threadIdx.y]' has 32-way bank conflicts
  // FIXED: a[threadIdx.x][BANKFIX_XOR(threadIdx.y, threadIdx.x)] = out
  a[threadIdx.x][threadIdx.y] = out[threadIdx.x];
  __syncthreads();
  // FIXED: a[(n & 7) / 2][BANKFIX_XOR(1, (n & 7) / 2)]
  out[threadIdx.x] = a[(n & 7) / 2][1];
  // CHECK: note: 'a[32][32], indexed through BANKFIX_XOR' (swizzle) leaves 64 wavefronts of 1056
}

// AGAIN-NOT: "certainty": "unknown"
// AGAIN: "totals":
// AGAIN-NEXT: "wavefronts": 96,
// AGAIN-NOT: "certainty": "unknown"
// AGAIN: "totals":
// AGAIN-NEXT: "wavefronts": 64,

void launch(float *out, int n) {
  column<<<1, dim3(32, 32)>>>(out, n);
  row<<<1, dim3(32, 32)>>>(out, n);
}
