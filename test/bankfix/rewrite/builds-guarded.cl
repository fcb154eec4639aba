// In OpenCL C, where the host defines macros, a type of negative size stands for
// an assertion.

// RUN: %bankfix --strategy=pad-row %s -o %t.cl
// RUN: %code %t.cl | FileCheck %s
// RUN: %clang-opencl %t.cl
// RUN: not %clang-opencl -DN=24 %t.cl 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: %bankfix --strategy=pad-row %t.cl -o - | cmp - %t.cl
// RUN: %bankfix --strategy=pad-row -DN=64 %s -o - | %code | FileCheck %s --check-prefix=GIVEN
// RUN: %bankfix --strategy=pad-row %s -o %t.4.cl | FileCheck %s --check-prefix=TYPE

#ifndef N
#define N 32
#endif
#ifndef TYPE
#define TYPE float
#endif

// CHECK: __local float tile[N][{{\(?}}N{{\)?}} + 1]; // by rows
// CHECK-NEXT: typedef char bankfix_requires_tile[((N) == 32 || (N) == 64) ? 1 : -1]; /* the layout of 'tile' is proved for these values alone */
// OTHER: 'bankfix_requires_tile' declared as an array with a negative size
// GIVEN: __local float tile[N][{{\(?}}N{{\)?}} + 1]; // by rows
// GIVEN-NEXT: typedef char bankfix_requires_tile[((N) == 32 || (N) == 64) ? 1 : -1];
__kernel __attribute__((reqd_work_group_size(32, 32, 1)))
void transpose(__global float *out, __global const float *in, int n) {
  __local float tile[N][N]; // by rows
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = in[y * n + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[x * n + y] = tile[x][y];
}

// Rows grow by elements of any type.
// TYPE: 'typed[32][32] -> typed[32][33]' (pad-row)
__kernel __attribute__((reqd_work_group_size(32, 32, 1)))
void typed_(__global TYPE *out, __global const TYPE *in, int n) {
  __local TYPE typed[32][32];
  int x = get_local_id(0), y = get_local_id(1);
  typed[y][x] = in[y * n + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[x * n + y] = typed[x][y];
}
