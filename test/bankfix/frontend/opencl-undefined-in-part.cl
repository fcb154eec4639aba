// Kernels that need names from the host are skipped; the others are judged, and
// fixed.

// RUN: %exits 1 %bankfix check %s | FileCheck %s
// RUN: %exits 0 %bankfix %s -o %t.cl > %t.log 2>&1
// RUN: %code %t.cl | FileCheck %s --check-prefix=FIXED
// RUN: %exits 1 %bankfix check -DTILE=32 -DT=float %s | FileCheck %s --check-prefix=ALL
// ALL-NOT: skipped
// ALL: 'tile[x][0]'
// ALL: 'own[x][0]'

// CHECK: :[[#@LINE+3]]:{{[0-9]+}}: warning: not defined: 'T', 'TILE'; give what the host defines with -D
// CHECK: [[#@LINE+1]]:15: note: kernel 'needs' is skipped: unknown type name 'T'
__kernel void needs(__global float *out) {
  __local T tile[TILE][TILE];
  int x = get_local_id(0);
  tile[x][0] = out[x];
}

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void needs_nothing(__global float *out) {
  // FIXED: float own[32][33];
  __local float own[32][32];
  int x = get_local_id(0);
  // CHECK: :[[#@LINE+1]]:3: warning: store to 'own[x][0]' has 32-way
  own[x][0] = out[x];
  // CHECK: note: 'own[32][32] -> own[32][33]' (pad-row) leaves
}
