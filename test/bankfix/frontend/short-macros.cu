// What a command line defines has short names, which no header of bankfix's may
// use for its own: toolkits' do not.

// RUN: %exits 1 %bankfix check --cuda-headers=builtin %s -- -DT=float -DU=2 -DV=3 -DR=4 -DF=5 -DN=32 -DM=6 -DK=7 -DA=8 -DB=9 -DC=10 -DD=11 -DE=12 -DP=13 -DS=14 -DW=15 | FileCheck %s
// RUN: %exits 1 %bankfix check --cuda-headers=builtin %s -- -Drow=1 -DTILE=2 -DWIDTH=3 -DSIZE=4 -DTYPE=5 -DBLOCK=6 -DVALUE=7 -DCOUNT=8 -DKIND=9 -DNAME=10 -DTO=11 -DFROM=12 | FileCheck %s

// CHECK: 's[32][32] -> s[32][33]' (pad-row)

#include <cooperative_groups.h>
#include <cuComplex.h>
#include <cuda.h>
#include <cuda/barrier>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <curand_kernel.h>
#include <helper_cuda.h>
#include <helper_math.h>
#include <mma.h>

__global__ void k(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x] = out[0];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
void launch(float *out) { k<<<1, dim3(32, 32)>>>(out); }
