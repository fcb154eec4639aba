#include "turned.cuh"
#include "twisted.cuh"
void run(float *out, const float *in) {
  turn<32><<<1, dim3(32, 32)>>>(out, in);
  twist<32><<<1, dim3(32, 32)>>>(out, in);
}
