// Pointers to rows and elements are followed: the declaration alone changes,
// where every access through them keeps to its row.

// RUN: %exits 1 %bankfix check %s | FileCheck %s
// RUN: %bankfix %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME:     the same results
// CHECK-NOT: no fix of

__global__ void row(float *out) {
  // FIXED: float tile[32][33];
  __shared__ float tile[32][32];
  // CHECK: note: 'tile[32][32] -> tile[32][33]' (pad-row)
  float *line = tile[threadIdx.y];
  line[threadIdx.x] = 1;
  __syncthreads();
  const float *other = tile[threadIdx.x];
  out[threadIdx.y * blockDim.x + threadIdx.x] = other[threadIdx.y];
}

__global__ void rows(float *out) {
  // FIXED: float tile[32][33];
  __shared__ float tile[32][32];
  // FIXED: float(*upper)[33] = tile;
  float(*upper)[32] = tile;
  // FIXED: float(*lower)[33] = tile + 16;
  float(*lower)[32] = tile + 16;
  if (threadIdx.y < 16)
    upper[threadIdx.y][threadIdx.x] = 1;
  else
    lower[threadIdx.y - 16][threadIdx.x] = 2;
  __syncthreads();
  // CHECK: note: 'tile[32][32] -> tile[32][33]' (pad-row)
  out[threadIdx.y * blockDim.x + threadIdx.x] = upper[threadIdx.x][threadIdx.y] + (*(lower + threadIdx.y % 16))[3];
}

__global__ void element(float *out) {
  // FIXED: float tile[32][33];
  __shared__ float tile[32][32];
  float *p = &tile[threadIdx.x][threadIdx.y];
  *p = 1;
  __syncthreads();
  // CHECK: note: 'tile[32][32] -> tile[32][33]' (pad-row)
  float *q = &tile[threadIdx.x][0];
  out[threadIdx.y * blockDim.x + threadIdx.x] = p[0] + *(q + threadIdx.y) + *(*(tile + threadIdx.x) + threadIdx.y);
}

__global__ void walking(float *out) {
  // FIXED: float tile[32][33];
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  // CHECK: note: 'tile[32][32] -> tile[32][33]' (pad-row)
  float *p = tile[threadIdx.x];
  float sum = 0;
  for (int i = 0; i < 32; ++i)
    sum += *p++;
  out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}

// Two buffers of one shape that take turns.
__global__ void buffers(float *out) {
  // FIXED: float a[32][33], b[32][33];
  __shared__ float a[32][32], b[32][32];
  // FIXED: float(*from)[33] = a, (*to)[33] = b;
  float(*from)[32] = a, (*to)[32] = b;
  from[threadIdx.y][threadIdx.x] = 1;
  for (int i = 0; i < 4; ++i) {
    __syncthreads();
    to[threadIdx.y][threadIdx.x] = from[threadIdx.x][threadIdx.y];
    // FIXED: float(*swap)[33] = from;
    float(*swap)[32] = from;
    from = to;
    to = swap;
  }
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = from[threadIdx.x][threadIdx.y];
}

__global__ void references(float *out) {
  // FIXED: float tile[32][33];
  __shared__ float tile[32][32];
  auto &whole = tile;
  // FIXED: float(&again)[32][33] = tile;
  float(&again)[32][32] = tile;
  // FIXED: float(&line)[33] = tile[threadIdx.y];
  float(&line)[32] = tile[threadIdx.y];
  line[threadIdx.x] = 1;
  __syncthreads();
  float &one = again[threadIdx.y][threadIdx.x];
  one = 3;
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = whole[threadIdx.x][threadIdx.y];
}

void launch(float *out) {
  dim3 block(32, 32);
  row<<<1, block>>>(out);
  rows<<<1, block>>>(out);
  element<<<1, block>>>(out);
  walking<<<1, block>>>(out);
  buffers<<<1, block>>>(out);
  references<<<1, block>>>(out);
}
