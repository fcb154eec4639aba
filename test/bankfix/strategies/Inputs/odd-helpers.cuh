// Functions of which a copy would not be the same.
#pragma once

__device__ inline float counted(const float *a, int i) {
  __shared__ int calls; // Its own, however many call it.
  calls = 1;
  return a[i] + calls;
}

__device__ inline float overloaded(const float *a, int i) { return a[i]; }
__device__ inline double overloaded(const double *a, int i) { return a[i]; }

#define SHIFT 0
__device__ inline float shifted(const float *a, int i) { return a[i + SHIFT]; }
#undef SHIFT
#define SHIFT 1

__device__ inline float numbered(const float *a, int i) { return a[i] + __LINE__; }

__device__ inline float again(const float *a, int i) { return i > 2000 ? again(a, i - 1) : a[i]; }

template <class T> struct Traits {
  enum { K = 0 };
};
namespace util {
template <class T> __device__ T through(const T *a, int i) { return a[i ^ Traits<T>::K]; }
} // namespace util

__device__ inline float ticking(const float *a, int i) {
#if __COUNTER__ >= 0
  return a[i];
#endif
}

struct Of {
  __device__ static float member(const float *a, int i) { return a[i]; }
};
