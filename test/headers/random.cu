// Random numbers in kernels, and the host library that makes them in bulk.

#include <curand.h>
#include <curand_kernel.h>

__global__ void draw(curandState *states, float *out, unsigned long seed) {
  curandState local;
  curand_init(seed, threadIdx.x, 0, &local);
  float2 pair = curand_normal2(&local);
  out[threadIdx.x] = curand_uniform(&local) + curand_normal(&local) + pair.x +
                     curand(&local) % 10;
  states[threadIdx.x] = local;
}

int main() {
  float *p = nullptr;
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetPseudoRandomGeneratorSeed(generator, 1234ULL);
  return curandGenerateUniform(generator, p, 16) != CURAND_STATUS_SUCCESS;
}
