#include "project.h"

#ifdef FROM_PROJECT
__global__ void open(float *out, int n) {
  __shared__ float tile[2048];
  out[0] = tile[threadIdx.x * n % 2048];
}
#endif
