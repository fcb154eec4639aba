// Kernels of the suite in OpenCL, with the signature that the tests' runner calls.

__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void transpose_float(__global unsigned *out, __global const unsigned *in, int n, int m) {
  __local float tile[32][32];
  int x = get_local_id(0), y = get_local_id(1);
  for (int j = 0; j < 32; j += 8)
    tile[y + j][x] = (float)(in[((y + j) * 32 + x) & 1023] & 0xffff);
  barrier(CLK_LOCAL_MEM_FENCE);
  unsigned sum = 0;
  for (int j = 0; j < 32; j += 8)
    sum = sum * 5 + (unsigned)tile[x][y + j];
  out[256 * get_group_id(0) + 32 * y + x] = sum + n;
}

__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void transpose_bytes(__global unsigned *out, __global const unsigned *in, int n, int m) {
  __local uchar tile[32][32];
  int x = get_local_id(0), y = get_local_id(1);
  for (int j = 0; j < 32; j += 8)
    tile[y + j][x] = (uchar)in[((y + j) * 32 + x) & 1023];
  barrier(CLK_LOCAL_MEM_FENCE);
  unsigned sum = 0;
  for (int j = 0; j < 32; j += 8)
    sum = sum * 257 + tile[x][y + j];
  out[256 * get_group_id(0) + 32 * y + x] = sum + m;
}

__kernel __attribute__((reqd_work_group_size(512, 1, 1)))
void scan_blelloch(__global unsigned *out, __global const unsigned *in, int n, int m) {
  __local unsigned temp[1024];
  int t = get_local_id(0);
  temp[2 * t] = in[2 * t];
  temp[2 * t + 1] = in[2 * t + 1];
  int offset = 1;
  for (int d = 512; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < d)
      temp[offset * (2 * t + 2) - 1] += temp[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    temp[1023] = 0;
  for (int d = 1; d < 1024; d *= 2) {
    offset >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < d) {
      unsigned left = temp[offset * (2 * t + 1) - 1];
      temp[offset * (2 * t + 1) - 1] = temp[offset * (2 * t + 2) - 1];
      temp[offset * (2 * t + 2) - 1] += left;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[512 * get_group_id(0) + t] = temp[2 * t] * 3 + temp[2 * t + 1];
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void bitonic_sort(__global unsigned *out, __global const unsigned *in, int n, int m) {
  __local unsigned key[512];
  int t = get_local_id(0);
  key[t] = in[t];
  key[t + 256] = in[t + 256];
  for (int size = 2; size <= 512; size <<= 1) {
    int up = (t & (size / 2)) == 0;
    for (int stride = size / 2; stride > 0; stride >>= 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      int position = 2 * t - (t & (stride - 1));
      unsigned a = key[position], b = key[position + stride];
      key[position] = (a > b) == up ? b : a;
      key[position + stride] = (a > b) == up ? a : b;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[256 * get_group_id(0) + t] = key[t] * 3 + key[t + 256];
}

__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void radix_counters(__global unsigned *out, __global const unsigned *in, int n, int m) {
  __local unsigned count[128][16];
  int t = get_local_id(0);
  for (int digit = 0; digit < 16; ++digit)
    count[t][digit] = 0;
  for (int i = 0; i < 8; ++i)
    ++count[t][in[i * 128 + t] & 15];
  unsigned sum = 0;
  for (int digit = 0; digit < 16; ++digit)
    sum = sum * 3 + count[t][digit];
  out[128 * get_group_id(0) + t] = sum;
}
