// Sources that need the host's -D say what is missing.

// RUN: %exits 2 %bankfix check %s 2>&1 | FileCheck %s
// RUN: %exits 1 %bankfix check -DTILE=32 -DT=float %s

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void transpose(__global T *out) {
  // CHECK-DAG: TILE
  // CHECK-DAG: 'T'
  __local T tile[TILE][TILE];
  tile[get_local_id(1)][get_local_id(0)] = out[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[0] = tile[get_local_id(0)][get_local_id(1)];
}
