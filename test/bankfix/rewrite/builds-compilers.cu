// Numbers that compilers define differ between builds as macros do.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=pad-row --cuda-headers=builtin %s | FileCheck %s

// CHECK-NOT: ->

#define PITCH (__CUDA_ARCH__ >= 1000 ? 32 : 0)

__global__ void byArch(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} where its elements are depends on '__CUDA_ARCH__', which each compiler and architecture has its own value of; put it into an #if instead
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[PITCH + j % 8];
}

constexpr int Q2 = __cplusplus >= 202002L ? 32 : 0;

__global__ void byLanguage(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} where its elements are depends on '__cplusplus', which each compiler
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[Q2 + j % 8];
}

int main() {
  byArch<<<1, 32>>>(nullptr);
  byLanguage<<<1, 32>>>(nullptr);
}
