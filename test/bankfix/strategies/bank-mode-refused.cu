// bank-mode: refused where it does not pay, or is not bankfix's to choose.

// RUN: %exits 1 %bankfix check --target=sm_35 --strategy=bank-mode %s | %FileCheck %s
// RUN: sed 's/SET(four)/cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeFourByte)/' %s > %t.set.cu
// RUN: %exits 1 %bankfix check --target=sm_35 --strategy=bank-mode %t.set.cu | %FileCheck %s --check-prefix=SET
// RUN: %exits 1 %bankfix check --target=sm_35 --strategy=bank-mode -DALONE --block-dim=32 %s | %FileCheck %s --check-prefix=ALONE

__global__ void rows(float *out) {
  // CHECK: note: no fix of 's' by bank-mode: banks of 8 bytes leave 64 wavefronts of all kernels, and banks of 4 bytes 64
  // SET: note: no fix of 's' by bank-mode: the source says how wide banks are
  // ALONE: note: no fix of 's' by bank-mode: the place of some launch is not known, or there is none
  __shared__ float s[2048];
  s[threadIdx.x * 64] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 64];
}

#define SET(bytes)
#ifndef ALONE
void run(float *out) {
  SET(four);
  rows<<<1, 32>>>(out);
}
#endif
