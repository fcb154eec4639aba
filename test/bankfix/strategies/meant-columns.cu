// The same spellings, of code that may well stay in its rows.

// RUN: %exits 1 %bankfix check --sort=source --block-dim=16,8 %s | FileCheck %s

#define ROWS(array)                                                            \
  array[threadIdx.y][threadIdx.x] = out[threadIdx.x];                          \
  __syncthreads();                                                             \
  out[threadIdx.x] = array[threadIdx.x][threadIdx.y];

// Half a row.
__global__ void half(float *out, int m) {
  // CHECK: note: 'a' relies on 0 <= threadIdx.x + m < 32,
  __shared__ float a[32][32];
  ROWS(a)
  out[40] = a[threadIdx.y & 7][threadIdx.x + m];
}

// A condition keeps lanes inside at one end, unless the sum wraps around.
__global__ void guarded(float *out, int m) {
  // CHECK: note: 'b' relies on 0 <= x + m < 32,
  __shared__ float b[32][32];
  ROWS(b)
  for (int x = 0; x < 32; ++x)
    if (x + m < 32)
      out[40] += b[5][x + m];
}

// It is proved of a table.
__global__ void table(float *out, int m) {
  // CHECK-NOT: relies
  // CHECK: note: 'h[32][32] -> h[32][34]' (pad-row)
  // CHECK-NOT: relies
  __shared__ float h[32][32];
  ROWS(h)
  const int offsets[] = {1, 30};
  out[40] += h[1][offsets[m & 1]];
}
