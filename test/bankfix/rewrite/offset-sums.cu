// An element that a sum names has no macro around its index, so another
// definition of the macro would not move it along.

// RUN: %bankfix --verbose %s -o %t.cu > %t.err
// RUN: diff %s %t.cu
// RUN: FileCheck %s --input-file=%t.err

#define OFFSET(n) ((n) >> 4)

// CHECK: is not indexed as i plus the macro of i, as others are
__global__ void scanned(float *d) {
  __shared__ float s[1024 + OFFSET(1024)];
  s[threadIdx.x + OFFSET(threadIdx.x)] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = s[32 * threadIdx.x + OFFSET(32 * threadIdx.x)] +
                   *(s + 34 * threadIdx.x);
}
void launch(float *d) { scanned<<<1, 32>>>(d); }
