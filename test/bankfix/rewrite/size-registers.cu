// Kernels and hosts that ask how much shared memory there is: layouts that take
// more would change what they are told, and others would not.

// RUN: %exits 1 %bankfix check %s 2> /dev/null | FileCheck %s
// RUN: %bankfix %s -o %t.cu > /dev/null 2>&1
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED

#include <cstdio>

extern "C" __device__ unsigned __nvvm_read_ptx_sreg_total_smem_size();

#define TILE(a)                                                                \
  a[threadIdx.y][threadIdx.x] = in[threadIdx.x];                               \
  __syncthreads();                                                             \
  out[threadIdx.x] = a[threadIdx.x][threadIdx.y];

// FIXED: unsigned byRegister[32][32];
__global__ void read(unsigned *out, const unsigned *in) {
  __shared__ unsigned byRegister[32][32];
  TILE(byRegister)
  // CHECK-DAG: no fix of 'byRegister' by pad-row: line [[#@LINE+1]]: '%total_smem_size' reads how much shared memory the block has
  asm volatile("mov.u32 %0, %%total_smem_size;" : "=r"(out[40]));
}

// FIXED: unsigned byBuiltin[32][32];
__global__ void builtin(unsigned *out, const unsigned *in) {
  __shared__ unsigned byBuiltin[32][32];
  TILE(byBuiltin)
  // CHECK-DAG: no fix of 'byBuiltin' by pad-row: line [[#@LINE+1]]: '__nvvm_read_ptx_sreg_total_smem_size()' reads
  out[40] = __nvvm_read_ptx_sreg_total_smem_size();
}

// FIXED: unsigned asked[32][32];
__global__ void query(unsigned *out, const unsigned *in) {
  __shared__ unsigned asked[32][32];
  TILE(asked)
}

// FIXED: unsigned resident[32][32];
__global__ void occupancy(unsigned *out, const unsigned *in) {
  __shared__ unsigned resident[32][32];
  TILE(resident)
}

// What does not depend on the size is no matter.
// FIXED: unsigned padded[32][33];
__global__ void threads(unsigned *out, const unsigned *in) {
  __shared__ unsigned padded[32][32];
  TILE(padded)
}

void launch(unsigned *out, const unsigned *in) {
  dim3 block(32, 32);
  read<<<1, block>>>(out, in);
  builtin<<<1, block>>>(out, in);
  cudaFuncAttributes a, b;
  // CHECK-DAG: no fix of 'asked' by pad-row: line [[#@LINE+1]]: 'cudaFuncGetAttributes(&a, query)' asks for what depends on the kernel's shared memory
  cudaFuncGetAttributes(&a, query);
  query<<<a.sharedSizeBytes > 4096 ? 2 : 1, block>>>(out, in);
  int blocks = 0;
  // CHECK-DAG: no fix of 'resident' by pad-row: line [[#@LINE+1]]: 'cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, occupancy, 1024, 0)' asks
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, occupancy, 1024, 0);
  occupancy<<<blocks, block>>>(out, in);
  cudaFuncGetAttributes(&b, threads);
  printf("%d\n", b.maxThreadsPerBlock);
  threads<<<1, block>>>(out, in);
}
