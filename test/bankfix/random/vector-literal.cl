// An access inside a vector's literal is an access as any other: the proof once
// compared the text of literals, subscripts and all.

// RUN: %exits 0 %bankfix %s -o %t.cl > %t.log 2>&1
// RUN: %code %t.cl | FileCheck %s
// RUN: %exits 0 %bankfix check %t.cl

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void columns(__global float4 *out) {
  // CHECK: __local float tile[32][33];
  __local float tile[32][32];
  int lane = get_local_id(0);
  for (int k = 0; k < 32; ++k)
    tile[k][lane] = k;
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += tile[lane][k];
  out[lane] = (float4)(tile[lane][3], sum, (float2)(tile[lane][5], 1.0f));
}
