// The call that makes banks wider is put where a statement begins in every
// configuration: here, another one would run it, and not the launch, under the
// condition.

// RUN: %bankfix --target=sm_35 %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | not grep cudaDeviceSetSharedMemConfig
// RUN: sed -e "s/^  if (wanted)$//" %s > %t.plain.cu
// RUN: %bankfix --target=sm_35 %t.plain.cu -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | grep cudaDeviceSetSharedMemConfig

__global__ void pairs(double *out, int stride) {
  __shared__ double a[64];
  a[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = a[63 - threadIdx.x];
}

void launch(double *out, bool wanted) {
#ifdef CHOOSES
  if (wanted)
#endif
    pairs<<<1, 64>>>(out, 1);
}
