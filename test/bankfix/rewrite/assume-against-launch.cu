// Nor does an assumed value make a launch with another value safe.

// RUN: %bankfix --assume=n=0 %s -o %t.cu > %t.log 2>&1
// RUN: cmp %s %t.cu

__global__ void k(float *out, int n) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y] + tile[0][threadIdx.x + n];
}

void launch(float *out) { k<<<1, dim3(32, 32)>>>(out, 5); }
