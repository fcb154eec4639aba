// convert_<type>[_sat][_rte|_rtz|_rtp|_rtn]: what is wrong would be written far
// outside the array.

// RUN: %bankfix verify %s > %t.log 2>&1
// RUN: not grep error: %t.log
// RUN: FileCheck %s < %t.log
// CHECK: 'integers', {{.*}}; the same results in
// CHECK: 'fromFloats', {{.*}}; the same results in
// CHECK: 'toFloats', {{.*}}; the same results in
// CHECK: 'vectors', {{.*}}; the same results in
// RUN: %bankfix verify %s -- -DWRONG > %t.wrong.log 2>&1
// RUN: FileCheck %s --check-prefix=WRONG < %t.wrong.log
// WRONG: [[#@LINE+39]]:3: warning: access outside of every shared array: byte 2048 of 's'

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define SAME(x, y) s[(x) == (y) ? 0 : 1 << 10] = 1

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void integers(__global int *out, int n) {
  __local int s[32];
  int zero = n - n;
  SAME(convert_uchar_sat(zero + 300), 255);
  SAME(convert_uchar_sat(zero - 5), 0);
  SAME(convert_uchar(zero + 300), 44);
  SAME(convert_char_sat((uint)zero - 1), 127);
  SAME(convert_char_sat(zero - 1000), -128);
  SAME(convert_int_sat((ulong)zero - 1), 0x7fffffff);
  SAME(convert_uint_sat((long)zero - 1), 0);
  SAME(convert_long_sat((ulong)zero - 1), 0x7fffffffffffffff);
  SAME(convert_ulong_sat(zero - 1), 0);
  SAME(convert_short_sat_rtz(zero + 40000), 32767);
  SAME(convert_ushort_sat_rte(zero + 40000), 40000);
  out[0] = s[0];
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void fromFloats(__global int *out, int n) {
  __local int s[32];
  float zero = n - n;
  SAME(convert_uchar_sat(zero + 300.5f), 255);
  SAME(convert_uchar_sat(zero - 1.5f), 0);
  SAME(convert_uchar_sat_rte(zero + 2.5f), 2);
  SAME(convert_uchar_sat_rte(zero + 3.5f), 4);
  SAME(convert_uchar_sat_rtp(zero + 2.1f), 3);
  SAME(convert_int_rtn(zero - 2.1f), -3);
  SAME(convert_int_rtp(zero - 2.9f), -2);
  SAME(convert_int(zero - 2.9f), -2);
  SAME(convert_int_sat(zero + 1e20f), 0x7fffffff);
  SAME(convert_int_sat(zero / zero), 0);
  SAME(convert_char_sat_rtn(zero - 128.5f), -128);
#ifdef WRONG
  SAME(convert_char_sat_rtn(zero - 126.5f), -126);
#endif
  out[0] = s[0];
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void toFloats(__global int *out, int n) {
  __local int s[32];
  int zero = n - n;
  // Above 2^24 every second integer is a float.
  SAME(convert_float(zero + 16777217), 16777216.0f);
  SAME(convert_float_rte(zero + 16777219), 16777220.0f);
  SAME(convert_float_rtz(zero + 16777219), 16777218.0f);
  SAME(convert_float_rtp(zero + 16777217), 16777218.0f);
  SAME(convert_float_rtz(zero - 16777219), -16777218.0f);
  SAME(convert_float_rtn(zero - 16777217), -16777218.0f);
  SAME(convert_float_rtp(zero - 16777219), -16777218.0f);
  SAME(convert_float_rtz((ulong)zero - 1), 0x1.fffffep63f);
  SAME(convert_float_rtp((ulong)zero - 1), 0x1p64f);
  SAME(convert_float_rtz((long)zero + 0x7fffffffffffffff), 0x1.fffffep62f);
  SAME(convert_float_rtz(zero + 0.1), 0x1.999998p-4f);
  SAME(convert_float_rtp(zero + 0.1), 0x1.99999ap-4f);
  SAME(convert_float_rtn(zero - 0.1), -0x1.99999ap-4f);
  SAME(convert_float_rtz(zero + 1e300), 0x1.fffffep127f);
  SAME(convert_float_rtz(zero + 5), 5.0f);
  SAME(convert_double_rtz(zero + 5.5f), 5.5);
  out[0] = s[0];
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void vectors(__global int *out, int n) {
  __local int s[32];
  float4 many = (float4)(n - n) + (float4)(-1.5f, 0.5f, 255.5f, 1000.0f);
  uchar4 bytes = convert_uchar4_sat_rte(many);
  SAME(bytes.x, 0);
  SAME(bytes.y, 0);
  SAME(bytes.z, 255);
  SAME(bytes.w, 255);
  char4 signs = convert_char4_sat(bytes);
  SAME(signs.z, 127);
  int3 three = convert_int3_rtn(many.xyz);
  SAME(three.x, -2);
  out[0] = s[0];
}
