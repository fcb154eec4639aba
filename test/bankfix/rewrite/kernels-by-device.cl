// A host that has a kernel for each device, in a loop that only the run ends,
// and launches one of two kernels in some builds alone.

// RUN: rm -rf %t && mkdir -p %t/other && cd %t && cp %s k.cl && cp %S/Inputs/kernels-by-device.c k.c
// RUN: %bankfix -i --objective=wavefronts --strategy=index-macro k.cl k.c > log
// RUN: %code k.cl | FileCheck %s
// RUN: FileCheck %s --check-prefix=HOST < k.c
// RUN: %bankfix -i --objective=wavefronts --strategy=index-macro k.cl k.c > log
// RUN: FileCheck %s --check-prefix=HOST < k.c
// RUN: %bankfix verify --objective=wavefronts --strategy=index-macro %s %S/Inputs/kernels-by-device.c | FileCheck %s --check-prefix=SAME
// RUN: cp %s other/k.cl && sed 's/"mirrorEach"/name(program)/' %S/Inputs/kernels-by-device.c > other/k.c
// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=index-macro other/k.cl other/k.c | FileCheck %s --check-prefix=OTHER

// HOST: clSetKernelArg(kernels[i], 1, BANKFIX_PAD32(32 * 32) * sizeof(cl_float), NULL);
// SAME-NOT: {{the fix changes|not compared}}
// SAME: the same results
// OTHER: no fix of 'block' by index-macro: {{.*}}:10: 'clSetKernelArg(kernels[i], 1, 32 * 32 * sizeof(cl_float), NULL)' may set its size, and bankfix cannot follow it

__kernel void turnEach(__global float *out, __local float *block) {
  int x = get_local_id(0), y = get_local_id(1);
  // CHECK: block[BANKFIX_PAD32(y * 32 + x)] = out[y * 32 + x];
  block[y * 32 + x] = out[y * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: out[y * 32 + x] = block[BANKFIX_PAD32(x * 32 + y)];
  out[y * 32 + x] = block[x * 32 + y];
}

// Only with -DPROFILE, and as large.
__kernel void mirrorEach(__global float *out, __local float *tile) {
  int x = get_local_id(0), y = get_local_id(1);
  // CHECK: tile[BANKFIX_PAD32(y * 32 + x)] = out[y * 32 + x];
  tile[y * 32 + x] = out[y * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: out[y * 32 + x] = tile[BANKFIX_PAD32(y * 32 + 31 - x)];
  out[y * 32 + x] = tile[y * 32 + 31 - x];
}
