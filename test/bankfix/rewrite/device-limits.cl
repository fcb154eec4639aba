// A host that gives an argument all the local memory that the device has has no
// more to give.

// RUN: %exits 1 %bankfix check --sort=source --objective=wavefronts %s %S/Inputs/device-limits.cpp 2> /dev/null | FileCheck %s

// CHECK: no fix of 'asked' by {{.*}}device-limits.cpp:{{[0-9]+}}: 'most' may be all that the device has; write there what the kernel needs
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void whole(__global float *out, __local float *asked) {
  asked[get_local_id(0) * 32] = 1;
  out[get_local_id(0)] = asked[get_local_id(0) * 32];
}

// CHECK: no fix of 'told' by {{.*}}device-limits.cpp:{{[0-9]+}}: 'bytes' may be all that the device has
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void direct(__global float *out, __local float *told) {
  told[get_local_id(0) * 32] = 1;
  out[get_local_id(0)] = told[get_local_id(0) * 32];
}

// CHECK-NOT: 'small' {{.*}}may be all
// CHECK: 'small[], 3972 -> 4096 bytes, rows of 32 -> 33 elements' (pad-stride)
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void compared(__global float *out, __local float *small) {
  small[get_local_id(0) * 32] = 1;
  out[get_local_id(0)] = small[get_local_id(0) * 32];
}
