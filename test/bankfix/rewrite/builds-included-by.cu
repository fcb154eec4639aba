// A macro that names a file to be included is one that builds may define, too.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=pad-row --cuda-headers=builtin %s | FileCheck %s

// CHECK-NOT: ->

#ifndef CONFIG
#define CONFIG "Inputs/builds-includes/config.h"
#endif
#include CONFIG

__global__ void configured(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} the macro 'CONFIG' is a part of an '#include' or a '#pragma', which may decide where its elements are, and a build may define it otherwise; write there what it stands for
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[Q3 + j % 8];
}

#ifndef STEP
#define STEP "Inputs/builds-includes/step.inc"
#endif

__global__ void stepped(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} the macro 'STEP' is a part of an '#include'
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[0 + j % 8];
#include STEP
}

int main() {
  configured<<<1, 32>>>(nullptr);
  stepped<<<1, 32>>>(nullptr);
}
