// Between the arrays of a struct there may be padding once one of them has
// another size, which counts before it is there, too. Found by a second run
// that took the occupancy for lost already.

// RUN: %bankfix %s -o %t.cu > %t.log
// RUN: %bankfix %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu
struct Box {
  int4 a[2][9][17];
  float b[32][17];
  double c[2][9][32];
};
__global__ void k(unsigned *out, const unsigned *in, int n, int m) {
  __shared__ Box box;
  int tx = threadIdx.x, ty = threadIdx.y;
  unsigned sum = 1;
  for (int r = ty; r < 32; r += blockDim.y)
    for (int c = tx; c < 17; c += blockDim.x)
      box.b[r][c] = in[c & 63];
  for (int i = 0; i < n; ++i)
    for (int j = 7; j >= 1; --j)
      box.c[((tx % 8) * 16 + tx / 8) / 288]
           [((tx % 8) * 16 + tx / 8) / 32 % 9]
           [((tx % 8) * 16 + tx / 8) % 32] =
               (unsigned)box.b[n * (tx & 31) / 16][__popc(tx) & 15] & 0xffu;
  for (int i = 0; i < (blockIdx.x & 3) + 1; ++i)
    sum = sum * 33 + box.a[i & 1][(min(m & 15, tx) + (tx >> 5)) % 9]
                          [((tx >> 5) * tx < (tx >> 5) + n ? __clz(tx)
                                                           : (m & 15) % 3) >>
                           2].z +
          (unsigned)box.b[__popc((tx >> 5) * 3) / 2]
                         [(tx & 31) > 16 ? 16 : tx & 31];
  out[tx] = sum;
}
void launch(unsigned *out, const unsigned *in, int m) {
  k<<<2, 128>>>(out, in, 16, m);
}
