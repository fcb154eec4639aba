// HIP is read as CUDA is, with the built-in declarations of HIP's names, and
// for AMD's hardware: 64 lanes a wave, and no more than the user says of others.

// RUN: %exits 1 %bankfix check %s | FileCheck %s
// RUN: %bankfix %s -o %t.hip > %t.log 2>&1
// RUN: %code %t.hip | FileCheck %s --check-prefix=FIXED
// RUN: %exits 0 %bankfix check --kernel=transpose %t.hip | not grep warning
// RUN: %exits 0 %bankfix verify --kernel=transpose %s > %t.verify 2>&1
// RUN: FileCheck %s --check-prefix=VERIFY < %t.verify
// RUN: %exits 1 %bankfix check --format=json %s | FileCheck %s --check-prefix=JSON
// RUN: %exits 1 %bankfix check --target=sm_80 --kernel=strided %s | FileCheck %s --check-prefix=SM80

// JSON: "target": "gfx90a"
// VERIFY: 'transpose', blocks of 64x16 threads: 992 excess wavefronts counted before, 0 after

#include "hip/hip_fp16.h"
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

#if defined(__CUDACC__) || defined(__CUDA_ARCH__) || !defined(__HIPCC__)
#error "this is HIP"
#endif

// FIXED: float tile[64][65];
__global__ void transpose(float *out) {
  __shared__ float tile[64][64];
  tile[hipThreadIdx_y][hipThreadIdx_x] = 1;
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:22: warning: load of 'tile[threadIdx.x][threadIdx.y]' has 32-way
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
template <typename T, int N> __global__ void strided(T *out) {
  HIP_DYNAMIC_SHARED(T, s)
  // CHECK: :[[#@LINE+2]]:3: warning: store to 's[hipThreadIdx_x * N]' has 32-way bank conflicts: 64 wavefronts where 2 suffice
  // SM80: :[[#@LINE+1]]:3: warning: store to 's[hipThreadIdx_x * N]' has 32-way bank conflicts: 64 wavefronts where 2 suffice
  s[hipThreadIdx_x * N] = 1;
  out[0] = s[0];
}
__global__ void waves(float4 *out) {
  __shared__ float s[64 * 64];
  // CHECK: :[[#@LINE+1]]:3: warning: store to 's[threadIdx.x * warpSize]' has 32-way bank conflicts: 64 wavefronts where 2 suffice
  s[threadIdx.x * warpSize] = 1;
  // SM80-NOT: warpSize
  out[0] = out[1] * 2 + out[2] / out[3] - s[0];
  out[1] += out[0] == out[2] ? -out[3] : 3 * out[3];
}
// Its reference is not followed, and that is said.
__global__ void added(float4 *out) {
  __shared__ float4 v[1024];
  // CHECK: :[[#@LINE+1]]:3: note: shared access 'v[threadIdx.x * 8]' is not analysed
  v[threadIdx.x * 8] += out[0];
}

int main() {
  float *out;
  if (hipMalloc(&out, 4096) != hipSuccess)
    return 1;
  hipStream_t stream;
  hipStreamCreate(&stream);
  transpose<<<1, dim3(64, 16), 0, stream>>>(out);
  hipLaunchKernelGGL(HIP_KERNEL_NAME(strided<float, 32>), dim3(1), dim3(64),
                     64 * 32 * sizeof(float), stream, out);
  hipLaunchKernelGGL(waves, 1, 64, 0, 0, (float4 *)out);
  hipLaunchKernelGGL(added, 1, 64, 0, 0, (float4 *)out);
  hipError_t error = hipDeviceSynchronize();
  hipFree(out);
  return error;
}
