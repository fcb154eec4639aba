// Kernels with conflicts that bankfix fixes; run as they are and as fixed. The
// signature is the one that runkernels.c calls.

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void transpose(__global unsigned *out, __global const unsigned *in, int n, int m) {
  __local float tile[16][16];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = (float)(in[16 * y + x] & 0xffff);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[256 * get_group_id(0) + 16 * y + x] = (unsigned)tile[x][y] + n;
}

// Each work-item owns a row, and sums it.
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void rows(__global unsigned *out, __global const unsigned *in, int n, int m) {
  __local int table[32][32];
  int item = get_local_id(0);
  for (int k = 0; k < 32; ++k)
    table[item][k] = in[(item * 31 + k) & 1023];
  barrier(CLK_LOCAL_MEM_FENCE);
  unsigned sum = get_group_id(0);
  for (int k = 0; k < 32; ++k)
    sum = sum * 3 + table[k][item] + table[item][31 - k];
  out[32 * get_group_id(0) + item] = sum;
}

// A tree of additions whose stride doubles.
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void tree(__global unsigned *out, __global const unsigned *in, int n, int m) {
  __local unsigned sums[256];
  int item = get_local_id(0);
  sums[item] = in[item];
  sums[item + 128] = in[item + 128] + m;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int stride = 1; stride < 256; stride *= 2) {
    int at = 2 * stride * item;
    if (at < 256)
      sums[at] += sums[at + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[128 * get_group_id(0) + item] = sums[item] + sums[2 * item];
}

// A slab of three dimensions, read across its planes.
__kernel __attribute__((reqd_work_group_size(32, 4, 1)))
void slab(__global unsigned *out, __global const unsigned *in, int n, int m) {
  __local int cube[4][32][32];
  int x = get_local_id(0), y = get_local_id(1);
  for (int z = 0; z < 32; ++z)
    cube[y][z][x] = in[(y * 128 + z * 32 + x) & 1023] >> (z & 7);
  barrier(CLK_LOCAL_MEM_FENCE);
  unsigned hash = 1;
  for (int z = 0; z < 32; ++z)
    hash = hash * 5 + cube[y][x][z];
  out[128 * get_group_id(0) + 32 * y + x] = hash;
}
