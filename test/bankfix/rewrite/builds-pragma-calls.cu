// A macro that is nothing here may write a pragma in another build.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=pad-row --cuda-headers=builtin %s | FileCheck %s

// CHECK-NOT: ->

#define Q 32
#pragma push_macro("Q")
#undef Q
#define Q 0
#ifndef BRING_BACK
#define BRING_BACK(what)
#endif
BRING_BACK(pop_macro("Q"))

__global__ void brought(int *out) {
  // CHECK: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} the macro 'BRING_BACK' is a part of an '#include' or a '#pragma'
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[Q + j % 8];
}

int main() { brought<<<1, 32>>>(nullptr); }
