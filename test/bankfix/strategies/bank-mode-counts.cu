// The emulator counts as wide banks as the host asks for: a fix that changes
// their width is counted in its own mode.

// RUN: %bankfix verify --target=sm_35 %s | %FileCheck %s
// RUN: %bankfix --target=sm_35 %s -o %t.cu > %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %bankfix verify --target=sm_35 %t.cu | %FileCheck %s --check-prefix=AGAIN
// RUN: %bankfix verify --target=sm_35 --against=%t.cu %s | %FileCheck %s
// RUN: %exits 0 %bankfix trace --target=sm_35 %s > %t.out 2>&1
// RUN: FileCheck %s --check-prefix=BEFORE < %t.out
// RUN: %exits 0 %bankfix trace --target=sm_35 %t.cu > %t.out 2>&1
// RUN: FileCheck %s --check-prefix=AFTER < %t.out

// CHECK: 'turn', {{.*}} 992 excess wavefronts counted before, 0 after; the same results
// AGAIN: 'turn', {{.*}} 0 excess wavefronts counted before, 0 after
// BEFORE: load tile {{ *}}8{{ +}}32{{ +}}1024{{ +}}32
// AFTER: load tile {{ *}}8{{ +}}32{{ +}}32{{ +}}32
__global__ void turn(double *out, const double *in) {
  // FIXED: __shared__ double tile[32][33];
  __shared__ double tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
  double *out;
  cudaMalloc(&out, 2048 * sizeof(double));
  // FIXED: cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte);
  turn<<<1, dim3(32, 32)>>>(out, out + 1024);
  return cudaDeviceSynchronize();
}
