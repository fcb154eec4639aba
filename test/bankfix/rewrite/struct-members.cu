// Arrays in shared structs, and in class templates, are padded in the struct,
// where it is the type of shared variables alone.

// RUN: %bankfix %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME:     the same results

struct Planes {
  // FIXED: float re[32][33], im[32][32];
  float re[32][32], im[32][32];
  int count;
};

__global__ void planes(float *out) {
  __shared__ Planes p;
  if (threadIdx.x + threadIdx.y == 0)
    p.count = 1;
  p.re[threadIdx.y][threadIdx.x] = p.im[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  // CHECK: note: 'p.re[32][32] -> p.re[32][33]' (pad-row)
  out[threadIdx.y * blockDim.x + threadIdx.x] = p.re[threadIdx.x][threadIdx.y] + p.im[threadIdx.y][threadIdx.x] + p.count;
}

template <typename T, int Rows, int Columns> struct Tile {
  // FIXED: T d[Rows][Columns + 1];
  T d[Rows][Columns];
  __device__ T &at(int r, int c) { return d[r][c]; }
  __device__ void set(int r, int c, T to) { d[r][c] = to; }
};

template <int N> __global__ void turned(float *out) {
  __shared__ Tile<float, N, N> tile;
  tile.set(threadIdx.y, threadIdx.x, 1);
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = tile.at(threadIdx.x, threadIdx.y) + tile.d[0][threadIdx.x];
}

// Refused: the struct has a size elsewhere, too.
struct Copied {
  // FIXED: float c[32][32];
  float c[32][32];
};
__global__ void copied(float *out, Copied *to) {
  // CHECK: note: no fix of 'q.c' by pad-row: line [[#@LINE-1]]: its struct, 'Copied', is named in a way that bankfix does not follow; give the array a struct of its own
  __shared__ Copied q;
  q.c[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = q.c[threadIdx.x][threadIdx.y];
}

// Refused: it is copied as a whole.
__global__ void whole(float *out) {
  __shared__ struct {
    // FIXED: float w[32][32];
    float w[32][32];
  } from, to;
  // CHECK: note: no fix of 'from.w' by pad-row: line [[#@LINE+5]]: its address is used in 'from', which bankfix does not follow
  from.w[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = from.w[threadIdx.x][threadIdx.y];
  if (threadIdx.x == 0)
    to = from;
}

// Refused: one memory for several.
__global__ void joined(float *out) {
  // FIXED: union { float f[32][32]; int i[1024]; } both;
  __shared__ union { float f[32][32]; int i[1024]; } both;
  // CHECK: :[[#@LINE+1]]:3: note: shared access 'both.f' is not analysed: bankfix does not follow members of unions
  both.f[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = both.f[threadIdx.x][threadIdx.y];
}

void launch(float *out) {
  dim3 block(32, 32);
  planes<<<1, block>>>(out);
  turned<32><<<1, block>>>(out);
  turned<16><<<1, dim3(16, 16)>>>(out);
  copied<<<1, block>>>(out, nullptr);
  whole<<<1, block>>>(out);
  joined<<<1, block>>>(out);
}
