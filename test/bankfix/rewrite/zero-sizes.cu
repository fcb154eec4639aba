// Arrays that take no memory.

// RUN: %bankfix check --fail-on=never %s > %t.log 2>&1
// RUN: FileCheck %s --input-file=%t.log
// RUN: %bankfix %s -o %t.cu > /dev/null 2>&1
// RUN: cmp %s %t.cu
// CHECK: no fix of 'a' by index-macro: its size is not known

struct Empty {};

template <int N> __global__ void none(float *out) {
  __shared__ float a[N], b[4][N], c[N][4];
  __shared__ Empty d[32];
  extern __shared__ float e[][N];
  int x = threadIdx.x;
  if (N > 0)
    a[x * 32] = b[x][x] = c[x][x] = e[x][x] = 1;
  d[x * 32] = Empty();
  out[x] = a[x * 32] + b[x][x * 32] + c[x * 32][0] + e[x][0];
}

void launch(float *out) { none<0><<<1, 32, 0>>>(out); }
