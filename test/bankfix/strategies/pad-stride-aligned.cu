// Longer rows and an alignment are one fix: the second run finds nothing more.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu
// RUN: %code %t.cu | FileCheck %s
// RUN: %bankfix --objective=wavefronts %t.cu -o %t.again.cu
// RUN: cmp %t.cu %t.again.cu
// RUN: %clang-device %t.cu

__global__ void bytes(unsigned *out, const unsigned char *values) {
  // CHECK: __shared__ __align__(4) unsigned char count[128 * 68];
  __shared__ unsigned char count[128 * 64];
  for (int bin = 0; bin < 64; ++bin)
    // CHECK: count[threadIdx.x * 68 + bin] = 0;
    count[threadIdx.x * 64 + bin] = 0;
  __syncthreads();
  for (int i = 0; i < 16; ++i)
    ++count[threadIdx.x * 64 + (values[i * 128 + threadIdx.x] & 63)];
  __syncthreads();
  if (threadIdx.x < 64) {
    unsigned sum = 0;
    for (int i = 0; i < 128; ++i)
      sum += count[i * 64 + threadIdx.x];
    out[threadIdx.x] = sum;
  }
}

void run(unsigned *out, const unsigned char *values) { bytes<<<1, 128>>>(out, values); }
