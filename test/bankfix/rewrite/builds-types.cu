// A macro that the command line says is an integer type may be another one in
// another build: those with which the fix is proved are admitted, by what an
// assertion can tell of them.

// DEFINE: %{flags} = -Dindex_t=int -Dlane_t=int -Dcell_t=int -Dcode_t=int -Dpair_t=int -DROWS=32
// DEFINE: %{options} = --objective=wavefronts --strategy=pad-row --cuda-headers=builtin
// RUN: %exits 1 %bankfix check %{options} %s -- %{flags} | FileCheck %s
// RUN: %bankfix %{options} -o %t.cu %s -- %{flags}
// RUN: %code %t.cu | FileCheck --check-prefix=NEW %s
// RUN: %clang-device %{flags} %t.cu
// RUN: %clang-device %{flags} -Ulane_t -Dlane_t=long %t.cu
// RUN: not %clang-device %{flags} -Ulane_t -Dlane_t=unsigned %t.cu 2>&1 | FileCheck --check-prefix=ASKS %s
// RUN: %exits 1 %bankfix check %{options} %t.cu -- %{flags} | FileCheck --check-prefix=AGAIN %s
// RUN: %exits 1 %bankfix check %{options} %s -- %{flags} -Dcode_t=long | FileCheck --check-prefix=LONG %s
// RUN: %exits 1 %bankfix check %{options} %s -- %{flags} -Dindex_t=short | FileCheck --check-prefix=SHORT %s

#include <stdlib.h>

// ASKS: error: static assertion failed{{.*}}the layout of 'u' is proved for these types alone
// ASKS-NOT: error:
// AGAIN-NOT: no fix of 't'

// What is launched, and how much of it runs, is computed in it.
// CHECK-DAG: [[#@LINE+5]]:{{.*}} 't[32][32] -> t[32][33]' (pad-row)
// SHORT-DAG: [[#@LINE+4]]:{{.*}} no fix of 't' by pad-row: 't': a build may define 'index_t' otherwise, which decides where its elements are and is no integer
// NEW: float t[32][33];
// NEW-NEXT: static_assert((index_t)1 / 2 == 0 && (sizeof(index_t) == 4 || sizeof(index_t) == 8), "bankfix: the layout of 't' is proved for these types alone");
__global__ void counted(const int n, float *out) {
  __shared__ float t[32][32];
  for (int j = 0; j < 32; ++j)
    t[j][threadIdx.x] = out[j * 32 + threadIdx.x];
  __syncthreads();
  if (blockIdx.x < n)
    for (int j = 0; j < 32; ++j)
      out[j * 32 + threadIdx.x] = t[threadIdx.x][j];
}

// Without a sign, the row above the first one is none.
// CHECK-DAG: [[#@LINE+4]]:{{.*}} 'u[32][32] -> u[32][33]' (pad-row)
// NEW: float u[32][33];
// NEW-NEXT: static_assert((lane_t)1 / 2 == 0 && ((sizeof(lane_t) == 4 && (lane_t)-1 < (lane_t)1) || (sizeof(lane_t) == 8 && (lane_t)-1 < (lane_t)1)), "bankfix:
__global__ void below(float *out) {
  __shared__ float u[32][32];
  for (int j = 0; j < 32; ++j)
    u[j][threadIdx.x] = out[j * 32 + threadIdx.x];
  __syncthreads();
  lane_t x = (lane_t)threadIdx.x - 1;
  if (x >= 0)
    for (int j = 0; j < 32; ++j)
      out[j * 32 + threadIdx.x] = u[x][j] + u[j][x];
}

// What the elements are is no matter of indices alone.
// CHECK-DAG: [[#@LINE+2]]:{{.*}} no fix of 'v' by pad-row: 'v': a build may define 'cell_t' otherwise, which decides where its elements are and is no integer
__global__ void elements(int *out) {
  __shared__ cell_t v[32][32];
  cell_t x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    v[j][x] = j;
  __syncthreads();
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = v[x][j];
}

// No size tells long from long long.
__device__ int column(int x) { return x; }
__device__ int column(unsigned x) { return x; }
__device__ int column(long x) { return x; }
__device__ int column(unsigned long x) { return x; }
__device__ int column(long long x) { return x + 1; }
__device__ int column(unsigned long long x) { return x + 1; }

// CHECK-DAG: [[#@LINE+5]]:{{.*}} 'w[32][32] -> w[32][33]' (pad-row)
// LONG-DAG: [[#@LINE+4]]:{{.*}} no fix of 'w' by pad-row: 'w': a build may define 'code_t' otherwise, as a type of the same size, for which it would not hold
// NEW: int w[32][33];
// NEW-NEXT: static_assert((code_t)1 / 2 == 0 && ((sizeof(code_t) == 4 && (code_t)-1 < (code_t)1) || (sizeof(code_t) == 4 && (code_t)-1 > (code_t)1)), "bankfix:
__global__ void overloads(int *out) {
  __shared__ int w[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    w[j][x] = j;
  __syncthreads();
  for (int j = 0; j < 31; ++j)
    out[j * 32 + x] = w[x][column((code_t)31) - j];
}

// Of several macros, a type stays what it is.
// CHECK-DAG: [[#@LINE+5]]:{{.*}} 's[32][32] -> s[32][33]' (pad-row)
// NEW: float s[ROWS][33];
// NEW-NEXT: static_assert((pair_t)1 / 2 == 0 && sizeof(pair_t) == 4 && (pair_t)-1 < (pair_t)1, "bankfix:
// NEW-NEXT: static_assert(((ROWS) == {{.*}}, "bankfix: the layout of 's' is proved for these values alone");
__global__ void several(float *out) {
  __shared__ float s[ROWS][32];
  pair_t x = threadIdx.x;
  for (int j = 0; j < ROWS; ++j)
    s[j][x] = out[j * 32 + x];
  __syncthreads();
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = s[x % ROWS][j];
}

int main(int argc, char **argv) {
  const index_t n = atoi(argv[1]);
  counted<<<n, 32>>>(n, nullptr);
  below<<<1, 32>>>(nullptr);
  elements<<<1, 32>>>(nullptr);
  overloads<<<1, 32>>>(nullptr);
  several<<<1, 32>>>(nullptr);
}
