// Elements that are vectors are assigned and copied whole.

// RUN: %exits 1 %bankfix check --objective=wavefronts %s | FileCheck %s
// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %exits 0 %bankfix check --objective=wavefronts %t.cu

// Four floats keep the alignment of float4 rows and spread them over the banks.
__global__ void vectors(float4 *out) {
  // FIXED: float4 quads[32][9];
  __shared__ float4 quads[32][8];
  quads[threadIdx.x][threadIdx.y] = out[0];
  __syncthreads();
  // CHECK: warning: store to 'quads[threadIdx.x][threadIdx.y]' has 8-way
  // CHECK: note: 'quads[32][8] -> quads[32][9]' (pad-row)
  out[threadIdx.x] = quads[threadIdx.y][threadIdx.x & 7];
}

__global__ void flat(float4 *out) {
  // FIXED: float4 line[BANKFIX_PAD8(256)];
  __shared__ float4 line[256];
  // FIXED: line[BANKFIX_PAD8(threadIdx.x)] = out[threadIdx.x];
  line[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  // CHECK: warning: load of 'line[threadIdx.x * 8 & 255]' has 8-way
  // FIXED: float4 value = line[BANKFIX_PAD8(threadIdx.x * 8 & 255)];
  float4 value = line[threadIdx.x * 8 & 255];
  out[threadIdx.x] = value;
}

void launch(float4 *out) {
  vectors<<<1, dim3(32, 8)>>>(out);
  flat<<<1, 256>>>(out);
}
