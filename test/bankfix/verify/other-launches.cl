// Original and fix are compared in launches that the host does not make, too.

// RUN: %bankfix verify --kernel=turned %s %S/Inputs/other-launches/host.c | %FileCheck %s
// RUN: %bankfix verify --kernel=turned --format=json %s %S/Inputs/other-launches/host.c > %t
// RUN: %validate < %t
// RUN: %FileCheck %s --check-prefix=JSON < %t

// Another file, which holds for the host's numbers alone.
// RUN: %bankfix verify --kernel=reversed --against=%S/Inputs/other-launches/other.cl %s %S/Inputs/other-launches/host.c | %FileCheck %s --check-prefix=OTHER
// RUN: %bankfix verify --kernel=reversed --against=%s %s %S/Inputs/other-launches/host.c | %FileCheck %s --check-prefix=SAME

// Where no host says them, numbers are not varied.
// RUN: %bankfix verify --kernel=reversed --block-dim=64 --against=%S/Inputs/other-launches/other.cl %s | %FileCheck %s --check-prefix=ALONE

// That x stays within its row is so with the host's local size.
// CHECK: warning: 'turned' differs with local size 64, which no given host launches: out[32] is {{.*}} instead of
// CHECK: 'turned', blocks of 32 threads: {{[1-9][0-9]*}} excess wavefronts counted before, 0 after; the same results in 3 runs of 6 blocks, and in 1 of 2 launches that no given host makes
// JSON: "other_launches": [
// JSON: "with": "local size 16",
// JSON-NEXT: "differs": null
// JSON: "with": "local size 64",
// JSON-NEXT: "differs": {
// JSON-NEXT: "what": "out[32]",
__kernel void turned(__global float *out, __global const float *in) {
  __local float tile[32][32];
  int x = get_local_id(0);
  if (x < 32)
    for (int i = 0; i < 32; ++i)
      tile[x][i] = in[x * 32 + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[0][x];
}

// OTHER-DAG: warning: 'reversed' differs with local size 32x4, which no given host launches: out[0] is {{[0-9]+}} instead of
// OTHER-DAG: warning: 'reversed' differs with local size 128x4, which no given host launches: the fixed kernel stops
// OTHER-DAG: warning: 'reversed' differs with n = 200, which no given host launches: out[0] is 407 instead of 405
// OTHER: 'reversed', blocks of 64x4 threads: {{.*}}; the same results in 3 runs of 6 blocks, and in 3 of 6 launches that no given host makes
// SAME-NOT: {{differs|no given host}}
// SAME: 'reversed', blocks of 64x4 threads: 0 excess wavefronts counted before, 0 after; the same results
// ALONE-NOT: no given host
// ALONE: 'reversed', blocks of 64 threads
__kernel void reversed(__global int *out, int n) {
  __local int s[8][128];
  int x = get_local_id(0), y = get_local_id(1), size = get_local_size(0);
  int at = get_group_id(0) * 4096 + y * 512 + x;
  s[y][x] = out[at] + n;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[at] = s[y][size - 1 - x];
}
