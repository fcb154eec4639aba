// An enumerator's value may be the array's size.

// RUN: %bankfix --strategy=pad-row %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: cmp %s %t.cu

__global__ void k(float *out) {
  // CHECK: note: no fix of 'a' by pad-row:
  __shared__ float a[32][32];
  a[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x][threadIdx.y];
  enum { Bytes = sizeof(a) };
  out[0] = Bytes;
}

void launch(float *out) { k<<<1, dim3(32, 32)>>>(out); }
