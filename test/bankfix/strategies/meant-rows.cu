// Code that means to leave its rows, in ways that no single value of a lane
// shows: a layout relies on no such subscript.

// RUN: %exits 1 %bankfix check --sort=source --block-dim=32,8 %s | FileCheck %s
// RUN: %exits 1 %bankfix check --sort=source --block-dim=32,8 --format=json %s > %t.json
// RUN: FileCheck %s --check-prefix=JSON < %t.json

// JSON-NOT: relies_on

#include <cassert>

#define ROWS(array)                                                            \
  array[threadIdx.y][threadIdx.x] = out[threadIdx.x];                          \
  __syncthreads();                                                             \
  out[threadIdx.x] = array[threadIdx.x][threadIdx.y];

// CHECK-NOT: relies on

// With each m but 0, some lane leaves its row.
__global__ void offset(float *out, int m) {
  // CHECK: note: no fix of 'a' by pad-row: {{.*}} 'a[threadIdx.y & 7][threadIdx.x + m]' has values of subscript 2 outside 0 to 31
  __shared__ float a[32][32];
  ROWS(a)
  out[40] = a[threadIdx.y & 7][threadIdx.x + m];
}

// So it does over all iterations.
__global__ void counted(float *out, int m) {
  // CHECK: note: no fix of 'b' by pad-row: {{.*}} 'b[5][x - m]' has values of subscript 2 outside 0 to 31
  __shared__ float b[32][32];
  ROWS(b)
  for (int x = 0; x < 32; ++x)
    out[40] += b[5][x - m];
}

// The sum that is bounded might wrap around, for all that is known.
__global__ void place(float *out, int m) {
  // CHECK: note: no fix of 'c' by pad-row: {{.*}} 'c[threadIdx.y & 7][x + m]' has values of subscript 2 outside 0 to 31
  __shared__ float c[32][32];
  ROWS(c)
  int x = threadIdx.x & 3, y = threadIdx.y & 7;
  if (y * 32 + x + m < 1024)
    out[40] += c[threadIdx.y & 7][x + m];
}

// A product is bounded, and what is bounded is kept in a variable.
__global__ void pitch(float *out, int m) {
  // CHECK: note: no fix of 'd' by pad-row: {{.*}} 'd[1][(threadIdx.y & 7) * m + 3]' has values of subscript 2 outside 0 to 31
  __shared__ float d[32][32];
  ROWS(d)
  bool inside = (threadIdx.y & 7) * m + 3 < 992;
  if (inside)
    out[40] += d[1][(threadIdx.y & 7) * m + 3];
}

// One condition after another.
__global__ void asserted(float *out, int n) {
  // CHECK: note: no fix of 'e' by pad-row: {{.*}} 'e[1][i]' has values of subscript 2 outside 0 to 31
  __shared__ float e[32][32];
  ROWS(e)
  assert(n <= 1024);
  for (int i = 0; i < n - 32; ++i)
    out[40] += e[1][i];
}

// The launch is known, and what the code sets is none of its values.
__global__ void chosen(float *out, int m) {
  // CHECK: note: no fix of 'f' by pad-row: {{.*}} 'f[1][i]' has values of subscript 2 outside 0 to 31
  __shared__ float f[32][32];
  ROWS(f)
  int i = 0;
  switch (m & 3) {
  case 0:
    i = 32;
    break;
  case 3:
    i = 65;
    break;
  default:
    i = 5;
  }
  out[40] += f[1][i];
}

__global__ void clamped(float *out, int m) {
  // CHECK: note: no fix of 'g' by pad-row: {{.*}} 'g[threadIdx.y & 7][m]' has values of subscript 2 outside 0 to 31
  __shared__ float g[32][32];
  ROWS(g)
  if (m > 64)
    m = 64;
  out[40] += g[threadIdx.y & 7][m];
}

// A table of offsets.
__global__ void table(float *out, int m) {
  // CHECK: note: no fix of 'h' by pad-row: {{.*}} 'h[1][offsets[m & 1]]' has values of subscript 2 outside 0 to 31
  __shared__ float h[32][32];
  ROWS(h)
  const int offsets[] = {1, 36};
  out[40] += h[1][offsets[m & 1]];
}
