// Where shared arrays are is nothing that a kernel computes: the fix of another
// array does not move them, and what is printed or returned of it is left out.

// RUN: %bankfix --verify --strategy=pad-row --allow-occupancy-loss -o %t.cu %s
// RUN: %code %t.cu | FileCheck --check-prefix=FIXED %s
// RUN: %bankfix verify --strategy=pad-row --allow-occupancy-loss %s | %FileCheck %s
// RUN: %bankfix verify --strategy=pad-row --allow-occupancy-loss --format=json %s > %t.json
// RUN: %validate < %t.json
// RUN: %json-lines < %t.json | %FileCheck --check-prefix=JSON %s
// RUN: %exits 1 %bankfix verify --against=%S/Inputs/addresses-wrong.cu %s \
// RUN: | %FileCheck --check-prefix=WRONG %s

#include <cstdio>

__device__ float *kept;
struct Kept {
  int before;
  float *p;
  int after;
};

// JSON: "fixed"{{.*}}"holds_addresses": false
// CHECK-DAG: 'fixed', {{.*}}; the same results in 3 runs of 6 blocks{{$}}
__global__ void fixed(float *out) {
  // FIXED: float t[32][33];
  __shared__ float t[32][32];
  t[threadIdx.x][0] = 1;
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x][1];
}

// CHECK-DAG: 'symbol', {{.*}}; the same results in 3 runs of 6 blocks{{$}}
__global__ void symbol(float *out) {
  __shared__ float t[32][32];
  t[threadIdx.x][0] = 1;
  __shared__ float s[32];
  kept = &s[0];
  s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = kept[threadIdx.x];
}

// CHECK-DAG: 'argument', {{.*}}; the same results in 3 runs of 6 blocks{{$}}
// WRONG: error: the fix changes what 'argument' computes: out[0] + 16 bytes is 3 instead of 2
__global__ void argument(Kept *out) {
  __shared__ float t[32][32];
  t[threadIdx.x][0] = 1;
  __shared__ float s[32];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = {1, s + threadIdx.x, 2};
}

// CHECK-DAG: 'number', {{.*}}; the same results in 3 runs of 6 blocks{{$}}
__global__ void number(unsigned long long *out) {
  __shared__ float t[32][32];
  t[threadIdx.x][0] = 1;
  __shared__ float s[32];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = (unsigned long long)&s[threadIdx.x];
}

// JSON: "printed"{{.*}}"holds_addresses": true
// CHECK-DAG: 'printed', {{.*}}; the same results in 3 runs of 6 blocks, but for addresses of shared memory, which were not compared
__global__ void printed() {
  __shared__ float s[32];
  s[threadIdx.x] = 1;
  printf("%p, %d%%\n", s, threadIdx.x);
}

// CHECK-DAG: 'exchanged', {{.*}}, but for addresses of shared memory
__global__ void exchanged(unsigned long long *out) {
  __shared__ float t[32][32];
  t[threadIdx.x][0] = 1;
  __shared__ float s[32];
  s[threadIdx.x] = 1;
  atomicExch(out, (unsigned long long)s);
  __syncthreads();
  atomicAdd(out + 1 + threadIdx.x, s[0]);
}

int main() {
  fixed<<<1, 32>>>(nullptr);
  symbol<<<1, 32>>>(nullptr);
  argument<<<1, 32>>>(nullptr);
  number<<<1, 32>>>(nullptr);
  printed<<<1, 32>>>();
  exchanged<<<1, 32>>>(nullptr);
}
