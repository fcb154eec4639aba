// Of a tile that a loop goes through, a block of unknown size has what an
// iteration does.

// RUN: %exits 1 %bankfix check --objective=wavefronts --verbose %s | FileCheck %s

// Each thread adds its index to the loop's.
// CHECK: [[#@LINE+2]]:{{.*}} 'added[64][64] -> added[64][65]' (pad-row)
__global__ void adds(const float *in, float *out, int n) {
  __shared__ float added[64][64];
  for (int y = 0; y < 64; y += 4)
    added[y + threadIdx.y][threadIdx.x] = in[threadIdx.x + y * n];
  __syncthreads();
  for (int c = 0, y = 0; c < 16; c++, y += 4)
    // CHECK: [[#@LINE+1]]:{{.*}} assuming blocks of 64x4 threads
    out[y * n + threadIdx.x] = added[threadIdx.x][y + threadIdx.y];
}

// The loop begins with the thread's index. Threads along the other axis go round
// together, and fill a row.
// CHECK: [[#@LINE+2]]:{{.*}} 'begun[64][64] -> begun[64][65]' (pad-row)
__global__ void begins(const float *in, float *out, int n) {
  __shared__ float begun[64][64];
  for (int y = threadIdx.y; y < 64; y += 2)
    begun[y][threadIdx.x] = in[threadIdx.x + y * n];
  __syncthreads();
  for (int y = threadIdx.y; y < 64; y += 2)
    // CHECK: [[#@LINE+1]]:{{.*}} assuming blocks of 64x2 threads
    out[y * n + threadIdx.x] = begun[threadIdx.x][y];
}

// Where loops go on by different numbers, none is the block's, whichever comes
// last.
// CHECK-NOT: assuming blocks of 64
__global__ void differ(const float *in, float *out, int n) {
  __shared__ float tile[64][64];
  for (int y = threadIdx.y; y < 64; y += 2)
    tile[y][threadIdx.x] = in[threadIdx.x + y * n];
  __syncthreads();
  for (int y = threadIdx.y; y < 64; y += 4)
    out[y * n + threadIdx.x] = tile[threadIdx.x][y];
  for (int y = threadIdx.y; y < 64; y += 2)
    out[y * n + threadIdx.x] += tile[threadIdx.x][y];
}

void run(const float *in, float *out, dim3 block) {
  adds<<<1, block>>>(in, out, 5);
  begins<<<1, block>>>(in, out, 5);
  differ<<<1, block>>>(in, out, 5);
}
