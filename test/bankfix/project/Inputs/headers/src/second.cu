#define WIDTH 64
#include "transpose.cuh"

void second(const float *in, float *out) {
  transpose<64><<<1, dim3(64, 16)>>>(in, out);
  column<<<1, dim3(32, 4)>>>(out);
}
