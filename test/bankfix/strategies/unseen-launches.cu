// What the launches of this file have in common proves nothing of a kernel that
// other files may launch, nor does what the user assumes of a launch whose own
// text is to change.

// RUN: %exits 1 %bankfix check --closed-world=false --strict-bounds --sort=source --strategy=pad-row,pad-stride --assume=n=32 %s | %FileCheck %s
// RUN: %bankfix --closed-world=false --strict-bounds --sort=source --strategy=pad-row,pad-stride --assume=n=32 %s -o %t.cu > %t.log
// RUN: cmp %s %t.cu
// RUN: %bankfix --closed-world=false --sort=source --strategy=pad-row,pad-stride --block-dim=square=32,32 --block-dim=flat=32 %s -o %t.cu > %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=SAID

#include "Inputs/unseen-launches.h"

// Another launch may have more rows, which are shorter.
__global__ void rows(float *out, int w) {
  __shared__ float a[1024];
  for (int k = 0; k < 16; ++k)
    // CHECK: note: no fix of 'a' by pad-stride: the length of its rows is not known, or not the same in every launch; give it with --assume, or the block with --block-dim
    a[threadIdx.x * w + k] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x * w];
}

__global__ void column(float *out, int w) {
  __shared__ float b[32][32];
  // CHECK: note: no fix of 'b' by pad-row: line [[#@LINE+1]]: 'b[threadIdx.x][w]' is not proved to keep subscript 2 within 0 to 31 in every launch, as not all are known ({{.*}}unseen-launches.h:3: 'column' is declared in a header, so other files may launch it; say with -p how the project is compiled); give their block with --block-dim
  b[threadIdx.x][w] = 1;
  __syncthreads();
  out[threadIdx.x] = b[threadIdx.x][w];
}

__global__ void square(float *out) {
  // SAID: __shared__ float c[32][33];
  __shared__ float c[32][32];
  // CHECK: note: no fix of 'c' by pad-row: line [[#@LINE+1]]: 'c[threadIdx.y][threadIdx.x]' is not proved to keep subscript 2 within 0 to 31 in every launch, as not all are known ({{.*}}unseen-launches.h:4: 'square' is declared in a header, so other files may launch it; say with -p how the project is compiled); give their block with --block-dim
  c[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = c[threadIdx.x & 31][threadIdx.y];
}

__global__ void flat(float *out) {
  __shared__ float d[1024];
  // CHECK: note: no fix of 'd' by pad-stride: line [[#@LINE+2]]: 'd[i * 32 + threadIdx.x]' is not proved to keep its column within 0 to 31 in every launch, as not all are known ({{.*}}unseen-launches.h:5: 'flat' is declared in a header, so other files may launch it; say with -p how the project is compiled); give their block with --block-dim
  for (int i = 0; i < 32; ++i)
    d[i * 32 + threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = d[(threadIdx.x & 31) * 32 + 5];
}

// The size in the launch would be right for n = 32 alone.
__global__ void assumed(float *out, int n) {
  extern __shared__ float e[];
  for (int k = 0; k < n; ++k)
    // CHECK: note: no fix of 'e' by pad-stride: the length of its rows is only assumed, and the size that launches give it would be right for that length alone
    e[k + n * threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = e[threadIdx.x * n];
}

void any(float *out, int n, int threads) {
  assumed<<<1, 32, n * 32 * sizeof(float)>>>(out, n);
}

int main() {
  float *out = nullptr;
  rows<<<1, 32>>>(out, 32);
  column<<<1, 32>>>(out, 3);
  square<<<1, dim3(32, 32)>>>(out);
  flat<<<1, 32>>>(out);
}
