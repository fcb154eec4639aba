#include "sized.cuh"
void first(float *out, int n) {
  columns<<<1, 256, n * 32 * sizeof(float)>>>(out);
}
