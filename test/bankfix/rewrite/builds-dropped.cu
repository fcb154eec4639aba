// What this build drops of a macro's argument, another one may change, or keep.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=pad-row,pad-stride --cuda-headers=builtin --block-dim=32,8 --block-dim=bounded=16,16 %s | FileCheck %s

// CHECK-NOT: ->

#ifdef ALT_STEPPED
#define STEP(v) (v) += 5
#else
#define STEP(v) (void)0
#endif

__global__ void stepped(int *out) {
  // CHECK-DAG: :[[#@LINE+1]]:18: note: no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_STEPPED
  __shared__ int t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int j = y; j < 32; j += 8)
    t[j][x] = j;
  __syncthreads();
  int z = x;
  STEP(z);
  for (int j = y; j < 32; j += 8)
    out[j * 32 + x] = t[x][j] + t[j][z];
}

#include <assert.h>
__global__ void bounded(int *out, const int *in) {
  // CHECK-DAG: :[[#@LINE+1]]:18: note: no fix of 's'
  __shared__ int s[18 * 18];
  int x = threadIdx.x + 1, y = threadIdx.y + 1;
  int k = y * 18 + x;
  s[k] = in[y * 16 + x];
  assert(k < 18 * 18);
  __syncthreads();
  out[y * 16 + x] = s[k - 18];
}
