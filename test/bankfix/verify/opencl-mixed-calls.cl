// Built-in functions that are called with operands of several types run as C
// converts operands, see frontend/opencl-mixed-calls.cl.

// RUN: %bankfix verify %s > %t.log 2>&1
// RUN: not grep error: %t.log
// RUN: FileCheck %s < %t.log
// CHECK: 'mixed', {{.*}}; the same results in
// CHECK: load of 'a[32 * mul24(t, two)]': 32 wavefronts

#define SAME(x, y) s[(x) == (y) ? 0 : 1 << 20] = 1

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void mixed(__global float *out, int n) {
  __local float a[2048];
  __local int s[32];
  uint t = get_local_id(0);
  int two = n - n + 2, minus = n - n - 1;
  for (uint i = t; i < 2048; i += 32)
    a[i] = i;
  SAME(min(minus, 5u), 5);
  SAME(max(minus, 5u), 0xffffffffu);
  SAME(min(minus, (long)5), -1);
  SAME(max((uchar)7, two), 7);
  SAME(min(two, 2.5f), 2.0f);
  SAME(max(1.5f, minus), 1.5f);
  SAME(clamp(minus, 3, 9u), 9);
  SAME(clamp(2.5f, 3, 9), 3.0f);
  SAME(mul24(3u, two), 6);
  SAME(mad24(two, 3u, 4), 10);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = a[32 * mul24(t, two)] + s[0];
}
