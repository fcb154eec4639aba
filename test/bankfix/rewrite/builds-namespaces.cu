// Which of several functions of one name gets an array, `using` says.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu | FileCheck %s
// RUN: cmp %s %t.cu

#define START(name)                                                            \
  name[threadIdx.y][threadIdx.x] = threadIdx.x;                                \
  __syncthreads();                                                             \
  out[threadIdx.y] = name[threadIdx.x][threadIdx.y];

namespace whole {
__device__ float first(float *p, int i) { return 5; }
} // namespace whole
namespace flat {
__device__ float first(float *p, int i) { return p[i * 32 + 1]; }
} // namespace flat
#ifndef SPACE
#define SPACE whole
#endif
using namespace SPACE;
// CHECK-DAG: no fix of 'named' by {{.*}}: the macro 'SPACE' names or gets it
__global__ void byNamespace(float *out) {
  __shared__ float named[32][32];
  START(named)
  out[threadIdx.x] = first(&named[0][0], threadIdx.y);
}

void run(float *out) { byNamespace<<<1, dim3(32, 32)>>>(out); }
