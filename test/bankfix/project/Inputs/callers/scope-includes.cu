#include "scope.cu"
__global__ void walks(float *out) { out[threadIdx.x] = tile[threadIdx.x + 64]; }
