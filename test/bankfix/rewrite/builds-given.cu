// What the command line gives a macro is one build; the value that the text has
// where nobody says anything is another, which goes on compiling.

// RUN: %bankfix --objective=wavefronts --strategy=pad-row --cuda-headers=builtin %s -o %t.cu -- -DTILE=24 > %t.log
// RUN: %code %t.cu | FileCheck %s
// RUN: %bankfix --objective=wavefronts --strategy=pad-row --cuda-headers=builtin %s -o %t.words.cu -- -D TILE=24 > %t.log
// RUN: cmp %t.cu %t.words.cu
// RUN: %clang-device %t.cu
// RUN: %clang-device -DTILE=24 %t.cu

#ifndef TILE
#define TILE 32
#endif

__global__ void turn(float *out, const float *in) {
  // CHECK: float t[TILE][(TILE) + 2];
  // CHECK: static_assert({{.*}}(TILE) == 24 || (TILE) == 32 ||
  __shared__ float t[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * TILE + x];
  __syncthreads();
  out[y * TILE + x] = t[x][y];
}

void run(float *out, const float *in) { turn<<<1, dim3(TILE, TILE)>>>(out, in); }
