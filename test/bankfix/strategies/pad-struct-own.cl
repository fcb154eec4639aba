// pad-struct in OpenCL: a struct that nothing but one array depends on gets a
// member; all others are wrapped.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=pad-struct %s %S/Inputs/local-arrays-host.c | FileCheck %s
// RUN: %bankfix --objective=wavefronts --strategy=pad-struct %s %S/Inputs/local-arrays-host.c -o %t.cl > %t.log
// RUN: %code %t.cl | FileCheck %s --check-prefix=FIXED
// RUN: %clang-opencl %t.cl
// RUN: %bankfix verify --strategy=pad-struct %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts --strategy=pad-struct %t.cl %S/Inputs/local-arrays-host.c -o %t.again.cl > %t.log
// RUN: cmp %t.cl %t.again.cl

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME:     the same results

// FIXED:      typedef struct Body
// FIXED-NEXT: {
// FIXED-NEXT:   float position[3];
// FIXED-NEXT:   float mass;
// FIXED-NEXT:   unsigned pad;
// FIXED-NEXT: } Body;
typedef struct Body
{
    float position[3];
    float mass;
} Body;

float weight(Body b) { return b.mass * b.position[0]; }

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void bodies(__global const float *in, __global float *out) {
  // FIXED: __local Body all[64];
  __local Body all[64];
  int t = get_local_id(0);
  // FIXED: all[t].mass = in[t];
  all[t].mass = in[t];
  all[t].position[0] = in[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  Body own = {{1, 2, 3}, 4}, other = own;
  own = (Body){{in[t], 2, 3}, 4};
  // CHECK: note: 'Body all[64], Body padded by a member, 16 -> 20 bytes' (pad-struct)
  out[t] = all[63 - t].mass + weight(own) + weight(other);
}

// The host has such structs, too.
typedef struct {
  int x, y;
} Shared;
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void shared(__global const Shared *in, __global int *out) {
  // FIXED: __local bankfix_Shared_12 all[64];
  __local Shared all[64];
  int t = get_local_id(0);
  all[t].x = in[t].x;
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: note: 'Shared all[64] -> bankfix_Shared_12 all[64]' (pad-struct)
  out[t] = all[63 - t].x;
}

// What the host gives has a size that the host sets.
typedef struct {
  int x, y;
} Given;
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void given(__local Given *all, __global int *out) {
  int t = get_local_id(0);
  all[t].x = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: note: 'Given all[], 512 -> 768 bytes, elements as bankfix_Given_12' (pad-struct)
  out[t] = all[63 - t].x;
}

// An address is kept, and what follows it is used.
typedef struct {
  int x, y;
} Kept;
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void kept(__global int *out) {
  // FIXED: __local Kept all[64];
  __local Kept all[64];
  int t = get_local_id(0);
  all[t].x = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  __local Kept *other = &all[62 - t / 2];
  // CHECK: note: no fix of 'all' by pad-struct: a pointer or a reference to its elements is declared with their type
  out[t] = other[1].x;
}
