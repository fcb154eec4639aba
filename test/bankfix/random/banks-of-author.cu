// An author's macro leaves elements out, in banks of 8 bytes as in others: the
// proof once held these against the layout.

// RUN: %bankfix --target=sm_35 %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s
// RUN: %bankfix --target=sm_35 %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// CHECK: #define SKIP(n) ((n) + ((n) >> 6) * 2)
#define SKIP(n) ((n) + ((n) >> 2) * 2)

__global__ void k(unsigned *out) {
  __shared__ unsigned spread[SKIP(512)];
  __shared__ double wide[64];
  int tid = threadIdx.x;
  wide[tid] = out[tid];
  for (int i = tid; i < 512; i += 64)
    spread[SKIP(i)] = out[i];
  __syncthreads();
  out[tid] = spread[SKIP(tid * 8)] + spread[SKIP(tid * 2)] + wide[63 - tid];
}

// CHECK: cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte);
void launch(unsigned *out) { k<<<1, 64>>>(out); }
