// A block may have less memory on another GPU: a pad that only the first has
// room for would make launches fail there.

// RUN: %bankfix --target=sm_90 %s -o - | %code | FileCheck %s --check-prefix=ALONE
// RUN: %bankfix --target=sm_90,sm_75 %s -o - | %code | FileCheck %s
// RUN: %bankfix --target=sm_75,sm_90 %s -o - | %code | FileCheck %s
// RUN: %bankfix --target=sm_90,sm_75 --strategy=index-macro %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: diff %s %t.cu
// REFUSED: no fix of 's' by index-macro: it is not for sm_75: {{.*}}67584{{.*}}65536

__global__ void columns(float *out) {
  extern __shared__ float s[];
  for (int i = 0; i < 16; ++i)
    s[threadIdx.x * 32 + threadIdx.y + i * 1024] = out[i];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.y * 32 + threadIdx.x];
}

// ALONE: BANKFIX_PAD32(65536)
// CHECK-NOT: BANKFIX_PAD
// CHECK: BANKFIX_SWIZZLE
void launch(float *out) {
  cudaFuncSetAttribute(columns, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       65536);
  columns<<<1, dim3(32, 32), 65536>>>(out);
}
