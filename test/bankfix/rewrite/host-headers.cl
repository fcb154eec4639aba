// A host's headers are found wherever its flags say, in Clang's order: what they
// do not show, no size rests on.

// RUN: mkdir -p %t/sets %t/plain
// RUN: echo 'static void sizes(cl_kernel k) { clSetKernelArg(k, 1, 4096, NULL); }' > %t/sets/sized.h
// RUN: echo 'static void sizes(cl_kernel k) {}' > %t/plain/sized.h
// RUN: echo '#include <sized.h>' > %t/angled.c
// RUN: cat %S/Inputs/host-headers.c >> %t/angled.c
// RUN: echo '#include "sized.h"' > %t/quoted.c
// RUN: cat %S/Inputs/host-headers.c >> %t/quoted.c
// RUN: %exits 1 %bankfix check --objective=wavefronts %s %t/quoted.c -- -I %t/plain | FileCheck %s --check-prefix=FIXED
// RUN: %exits 1 %bankfix check --objective=wavefronts %s %t/angled.c -- -isystem %t/plain | FileCheck %s --check-prefix=FIXED
// RUN: %exits 1 %bankfix check --objective=wavefronts %s %t/quoted.c -- -iquote %t/plain -I%t/sets | FileCheck %s --check-prefix=FIXED
// RUN: %exits 1 %bankfix check --objective=wavefronts %s %t/quoted.c -- -idirafter %t/sets -I %t/plain | FileCheck %s --check-prefix=FIXED
// RUN: %exits 1 %bankfix check --objective=wavefronts %s %t/angled.c -- -I %t/sets | FileCheck %s
// RUN: %exits 1 %bankfix check --objective=wavefronts %s %t/quoted.c -- -isystem %t/plain -I %t/sets | FileCheck %s
// RUN: %exits 1 %bankfix check --objective=wavefronts %s %t/quoted.c | FileCheck %s --check-prefix=MISSING

__attribute__((reqd_work_group_size(32, 32, 1)))
__kernel void turn(__global float *out, __local float *block) {
  // FIXED: 'block[], 4096 -> 4224 bytes
  // CHECK: no fix of 'block' by {{.*}}.c:1: 'clSetKernelArg(k, 1, 4096, NULL)', in a header that it includes, may set its size
  // MISSING: no fix of 'block' by {{.*}} it includes 'sized.h', which is not found, and which may set its size; name its folder with -I
  int x = get_local_id(0), y = get_local_id(1);
  block[y * 32 + x] = out[y * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 32 + x] = block[x * 32 + y];
}
