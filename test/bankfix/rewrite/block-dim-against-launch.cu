// A block size given on the command line does not make another launch in the
// file safe.

// RUN: %bankfix --block-dim=32 %s -o %t.cu > %t.log 2>&1
// RUN: cmp %s %t.cu

__global__ void k(float *out) {
  __shared__ float tile[32][32];
  tile[0][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x & 31][0];
}

void launch(float *out) { k<<<1, 1024>>>(out); }
