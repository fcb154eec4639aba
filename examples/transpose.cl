// A matrix transposed through local memory, a 16x16 tile a work-group. A wave
// writes rows of the tile and reads columns, each of which lies in few banks.

#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void transpose(__global float *out, __global const float *in,
               int width, int height) {
  __local float tile[TILE][TILE];

  int lx = get_local_id(0), ly = get_local_id(1);
  int x = get_group_id(0) * TILE + lx;
  int y = get_group_id(1) * TILE + ly;
  tile[ly][lx] = in[y * width + x];

  barrier(CLK_LOCAL_MEM_FENCE);

  x = get_group_id(1) * TILE + lx;
  y = get_group_id(0) * TILE + ly;
  out[y * height + x] = tile[lx][ly];
}
