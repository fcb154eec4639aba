// Components of vectors: one is an access of its own; several, or one whose
// number only the run knows, are read with the whole vector, and written back
// with it. The emulator counts what Clang makes of them.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s
// RUN: %bankfix verify --format=json %s | %json-lines | FileCheck %s --check-prefix=RAN
// RUN: %python %S/../../crosscheck.py %bankfix %s | FileCheck %s --check-prefix=AGREE
// AGREE: 1 kernels ran, 0 did not; {{[0-9]+}} exact {{.*}} 0 problems

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void swizzles(__global float *o, __local float4 *v, __local float3 *w,
              __local float8 *e, __local uchar4 *u) {
  int l = get_local_id(0);
  // CHECK: access {"line": [[#@LINE+4]], {{.*}}"op": "load", "bytes": 16, {{.*}}"certainty": "exact", {{.*}}"requests": 2, "wavefronts": 8, "ideal": 8
  // CHECK: access {"line": [[#@LINE+3]], {{.*}}"op": "store", "bytes": 16, {{.*}}"certainty": "exact", {{.*}}"requests": 2, "wavefronts": 8, "ideal": 8
  // RAN: access {"line": [[#@LINE+2]], {{.*}}"op": "load", {{.*}}"requests": 2, "wavefronts": 8, "ideal": 8
  // RAN: access {"line": [[#@LINE+1]], {{.*}}"op": "store", {{.*}}"requests": 2, "wavefronts": 8, "ideal": 8
  v[l].xyz = (float3)(1);
  v[l].s13 += (float2)(1);
  e[l].even = e[l].odd;
  u[l].yz = 3;
  w[l].xy = w[l].zx;
  v[l].zw.y = 2;
  v[l][l & 3] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  float3 f = v[l ^ 1].zyx;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"op": "load", "bytes": 16, {{.*}}"certainty": "exact", {{.*}}"requests": 2, "wavefronts": 16, "ideal": 8
  // RAN: access {"line": [[#@LINE+1]], {{.*}}"op": "load", {{.*}}"requests": 2, "wavefronts": 16, "ideal": 8
  float2 g = v[l * 2].s13;
  o[l] = f.x + f.y + g.x + v[l].zw.x + v[l][l & 3] + v[l].xyz.zy.x + e[l].hi.x +
         w[l].xy.x + w[l].z + u[l].yz.x + v[l][1] + v[l][min(1, 2)];
}
