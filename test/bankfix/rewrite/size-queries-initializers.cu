// Hosts ask for a kernel's memory outside of functions, and through pointers.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=pad-row --cuda-headers=builtin %s | FileCheck %s
// CHECK-NOT: ->

#include <cuda_runtime.h>

__global__ void global(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}}asks for what depends on the kernel's shared memory
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j];
}
cudaFuncAttributes A1;
int E1 = cudaFuncGetAttributes(&A1, (const void *)global);

__global__ void member(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}}asks for what depends on the kernel's shared memory
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j];
}
struct Member {
  cudaFuncAttributes a;
  int e = cudaFuncGetAttributes(&a, (const void *)member);
};

__global__ void constructed(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}}asks for what depends on the kernel's shared memory
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j];
}
struct Constructed {
  cudaFuncAttributes a;
  int e;
  Constructed() : e(cudaFuncGetAttributes(&a, (const void *)constructed)) {}
};

__global__ void leftOut(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}}asks for what depends on the kernel's shared memory
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j];
}
int ask(cudaFuncAttributes *a, int e = cudaFuncGetAttributes(nullptr, (const void *)leftOut));

int main() {
  global<<<1, 32>>>(nullptr);
  member<<<1, 32>>>(nullptr);
  constructed<<<1, 32>>>(nullptr);
  leftOut<<<1, 32>>>(nullptr);
}
