// Integers of which nothing is known are chosen so that the kernel does what is
// to be compared; where that fails, it is said.
// RUN: %bankfix verify %s | %FileCheck %s
// RUN: %bankfix verify %s | %FileCheck --check-prefix=FAULT %s
// RUN: %bankfix verify --format=json %s > %t
// RUN: %validate < %t
// RUN: %json-lines < %t | %FileCheck --check-prefix=JSON %s
// RUN: %bankfix verify --assume=count=40 --kernel=constant %s | %FileCheck --check-prefix=ASSUMED %s
#include <cassert>

// CHECK: :[[#@LINE+2]]:17: note: 'returnsEarly', {{.*}}: 992 excess wavefronts counted before, 0 after; the same results in 3 runs of 6 blocks, with n = 5000, w = 77
// JSON: kernel {"name": "returnsEarly", {{.*}}"not_compared": ""
__global__ void returnsEarly(float *out, int n, int w) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  if (n < 5000)
    return;
  if (w != 77)
    return;
  s[y][x] = out[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y];
}

// CHECK: :[[#@LINE+1]]:17: note: 'asserts', {{.*}}; the same results in 3 runs of 6 blocks, with n = 8192
__global__ void asserts(float *out, int n) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  assert(n % 32 == 0);
  assert(n > 5000);
  s[y][x] = out[y * n + x];
  __syncthreads();
  out[y * n + x] = s[x][y];
}

// What the host copies there, 0 is not.
__constant__ int count;
__constant__ float weights[32];
// CHECK: :[[#@LINE+2]]:17: note: 'constant', {{.*}}: 992 excess wavefronts counted before, 0 after; the same results in 3 runs of 6 blocks{{$}}
// ASSUMED: note: 'constant', {{.*}}: 992 excess wavefronts counted before, 0 after; the same results
__global__ void constant(float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = y;
  __syncthreads();
  if (x < count)
    out[y * 32 + x] = s[x][y] * weights[x];
}

struct Sizes {
  float *data;
  int rows, mode;
};
__constant__ Sizes sizes;
__device__ bool isLarge(int rows) { return rows / 2 + 1 > 3000; }

// In a member, through a call, and in a switch.
// CHECK: :[[#@LINE+1]]:17: note: 'members', {{.*}}: 992 excess wavefronts counted before, 0 after; the same results in 3 runs of 6 blocks, with a + 12 bytes = 41, a + 8 bytes = {{[0-9]+}}
__global__ void members(float *out, Sizes a) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = y;
  __syncthreads();
  switch (a.mode) {
  case 41:
    if (isLarge(a.rows))
      out[y * 32 + x] = s[x][y];
  }
}

// What data decides, no integer helps.
// CHECK: :[[#@LINE+1]]:17: warning: 'dataDecides', {{.*}}: 0 excess wavefronts counted before, 0 after; the same results in 3 runs of 6 blocks, which never executed an access that matters
__global__ void dataDecides(float *out, const int *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = y;
  __syncthreads();
  if (in[x] > 5000)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: load of 's[x][y]' was never executed
    out[y * 32 + x] = s[x][y];
}
// JSON: kernel {"name": "dataDecides"
// JSON: never_executed {"line": [[#@LINE-3]], {{.*}}"op": "load", "index": "[x][y]"}

// A fault with the usual inputs is one, even if others get round it.
// FAULT: :[[#@LINE+6]]:{{[0-9]+}}: warning: access outside of every shared array: {{.*}}, with inputs that were made up
// CHECK: :[[#@LINE+1]]:17: note: 'pastTheEnd', {{.*}}; the same results in 3 runs of 6 blocks, with n = 5
__global__ void pastTheEnd(float *out, int n) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  if (n > 5)
    s[y][x + 32 * 32] = y;
  out[y * 32 + x] = s[x][y];
}

void launch(float *out, int *in, int n, Sizes a) {
  dim3 block(32, 32);
  returnsEarly<<<4, block>>>(out, n, n);
  asserts<<<4, block>>>(out, n);
  constant<<<4, block>>>(out);
  members<<<4, block>>>(out, a);
  dataDecides<<<4, block>>>(out, in);
  pastTheEnd<<<4, block>>>(out, n);
}
