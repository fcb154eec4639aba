// Which number a line has is left to builds, too.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=pad-row --cuda-headers=builtin %s | FileCheck %s

// CHECK-NOT: ->

#ifdef ALT_NUMBERED
#line 5000
#endif
constexpr int Q = __LINE__ > 4999 ? 32 : 0;

__global__ void numbered(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_NUMBERED
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[Q + j % 8];
}

#ifdef ALT_SAID
#define SAID 5000
#else
#define SAID 100
#endif
#line SAID
constexpr int Q1 = __LINE__ > 4999 ? 32 : 0;

__global__ void said(int *out) {
  // CHECK: :[[#@LINE+1]]:18: note: no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_SAID
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[Q1 + j % 8];
}

int main() { numbered<<<1, 32>>>(nullptr), said<<<1, 32>>>(nullptr); }
