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
  return cudaDeviceSynchronize() != cudaSuccess;
}
