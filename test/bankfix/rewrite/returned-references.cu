// Of several references that a function may return, it is not known which one
// is accessed, even if no lane comes to some of them: the array stays.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu | FileCheck %s
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED

// CHECK: note: no fix of 'last' {{.*}}several returns lead to it
__device__ float &lastIsDead(float (&a)[32][32], int r, int c) {
  if (r < 32)
    return (&a[0][0])[r * 32 + c];
  return a[31][c];
}
// FIXED: __shared__ float last[32][32];
__global__ void dead(float *out) {
  __shared__ float last[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  lastIsDead(last, y, x) = out[x];
  __syncthreads();
  out[y * 32 + x] = last[x][y];
}

// CHECK: note: no fix of 'chosen' {{.*}}several returns lead to it
__device__ float &chooses(float (&a)[32][32], float (&b)[32], int r, int c) {
  switch (r & 3) {
  case 0:
    return b[c];
  case 1:
    return (&a[0][0])[r * 32 + c];
  default:
    return a[r][c];
  }
}
// FIXED: __shared__ float chosen[32][32], other[32];
__global__ void choice(float *out) {
  __shared__ float chosen[32][32], other[32];
  int x = threadIdx.x, y = threadIdx.y;
  other[x] = 0;
  chooses(chosen, other, y, x) = out[x];
  __syncthreads();
  out[y * 32 + x] = chosen[x][y] + other[x];
}

// FIXED: __shared__ float only[32][33];
__device__ float &returnsOne(float (&a)[32][32], int r, int c) { return a[r][c]; }
__global__ void one(float *out) {
  __shared__ float only[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  returnsOne(only, y, x) = out[x];
  __syncthreads();
  out[y * 32 + x] = only[x][y];
}

void launch(float *out) {
  dead<<<1, dim3(32, 32)>>>(out);
  choice<<<1, dim3(32, 32)>>>(out);
  one<<<1, dim3(32, 32)>>>(out);
}
