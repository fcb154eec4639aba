// bank-mode: on Kepler the host may make banks 8 bytes wide.

// RUN: %exits 1 %bankfix check --target=sm_35 --strategy=bank-mode %s | %FileCheck %s
// RUN: %bankfix --target=sm_35 --strategy=bank-mode %s -o %t.cu > %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix --target=sm_35 --strategy=bank-mode %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu
// RUN: %bankfix verify --target=sm_35 --strategy=bank-mode %s > %t.verify

// Newer GPUs have banks of one width.
// RUN: %exits 1 %bankfix check --target=sm_80 --strategy=bank-mode %s | %FileCheck %s --check-prefix=NEWER
// NEWER: note: no fix of 's' by bank-mode: the target's banks have one width

__global__ void pairs(float *out) {
  __shared__ float s[2048];
  int x = threadIdx.x;
  // CHECK: warning: store to 's[x * 2 + 64 * (x / 16)]'
  // CHECK: note: 's in banks of 8 bytes' (bank-mode) leaves
  s[x * 2 + 64 * (x / 16)] = 1;
  __syncthreads();
  out[x] = s[x * 2 + 64 * (x / 16)];
}

void run(float *out, bool twice) {
  float *other = out + 1;
  // FIXED: {{^}}  cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte);
  // FIXED-NEXT: {{^}}  pairs<<<1, 256>>>(out);
  pairs<<<1, 256>>>(out);
  // FIXED-NOT: cudaDeviceSetSharedMemConfig
  // FIXED: {{^}}  if (twice)
  // FIXED-NEXT: {{^}}    pairs<<<1, 256>>>(other);
  if (twice)
    pairs<<<1, 256>>>(other);
}

// FIXED: void short_one(float *out) { cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte); pairs<<<1, 256>>>(out); }
void short_one(float *out) { pairs<<<1, 256>>>(out); }
