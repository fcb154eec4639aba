// As element-sizes.cu, in OpenCL C.

// RUN: %bankfix --block-dim=32 --target=sm_80 %s -o %t.cl > %t.log
// RUN: %code %t.cl | FileCheck %s
// RUN: %clang-opencl %t.cl
// RUN: %bankfix verify --block-dim=32 --target=sm_80 %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --block-dim=32 --target=sm_80 %t.cl -o %t.again.cl
// RUN: diff %t.cl %t.again.cl

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME-COUNT-2: the same results

__kernel void rows(__global float *out) {
  // CHECK: __local float a[32][33];
  __local float a[32][32];
  for (int i = 0; i < (int)(sizeof(a) / sizeof(*a)); ++i)
    a[i][get_local_id(0)] = i + sizeof(a[0][0]);
  barrier(CLK_LOCAL_MEM_FENCE);
  __typeof__(a[0][0] + 0) sum = 0;
  for (int i = 0; i < 32; ++i)
    sum += a[get_local_id(0)][i];
  out[get_local_id(0)] = sum;
}

// The number of columns has to stay.
__kernel void columns(__global float *out) {
  // CHECK: __local float b[32][32];
  __local float b[32][32];
  for (int i = 0; i < 32; ++i)
    // CHECK: b[i][BANKFIX_XOR(get_local_id(0), i)] = i;
    b[i][get_local_id(0)] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int i = 0; i < (int)(sizeof(b[0]) / sizeof(float)); ++i)
    // CHECK: sum += b[get_local_id(0)][BANKFIX_XOR(i, get_local_id(0))];
    sum += b[get_local_id(0)][i];
  out[get_local_id(0)] = sum;
}
