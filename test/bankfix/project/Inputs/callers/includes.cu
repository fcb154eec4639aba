#include "helper.cu"
__global__ void zeros(float *out) { fill(out + threadIdx.x * 32, 32); }
