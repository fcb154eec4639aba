// index-macro: skip an element after every row of banks in a flat array.

// RUN: %exits 1 %bankfix check --sort=source --strategy=index-macro %s | FileCheck %s
// RUN: %bankfix --sort=source --strategy=index-macro %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix --sort=source --strategy=index-macro %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// One definition serves all arrays of the file.
// FIXED-COUNT-1: #define BANKFIX_PAD32(i) ((i) + ((i) >> 5))
// FIXED-NOT:     #define BANKFIX_PAD32(

__global__ void flat(float *out) {
  // FIXED: float s[BANKFIX_PAD32(1024)];
  __shared__ float s[1024];
  // FIXED: s[BANKFIX_PAD32(threadIdx.y * 32 + threadIdx.x)] = 1;
  s[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:22: warning: load of 's[threadIdx.x * 32 + threadIdx.y]' has 32-way bank conflicts: 1024 wavefronts where 32 suffice
  // FIXED: = s[BANKFIX_PAD32(threadIdx.x * 32 + threadIdx.y)];
  out[threadIdx.x] = s[threadIdx.x * 32 + threadIdx.y];
  // CHECK: note: 's[1024] -> s[1056], indexed through BANKFIX_PAD32' (index-macro) leaves 64 wavefronts of 1056
}

__global__ void other(int *out) {
  // FIXED: int t[BANKFIX_PAD32(1024)], u[32];
  __shared__ int t[1024], u[32];
  // CHECK: warning: store to 't[threadIdx.x * 32]' has 32-way
  t[threadIdx.x * 32] = out[0];
  __syncthreads();
  // FIXED: = t[BANKFIX_PAD32(threadIdx.x)] + u[threadIdx.x];
  out[threadIdx.x] = t[threadIdx.x] + u[threadIdx.x];
}

// Two doubles a pair of banks: a row of the banks holds 16.
__global__ void wide(double *out) {
  // FIXED: double d[BANKFIX_PAD16(256)];
  __shared__ double d[256];
  // CHECK: warning: store to 'd[threadIdx.x % 16 * 16]' has 16-way
  d[threadIdx.x % 16 * 16] = out[0];
}

// Refused: an array with rows has pad-row.
__global__ void rows(float *out) {
  // FIXED: float tile[32][32];
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// The index would be evaluated twice by a macro.
__global__ void counted(float *out) {
  // FIXED: float v[BANKFIX_PAD32(1024)];
  __shared__ float v[1024];
  // CHECK: warning: store to 'v[threadIdx.x * 32]' has 32-way
  v[threadIdx.x * 32] = 1;
  __syncthreads();
  int i = threadIdx.x;
  // FIXED: out[threadIdx.x] = v[bankfix_pad32(i++)];
  out[threadIdx.x] = v[i++];
}

void launch(float *out, int *ints, double *doubles) {
  flat<<<1, dim3(32, 32)>>>(out);
  other<<<1, dim3(32, 32)>>>(ints);
  wide<<<1, 32>>>(doubles);
  rows<<<1, dim3(32, 32)>>>(out);
  counted<<<1, 32>>>(out);
}
