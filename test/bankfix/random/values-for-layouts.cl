// More values of 'known[..]' than were tried keep the lanes in the array: a
// swizzle is free of conflicts for all of them, so it need not wait for a second
// run, which counts the rows that were padded in another way.

// RUN: %bankfix --objective=wavefronts %s -o %t.cl > /dev/null 2>&1
// RUN: %code %t.cl | FileCheck %s
// RUN: %exits 0 %bankfix --objective=wavefronts --diff %t.cl

__constant int known[8] = {54, 49, 4, 43, 31, 5, 61, 23};

// CHECK: a[((tid & 31)) / 2][BANKFIX_XOR(
__attribute__((reqd_work_group_size(16, 16, 1)))
__kernel void rows(__global unsigned *out, __global const unsigned *in, int m) {
  __local int a[16][32];
  unsigned tid = get_local_id(1) * 16 + get_local_id(0), sum = 1;
  for (int i = tid; i < 512; i += 256)
    a[i / 32][i % 32] = (int)in[i & 255];
  barrier(CLK_LOCAL_MEM_FENCE);
  sum += (unsigned)a[((tid & 31)) / 2][(tid & 31)];
  for (int k = 0; k < 7; k += 1)
    sum += (unsigned)a[(((tid & 31) * 33) + known[m & 7]) >> 7]
                      [(((tid & 31) << 4) + (int)(rotate((unsigned)k, 15u) & 15u)) % 32];
  out[tid] = sum;
}
