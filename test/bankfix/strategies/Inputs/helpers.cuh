// Functions that kernels share, for memory of either kind.
#pragma once

namespace util {

template <class T> __device__ T peek(const T *a, int i) { return a[i]; }

// To one from the other.
__device__ inline void move(float *to, int i, const float *from, int j) { to[i] = from[j]; }

namespace {
// What is put there.
__device__ void poke(float *a, int i, float v) { a[i] = v; }
} // namespace

} // namespace util

#define TWICE(x) (2 * (x))

__device__ static float both(const float *a, int i) {
  return TWICE(1) * util::peek(a, i) + util::peek(a, i ^ 1);
}
