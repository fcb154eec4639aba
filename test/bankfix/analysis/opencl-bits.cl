// OpenCL's functions of integers, by their argument's type.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s
// RUN: %python %S/../../crosscheck.py %bankfix %s | FileCheck %s --check-prefix=AGREE
// AGREE: 1 kernels ran, 0 did not; 20 exact {{.*}} 0 problems

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void k(__global float *o, __local float *s) {
  int l = get_local_id(0);
  s[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 2, "wavefronts": 2
  float a = s[select(l, 0, l > 3)];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 2, "wavefronts": 4
  a += s[rotate((uint)l, 1u) & 1023];
  a += s[rotate(l, 31) & 1023] + s[popcount(l)] + s[bitselect(l, 1, 5)];
  a += s[convert_int(l * 2)] + s[hadd(l, 7)] + s[rhadd(l, l * 2)];
  a += s[clz(l * l)] + s[clz((uchar)l)] + s[ctz(l)] + s[popcount((short)-l)];
  a += s[mul_hi(l, 1 << 30)] + s[mul_hi((uint)l, 1u << 31)];
  a += s[mad_hi(l, 1 << 30, l)] + s[abs_diff(l, 17)];
  a += s[convert_uchar(l * 9)] + s[as_uint(l)] + s[clamp(l, 0, 7)];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded",
  a += s[convert_uchar_sat(l * 9)];
  o[l] = a;
}
