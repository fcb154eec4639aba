// What compilers of OpenCL drivers take: pointers to other types are warnings,
// and __local variables of inner blocks and of functions cost the kernels that
// use them.

// RUN: %exits 1 %bankfix check %s 2>&1 | FileCheck %s

// CHECK: [[#@LINE+3]]:17: warning: Clang alone refuses this: non-kernel function variable cannot be declared in local address space
// CHECK: note: Clang alone refuses this: variables in the local address space can only be declared in the outermost scope of a kernel function
float shared_sum(float x) {
  __local float parts[32];
  parts[get_local_id(0)] = x;
  return parts[0];
}
// CHECK-DAG: kernel 'inner' is skipped: variables in the local address space
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void inner(__global float *out, int n) {
  if (n > 3) {
    __local float s[1024];
    s[get_local_id(0) * 32] = 1;
  }
}
// CHECK-DAG: kernel 'calls' is skipped: non-kernel function variable cannot be declared in local address space
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void calls(__global float *out) {
  __local float s[1024];
  s[get_local_id(0) * 32] = shared_sum(out[0]);
}
// CHECK-DAG: warning: store to 'words[get_local_id(0) * 32]' has 32-way
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void pointers(__global float *out) {
  __local int words[1024];
  __global int *whole = out;
  words[get_local_id(0) * 32] = whole[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[0] = words[0];
}
