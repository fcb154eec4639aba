// What stands in the way of a layout is said where some layout would help, and
// only there: nobody should take pointers out for nothing.

// RUN: %exits 1 %bankfix check --objective=wavefronts %s 2> /dev/null | FileCheck %s

__device__ void count(unsigned *bins, unsigned value) {
  atomicAdd(bins + value, 1u);
}

// Which bins the lanes of a wave count in, the data says: any banks.
__global__ void histogram(const unsigned *in, unsigned *out) {
  // CHECK-DAG: [[#@LINE+1]]:23: note: no fix of 'bins': no layout that bankfix knows lowers its wavefronts
  __shared__ unsigned bins[8 * 256];
  unsigned *own = bins + threadIdx.x / 32 * 256;
  for (int i = threadIdx.x; i < 8 * 256; i += 256)
    bins[i] = 0;
  __syncthreads();
  count(own, in[threadIdx.x] % 256);
  __syncthreads();
  for (int i = threadIdx.x; i < 8 * 256; i += 256)
    out[i] = bins[i];
}

template <class T> __device__ T inColumn(const T *part, int row) { return part[row * 32]; }
template <> __device__ double inColumn(const double *part, int row) { return part[row]; }

__global__ void columns(float *out) {
  __shared__ float tile[2 * 32 * 32];
  for (int i = threadIdx.x; i < 2 * 32 * 32; i += 64)
    tile[i] = i;
  __syncthreads();
  // CHECK-DAG: [[#@LINE-4]]:20: note: no fix of 'tile' by index-macro: line [[#@LINE-8]]: 'part[row * 32]' is a pointer into it, or a variable index into an element, that bankfix does not follow; index the array itself there
  const float *half = tile + threadIdx.x / 32 * 1024;
  out[threadIdx.x] = inColumn(half, threadIdx.x % 32);
}

void run(const unsigned *in, unsigned *counts, float *out) {
  histogram<<<1, 256>>>(in, counts);
  columns<<<1, 64>>>(out);
}
