// Where a fix relies on subscripts that stay in their dimensions, results of
// kernels that break it are not compared, and where that is, is said.

// RUN: %bankfix verify %s | %FileCheck %s
// RUN: %bankfix verify --strict-bounds %s | %FileCheck %s --check-prefix=STRICT
// RUN: %bankfix verify --format=json %s > %t.json
// RUN: %validate --complete < %t.json

#define FILL(array)                                                            \
  array[threadIdx.y][threadIdx.x] = in[threadIdx.x];                           \
  __syncthreads();                                                             \
  float sum = array[threadIdx.x][threadIdx.y];

// Inputs that keep within are found.
// CHECK-DAG: note: 'parameter', blocks of 32x32 threads: 992 excess wavefronts counted before, 0 after; the same results in {{.*}} with n = {{[0-9]|[12][0-9]|3[01]}}{{$}}
__global__ void parameter(float *out, const float *in, int n) {
  __shared__ float a[40][32];
  FILL(a)
  out[threadIdx.y * 32 + threadIdx.x] = sum + a[threadIdx.y][n];
}

// CHECK-DAG: note: 'data', {{.*}} 992 excess wavefronts counted before, 0 after; the same results
__global__ void data(float *out, const float *in, const int *where) {
  __shared__ float b[40][32];
  FILL(b)
  out[threadIdx.y * 32 + threadIdx.x] = sum + b[threadIdx.y][where[0] * 33];
}

// No input does: every program that calls it is undefined.
// CHECK-DAG: [[#@LINE+5]]:{{[0-9]+}}: warning: the subscript {{[0-9]+}} of a 'float[32]' is outside of its dimension, which is undefined, in block (0,0,0), thread (0,0,0)
// CHECK-DAG: warning: 'outside', {{.*}} its results were not compared: the fix relies on subscripts that stay in their dimensions, and with these inputs one does not
__global__ void outside(float *out, const float *in, const int *where) {
  __shared__ float c[40][32];
  FILL(c)
  out[threadIdx.y * 32 + threadIdx.x] = sum + c[1][where[0] + 32];
}

// STRICT: 'parameter', {{.*}} 992 excess wavefronts counted before, 992 after
