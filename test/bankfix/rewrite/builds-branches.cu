// A branch that decides about an array in one build need not do so in another,
// which takes it all the same.

// RUN: %bankfix --objective=wavefronts %s -o - | FileCheck %s

struct Data {
  int n;
#ifdef MANAGED
  int all;
#else
  int own;
#endif
};

__global__ void turn(float *out, Data data) {
  // CHECK: __shared__ float tile[32][33];
  __shared__ float tile[32][32];
  int x = threadIdx.x;
#ifndef MANAGED
  x = (x + (data.own & 31)) % 32;
#endif
  tile[threadIdx.y][x] = x;
  __syncthreads();
  out[x] = tile[x][threadIdx.y];
}

void run(float *out, Data data) { turn<<<1, dim3(32, 32)>>>(out, data); }
