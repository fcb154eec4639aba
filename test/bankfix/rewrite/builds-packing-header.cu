// A header whose name a branch says may pack all structures behind it.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=pad-row --cuda-headers=builtin %s | FileCheck %s

// CHECK-NOT: ->

#ifdef ALT_HEADER
#define HEADER "Inputs/builds-includes/packed.h"
#else
#define HEADER "Inputs/builds-includes/nothing.h"
#endif
#include HEADER
struct Pair {
  char first;
  int second;
};

__global__ void packed(int *out) {
  // CHECK: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_HEADER
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[(sizeof(Pair) < 8 ? 32 : 0) + j % 8];
}

int main() { packed<<<1, 32>>>(nullptr); }
