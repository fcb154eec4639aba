// Accesses cost what they do in banks as wide as the program makes them, for
// all kernels or for one. Most devices have banks of one width.
//
// RUN: %exits 0 %bankfix trace --target=sm_35 %s > %t.out 2>&1
// RUN: FileCheck %s --check-prefixes=CHECK,KEPLER < %t.out
// RUN: %exits 0 %bankfix trace --target=sm_35-bank8 %s > %t.out 2>&1
// RUN: FileCheck %s --check-prefixes=CHECK,WIDE < %t.out
// RUN: %exits 0 %bankfix trace --target=sm_80 %s > %t.out 2>&1
// RUN: FileCheck %s --check-prefixes=CHECK,NEWER < %t.out
#include <cstdio>

// KEPLER: banks of 8 bytes, invalid argument
// WIDE: banks of 8 bytes, invalid argument
// NEWER: banks of 4 bytes, invalid argument
// Words of as many banks of 8 bytes, but of half as many of 4 bytes.
__device__ void load(float *out, const float *s) {
  out[threadIdx.x] = s[threadIdx.x * 2 + 33];
}
// KEPLER: a: 1 launch
// WIDE: a: 1 launch
// NEWER: a: 1 launch
// KEPLER: load s {{ *}}4{{ +}}1{{ +}}2{{ +}}1
// WIDE: load s {{ *}}4{{ +}}1{{ +}}1{{ +}}1
// NEWER: load s {{ *}}4{{ +}}1{{ +}}2{{ +}}1
__global__ void a(float *out) {
  __shared__ float s[128];
  s[threadIdx.x] = s[threadIdx.x + 32] = 1;
  load(out, s);
}
// As the device has it: banks of 8 bytes.
// CHECK: b: 1 launch
// KEPLER: load s {{ *}}4{{ +}}1{{ +}}1{{ +}}1
// WIDE: load s {{ *}}4{{ +}}1{{ +}}1{{ +}}1
// NEWER: load s {{ *}}4{{ +}}1{{ +}}2{{ +}}1
__global__ void b(float *out) {
  __shared__ float s[128];
  s[threadIdx.x] = s[threadIdx.x + 32] = 1;
  load(out, s);
}
// Of its own: banks of 4 bytes.
// CHECK: c: 1 launch
// CHECK: load s {{ *}}4{{ +}}1{{ +}}2{{ +}}1
__global__ void c(float *out) {
  __shared__ float s[128];
  s[threadIdx.x] = s[threadIdx.x + 32] = 1;
  load(out, s);
}

int main() {
  float *out;
  cudaMalloc(&out, 128);
  a<<<1, 32>>>(out);
  cudaSharedMemConfig is;
  cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte);
  cudaDeviceGetSharedMemConfig(&is);
  fprintf(stdout, "banks of %d bytes, %s\n",
          is == cudaSharedMemBankSizeEightByte ? 8 : 4,
          cudaGetErrorString(cudaDeviceSetSharedMemConfig(cudaSharedMemConfig(7))));
  cudaGetLastError();
  cudaFuncSetSharedMemConfig(c, cudaSharedMemBankSizeFourByte);
  b<<<1, 32>>>(out);
  c<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
