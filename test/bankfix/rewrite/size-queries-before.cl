// A host that asks how much local memory a kernel takes before its arguments
// take some: what they get may change, the kernel's own variables may not.

// RUN: cp %s %t.cl
// RUN: cp %S/Inputs/asks-before-arguments.cpp %t.cpp
// RUN: %bankfix -i --objective=wavefronts --strategy=pad-row,index-macro %t.cl %t.cpp > %t.log
// RUN: %code %t.cl | FileCheck %s
// RUN: FileCheck %s --check-prefix=HOST < %t.cpp
// RUN: FileCheck %s --check-prefix=LOG < %t.log

__attribute__((reqd_work_group_size(32, 32, 1)))
__kernel void transpose(__global float *out, __local float *block) {
  // LOG: no fix of 'own' by pad-row: {{.*}}.cpp:{{[0-9]+}}: 'CL_KERNEL_LOCAL_MEM_SIZE' asks for what depends on the kernel's shared memory
  // CHECK: __local float own[32][32];
  __local float own[32][32];
  int x = get_local_id(0), y = get_local_id(1);
  // CHECK: block[BANKFIX_PAD32(y * 32 + x)] = out[y * 32 + x];
  block[y * 32 + x] = out[y * 32 + x];
  own[y][x] = y;
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: out[y * 32 + x] = block[BANKFIX_PAD32(x * 32 + y)] + own[x][y];
  out[y * 32 + x] = block[x * 32 + y] + own[x][y];
}

// HOST: clSetKernelArg(kernel, 1, BANKFIX_PAD32(32 * 32) * sizeof(cl_float), NULL);
