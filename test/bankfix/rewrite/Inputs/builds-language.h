#ifndef BUILDS_LANGUAGE_H
#define BUILDS_LANGUAGE_H

// Host compilers see the other branch, and no kernel.
#ifdef __CUDACC__
#define SIDE 32
__global__ void turned(float *out, const float *in);
#else
#define SIDE 24
#endif

#if defined(__cplusplus)
extern "C" {
#endif
void turn(float *out, const float *in);
#if defined(__cplusplus)
}
#endif

// Not everyone who compiles kernels defines it.
#ifdef __NVCC__
#define WIDTH 24
#else
#define WIDTH 32
#endif

#endif
