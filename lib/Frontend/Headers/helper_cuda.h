// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The error checks of NVIDIA's samples, which many files include.

#pragma once

#include <cuda.h>
#include <helper_string.h>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

template <class __T>
inline void check(__T result, const char *call, const char *file, int line) {
  if (!static_cast<unsigned>(result))
    return;
  fprintf(stderr, "%s:%d: %s failed with error %u\n", file, line, call,
          static_cast<unsigned>(result));
  exit(EXIT_FAILURE);
}
#define checkCudaErrors(value) check((value), #value, __FILE__, __LINE__)

inline void __getLastCudaError(const char *message, const char *file,
                               int line) {
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess)
    return;
  fprintf(stderr, "%s:%d: %s: %s\n", file, line, message,
          cudaGetErrorString(error));
  exit(EXIT_FAILURE);
}
#define getLastCudaError(message)                                              \
  __getLastCudaError(message, __FILE__, __LINE__)
inline void __printLastCudaError(const char *message, const char *file,
                                 int line) {
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess)
    fprintf(stderr, "%s:%d: %s: %s\n", file, line, message,
            cudaGetErrorString(error));
}
#define printLastCudaError(message)                                            \
  __printLastCudaError(message, __FILE__, __LINE__)
inline const char *_cudaGetErrorEnum(cudaError_t error) {
  return cudaGetErrorName(error);
}

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
inline int ftoi(float x) {
  return static_cast<int>(x >= 0 ? x + 0.5f : x - 0.5f);
}

// Cores of a multiprocessor, by compute capability.
inline int _ConvertSMVer2Cores(int major, int minor) {
  switch (major) {
  case 3:
    return 192;
  case 6:
    return minor == 0 ? 64 : 128;
  case 7:
    return 64;
  case 8:
    return minor == 0 ? 64 : 128;
  default:
    return 128;
  }
}
inline const char *_ConvertSMVer2ArchName(int, int) { return "GPU"; }

inline int gpuDeviceInit(int device) {
  checkCudaErrors(cudaSetDevice(device));
  return device;
}
inline int gpuGetMaxGflopsDeviceId() { return 0; }
inline int findCudaDevice(int argc, const char **argv) {
  int device = 0;
  if (checkCmdLineFlag(argc, argv, "device"))
    device = getCmdLineArgumentInt(argc, argv, "device");
  return gpuDeviceInit(device);
}
inline int findIntegratedGPU() { return -1; }
inline bool checkCudaCapabilities(int major, int minor) {
  int device = 0, hasMajor = 0, hasMinor = 0;
  checkCudaErrors(cudaGetDevice(&device));
  checkCudaErrors(cudaDeviceGetAttribute(
      &hasMajor, cudaDevAttrComputeCapabilityMajor, device));
  checkCudaErrors(cudaDeviceGetAttribute(
      &hasMinor, cudaDevAttrComputeCapabilityMinor, device));
  return hasMajor > major || (hasMajor == major && hasMinor >= minor);
}
