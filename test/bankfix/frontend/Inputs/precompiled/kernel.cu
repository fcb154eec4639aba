// A comment, and what follows, comes before all that is the file's own.
#include <cuda_runtime.h>

/* Another that is installed, and one that is not. */
#include <cuda_fp16.h> // Precompiled, too.
#include <pitch.h>

__global__ void column(float *out) {
  __shared__ float t[32][PITCH];
  t[threadIdx.x][0] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = t[31 - threadIdx.x][0];
}

#ifndef LANES
#define LANES 32
#endif
void launch(float *out) { column<<<1, LANES>>>(out); }
