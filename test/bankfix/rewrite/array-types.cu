// Sizes that a type's name declares are changed there, where the type is that
// of shared arrays alone.

// RUN: %exits 1 %bankfix check --sort=source %s | FileCheck %s
// RUN: %bankfix --sort=source %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --sort=source %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME:     the same results
// CHECK-NOT: no fix of

#define TILE 32

// FIXED: typedef float Tile[32][33];
typedef float Tile[32][32];
// FIXED: using Square = float[TILE][TILE + 1];
using Square = float[TILE][TILE];
// FIXED: using Row = float[33];
using Row = float[32];
// FIXED: typedef Row Rows[32];
typedef Row Rows[32];

// FIXED: __device__ float column(Tile t, int x, int y)
__device__ float column(Tile t, int x, int y) { return t[x][y]; }
__device__ float again(const Tile &t, int x, int y);
__device__ float again(const Tile &t, int x, int y) { return t[x][y]; }

__global__ void transpose(float *out) {
  // FIXED: __shared__ Tile t;
  __shared__ Tile t;
  // CHECK: note: 't[32][32] -> t[32][33]' (pad-row)
  t[threadIdx.y][threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = column(t, threadIdx.x, threadIdx.y) + again(t, threadIdx.x, threadIdx.y);
}

// Arrays of one type get one layout.
__global__ void both(float *out) {
  // FIXED: __shared__ Tile t, plain;
  __shared__ Tile t, plain;
  // CHECK: note: 't[32][32] -> t[32][33]' (pad-row)
  t[threadIdx.y][threadIdx.x] = plain[threadIdx.y][threadIdx.x] = threadIdx.x;
  __syncthreads();
  Tile &turned = t;
  out[threadIdx.y * blockDim.x + threadIdx.x] = turned[threadIdx.x][threadIdx.y] + plain[threadIdx.y][threadIdx.x];
}

__global__ void buffers(float *out) {
  // FIXED: __shared__ Square tiles[2];
  __shared__ Square tiles[2];
  // CHECK: note: 'tiles[2][32][32] -> tiles[2][32][33]' (pad-row)
  for (int i = 0; i < 2; ++i)
    tiles[i][threadIdx.y][threadIdx.x] = threadIdx.x + i;
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = tiles[0][threadIdx.x][threadIdx.y] + tiles[1][threadIdx.x][threadIdx.y];
}

struct Pair {
  // FIXED: Rows a;
  Rows a;
  // FIXED: Row b[32];
  Row b[32];
};
__global__ void members(float *out) {
  __shared__ Pair p;
  p.a[threadIdx.y][threadIdx.x] = p.b[threadIdx.y][threadIdx.x] = threadIdx.x;
  __syncthreads();
  // CHECK: note: 'p.a[32][32] -> p.a[32][33]' (pad-row)
  // CHECK: note: 'p.b[32][32] -> p.b[32][33]' (pad-row)
  out[threadIdx.y * blockDim.x + threadIdx.x] = p.a[threadIdx.x][threadIdx.y] + p.b[threadIdx.x][threadIdx.y];
}

// One text, two instances.
template <int N> __global__ void local(float *out) {
  // FIXED: typedef float Mine[N][N + 1];
  typedef float Mine[N][N];
  __shared__ Mine t;
  // CHECK: note: 't[32][32] -> t[32][33]' (pad-row)
  t[threadIdx.y][threadIdx.x] = threadIdx.x;
  __syncthreads();
  // FIXED: Mine &p = t;
  Mine &p = t;
  out[threadIdx.y * blockDim.x + threadIdx.x] = p[threadIdx.x][threadIdx.y];
}

// A name of the same spelling in another function.
__global__ void named(float *out) {
  // FIXED: typedef int Mine[32][33];
  typedef int Mine[32][32];
  __shared__ Mine t;
  // CHECK: note: 't[32][32] -> t[32][33]' (pad-row)
  t[threadIdx.y][threadIdx.x] = threadIdx.x;
  __syncthreads();
  // FIXED: typedef int (*Lines)[33];
  typedef int (*Lines)[32];
  Lines lines = t;
  out[threadIdx.y * blockDim.x + threadIdx.x] = lines[threadIdx.x][threadIdx.y];
}

void launch(float *out) {
  dim3 block(32, 32);
  transpose<<<1, block>>>(out);
  both<<<1, block>>>(out);
  buffers<<<1, block>>>(out);
  members<<<1, block>>>(out);
  local<32><<<1, block>>>(out);
  local<16><<<1, dim3(16, 16)>>>(out);
  named<<<1, block>>>(out);
}
