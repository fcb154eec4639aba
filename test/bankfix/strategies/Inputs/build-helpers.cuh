// Functions that builds may give another meaning.
#pragma once

#ifdef A_FAST
__device__ inline float a_get(const float *a, int i) { return a[i ^ 1]; }
#else
__device__ inline float a_get(const float *a, int i) { return a[i]; }
#endif

#ifdef B_STEP
#define B_OFF 1
#else
#define B_OFF 0
#endif
__device__ inline float b_get(const float *a, int i) { return a[i ^ B_OFF]; }

#define C_OFF 0
__device__ inline float c_get(const float *a, int i) { return a[i ^ C_OFF]; }

__device__ inline float d_get(const float *a, long i) { return a[i]; }

__device__ inline float e_get(const float *a, int i) { return a[i]; }

__device__ inline float f_get(const float *a, int i) { return a[i]; }
