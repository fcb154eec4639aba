// What `benchmarks/speed` traces: 2 x 256 x 4 accesses to shared memory for each
// of as many rounds as its argument says.
#include <cstdio>
#include <cstdlib>

__global__ void turn(float *out, int rounds) {
  __shared__ float tile[32][33];
  float sum = 0;
  for (int r = 0; r < rounds; ++r) {
    for (int j = 0; j < 32; j += 8)
      tile[threadIdx.y + j][threadIdx.x] = sum + r;
    __syncthreads();
    for (int j = 0; j < 32; j += 8)
      sum += tile[threadIdx.x][threadIdx.y + j];
    __syncthreads();
  }
  out[threadIdx.y * 32 + threadIdx.x] = sum;
}

int main(int, char **arguments) {
  float *out;
  cudaMalloc(&out, 256 * sizeof(float));
  turn<<<1, dim3(32, 8)>>>(out, std::atoi(arguments[1]));
  cudaDeviceSynchronize();
  std::puts(cudaGetErrorString(cudaGetLastError()));
  return 0;
}
