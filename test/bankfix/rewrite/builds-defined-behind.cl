// A macro that the text defines behind a condition is, there, what a build says.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=pad-row,pad-stride %s | FileCheck %s

__attribute__((reqd_work_group_size(64, 1, 1)))
__kernel void up(__global uint *in, __global uint *out, int shift) {
  // CHECK-DAG: :[[#@LINE+1]]:16: note: 'counts[1024] -> counts[1040], rows of 64 -> 65 elements' (pad-stride)
  __local uint counts[16 * 64];
  int l = get_local_id(0);
  for (int i = 0; i < 16; i++)
    counts[i * get_local_size(0) + l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint k = (in[l] >> shift) & 15;
#ifdef DESCENDING
  counts[(15 - k) * get_local_size(0) + l]++;
#else
  counts[k * get_local_size(0) + l]++;
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 16) {
    uint sum = 0;
    for (int i = 0; i < get_local_size(0); i++)
      sum += counts[l * get_local_size(0) + i];
    out[l] = sum;
  }
}

__attribute__((reqd_work_group_size(32, 8, 1)))
__kernel void leaves(__global int *out) {
  // CHECK-DAG: :[[#@LINE+1]]:15: note: no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DBEHIND
  __local int t[32][32];
  int x = get_local_id(0);
  for (int j = get_local_id(1); j < 32; j += 8)
    t[j][x] = j;
  barrier(CLK_LOCAL_MEM_FENCE);
  __local const int *row = t[x / 2];
  for (int j = get_local_id(1); j < 32; j += 8)
#ifdef BEHIND
    out[j * 32 + x] = t[x][j] + row[32 + j % 8];
#else
    out[j * 32 + x] = t[x][j] + row[j % 8];
#endif
}

#define DESCENDING
#define BEHIND
