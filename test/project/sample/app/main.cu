#include "launch.h"

int main() {
  float *values;
  double *wide;
  cudaMalloc(&values, 32 * 32 * sizeof(float));
  cudaMalloc(&wide, 32 * 32 * sizeof(double));
  rows(values, values);
  columns(wide, wide);
  blocks(values, values);
  reverse<<<1, 32>>>(values);
  turn<<<1, dim3(16, 4)>>>(values, values);
  scratch<<<1, 64, 64 * 32 * sizeof(float)>>>(values, values);
  return cudaDeviceSynchronize() != cudaSuccess;
}
