// A condition that keeps a subscript below what only the run knows may keep it in
// its dimension: a loop's later iterations have lanes in there, too. Whoever
// walks through all rows has none, or counts rows by no other subscript.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %bankfix check --strict-bounds --fail-on=never --objective=wavefronts %s | FileCheck %s --check-prefix=STRICT

#define TILE 16
#define MOST 9

// A halo as wide as an argument says.
__global__ void halo(const float *in, float *out, int n) {
  // CHECK-DAG: 'tile[24][24] -> tile[24][{{[0-9]+}}]' (pad-row)
  // CHECK-DAG: 'tile' relies on c < 24
  // STRICT-DAG: no fix of 'tile' by pad-row
  __shared__ float tile[TILE + MOST - 1][TILE + MOST - 1];
  int x = threadIdx.x, y = threadIdx.y, used = TILE + 2 * (n / 2);
  for (int dy = 0; dy < used; dy += TILE)
    for (int dx = 0; dx < used; dx += TILE) {
      int r = y + dy, c = x + dx;
      if (r < used && c < used)
        tile[r][c] = in[r * 64 + c];
    }
  __syncthreads();
  float sum = 0;
  for (int d = 0; d < n; d++)
    for (int e = 0; e < n; e++)
      sum += tile[y + d][x + e];
  out[y * TILE + x] = sum;
}

// Some of the second iteration is inside; and of one that counts down.
__global__ void partly(const float *in, float *out, int n, int from) {
  // CHECK-DAG: 'up[32][64] -> up[32][65]' (pad-row)
  __shared__ float up[32][64];
  // CHECK-DAG: 'down[32][64] -> down[32][65]' (pad-row)
  __shared__ float down[32][64];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = x; i < n; i += 32)
    up[y][i] = in[i];
  for (int i = x + 32; i >= from; i -= 32)
    down[y][i] = in[i];
  __syncthreads();
  out[y * 32 + x] = up[x][y] + down[x][y];
}

// None is.
__global__ void whole(const float *in, float *out, int n) {
  // CHECK-DAG: no fix of 'all' by pad-row: line [[#@LINE+4]]: 'all[threadIdx.y][i]' has values of subscript 2 outside 0 to 31
  __shared__ float all[32][32];
  int x = threadIdx.x;
  for (int i = x; i < n; i += 32)
    all[threadIdx.y][i] = in[i];
  __syncthreads();
  out[x] = all[x][threadIdx.y];
}

// No row is told, or the same one always.
__global__ void flat(const float *in, float *out, int n) {
  // CHECK-DAG: no fix of 'parts' by pad-row: line [[#@LINE+4]]: 'parts[part][0][i]' has values of subscript 3 outside 0 to 39
  __shared__ float parts[2][32][40];
  int x = threadIdx.x, part = blockIdx.x & 1;
  for (int i = x; i < n; i += 32)
    parts[part][0][i] = in[i];
  __syncthreads();
  out[x] = parts[part][x][0];
}

// No condition limits the lanes.
__global__ void free(const float *in, float *out, int n) {
  // CHECK-DAG: no fix of 'open' by pad-row: line [[#@LINE+4]]: 'open[threadIdx.y][threadIdx.x + 32 * i]' has values of subscript 2 outside 0 to 39
  __shared__ float open[32][40];
  int x = threadIdx.x;
  for (int i = 0; i < n; i++)
    open[threadIdx.y][threadIdx.x + 32 * i] = in[i];
  __syncthreads();
  out[x] = open[x][threadIdx.y];
}

void launch(const float *in, float *out, int n) {
  halo<<<1, dim3(16, 16)>>>(in, out, n);
  partly<<<1, dim3(32, 32)>>>(in, out, n, 0);
  whole<<<1, dim3(32, 32)>>>(in, out, n);
  flat<<<4, 32>>>(in, out, n);
  free<<<1, dim3(32, 32)>>>(in, out, n);
}
