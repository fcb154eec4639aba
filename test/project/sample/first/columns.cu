#include "launch.h"
#include "tile.cuh"

void columns(const double *in, double *out) {
  transpose<double, 32><<<1, 32 * 32>>>(in, out);
}
