// Under some likely blocks a lane takes a goto, so nobody knows what is accessed
// there: a row may be left on purpose, and no layout relies on it not to be.

// RUN: %exits 1 %bankfix check --sort=source %s | FileCheck %s

// CHECK-NOT: relies on

// With 16 x 16 threads, whoever goes on would leave its row.
__global__ void below(float *out) {
  // CHECK: note: no fix of 'a' by pad-row: {{.*}} 'a[x][y + 24]' is not proved to keep subscript 2 within 0 to 31 for every block size
  __shared__ float a[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y; i < 32; i += 8)
    if (x < 32)
      a[i][x] = out[i * 32 + x];
  __syncthreads();
  float sum = 0;
  if (x == 1 && y >= 8)
    goto done;
  sum = a[x][y + 24];
done:
  out[y * 32 + x] = sum;
}

// What stands behind a goto does not bound the block: 31 threads are unlikely.
__global__ void behind(float *out) {
  // CHECK: note: no fix of 'b' by pad-row: {{.*}} 'b[y][x + 1]' has values of subscript 2 outside 0 to 31 in blocks of 32x8 threads
  __shared__ float b[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  if (y < 32 && x < 32)
    b[y][x] = out[y * 32 + x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 32; ++i)
    if (x < 32)
      sum += b[x][i];
  if (!(y < 32 && x < 32 && (x + 1 < 32 || y + 1 < 32)))
    goto done;
  sum += b[y][x + 1];
done:
  out[y * 32 + x] = sum;
}

// Those that go on access less: what is accessed there bounds nobody else.
__global__ void beyond(float *out) {
  // CHECK: note: no fix of 'c' by pad-row: {{.*}} 'c[0][x]' is not proved to keep subscript 2 within 0 to 31 for every block size
  __shared__ float c[32][32];
  __shared__ float d[32];
  int x = threadIdx.x;
  for (int i = x; i < 1024; i += blockDim.x)
    c[i / 32][i % 32] = i;
  __syncthreads();
  c[0][x] = x;
  if (x >= 32)
    goto done;
  d[x] = 1;
done:
  __syncthreads();
  for (int i = 0; i < 32; ++i)
    out[x] += c[x & 31][i] + d[i];
}

// So with those that assembly ends.
__global__ void ended(float *out) {
  // CHECK: note: no fix of 'e' by pad-row: {{.*}} 'e[0][x]' is not proved to keep subscript 2 within 0 to 31 for every block size
  __shared__ float e[32][32];
  __shared__ float f[32];
  int x = threadIdx.x;
  for (int i = x; i < 1024; i += blockDim.x)
    e[i / 32][i % 32] = i;
  __syncthreads();
  e[0][x] = x;
  __syncthreads();
  for (int i = 0; i < 32; ++i)
    out[x] += e[x & 31][i];
  if (x >= 32)
    asm volatile("exit;");
  f[x] = out[x];
}
