// What cannot be fixed in one kernel does not keep the other from its fix.

// RUN: %bankfix --verbose %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s
// RUN: FileCheck %s --check-prefix=LOG < %t.log
// RUN: %clang-device %t.cu
// RUN: %exits 1 %bankfix check --verbose %t.cu

// LOG: 2 with bank conflicts, 1 of them fixed

__global__ void unfixable(float *out) {
  // CHECK: float tile[32][32];
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  out[0] = (unsigned long long)&tile[0][0] == 0;
}

__global__ void fixable(float *out) {
  // CHECK: float tile[32][33];
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void launch(float *out) {
  unfixable<<<1, dim3(32, 32)>>>(out);
  fixable<<<1, dim3(32, 32)>>>(out);
}
