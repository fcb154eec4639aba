// Plain C++ that calls the runtime and another file's kernels.
#include <cstdio>
#include <cuda_runtime.h>
#ifdef __CUDACC__
#error "this is no CUDA source"
#endif

// A name that device code has, too.
static unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }

extern "C" void reverse(int *p, int n);

int main() {
  int *p, values[64];
  for (int i = 0; i < 64; ++i)
    values[i] = i;
  cudaMalloc((void **)&p, sizeof values);
  cudaMemcpy(p, values, sizeof values, cudaMemcpyHostToDevice);
  reverse(p, 64);
  cudaMemcpy(values, p, sizeof values, cudaMemcpyDeviceToHost);
  printf("%d %d %u\n", values[0], values[63], umin(3, 2));
  return values[0] != 126;
}
