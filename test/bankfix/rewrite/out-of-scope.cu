// A kernel that the user did not ask for still uses the array.

// RUN: %bankfix --kernel=^column$ %s -o %t.cu > %t.log 2>&1
// RUN: cmp %s %t.cu

__shared__ float tile[32][32];

__global__ void column(float *out) {
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void walk(float *out) { out[threadIdx.x] = tile[0][threadIdx.x]; }

void launch(float *out) {
  column<<<1, dim3(32, 32)>>>(out);
  walk<<<1, 1024>>>(out);
}
