// A header that another build includes may declare a function that is called
// instead of the one that gets the array, or that launches it.

// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s

// CHECK-NOT: {{ leaves }}

__device__ int get(const int *t, int row, int column) { return t[row * 32 + column]; }
template <class K> void launchBy(K kernel, size_t bytes, int *out) { kernel<<<1, 32, bytes>>>(out); }
#ifdef ALT_OVERLOADS
#include "Inputs/builds-includes/overloads.h"
#endif

__global__ void reads(int *out, const int *in) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 's' {{.*}} it would not hold in a build with {{.*}}-DALT_OVERLOADS
  __shared__ int s[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = get(s, x, y);
}

__global__ void launched(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 'rows' {{.*}} 'launched' is named here, and bankfix does not follow it to its launch
  extern __shared__ int rows[];
  rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = rows[threadIdx.x];
}

void launch(int *out, const int *in) {
  reads<<<1, dim3(32, 32)>>>(out, in);
  launchBy(launched, 4096, out);
}
