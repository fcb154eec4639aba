#include "kernels.h"

int main() {
  float *values;
  cudaMalloc(&values, 64 * sizeof(float));
  turn<<<1, dim3(16, 4)>>>(values, values);
  scratch<<<1, 64, 64 * 32 * sizeof(float)>>>(values, values);
  return cudaDeviceSynchronize() != cudaSuccess;
}
