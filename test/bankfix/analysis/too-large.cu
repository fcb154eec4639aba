// Calls are followed as if they were inlined, up to so many statements; other
// kernels of the file are counted all the same.
// RUN: %exits 1 %bankfix check --objective=wavefronts %s | FileCheck %s

template <int Levels> __device__ int twice(int x) {
  return twice<Levels - 1>(x) + twice<Levels - 1>(x + 1);
}
template <> __device__ int twice<0>(int x) { return x; }

__global__ void large(int *out, int n) {
  __shared__ int s[64];
  // CHECK-DAG: [[@LINE+1]]:3: note: shared access 's[threadIdx.x]' is not analysed: the functions that the kernel calls are larger than bankfix is willing to follow
  s[threadIdx.x] = n;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 32] + twice<17>(n);
}

__global__ void followed(int *out, int n) {
  __shared__ int s[64];
  // CHECK-DAG: [[@LINE+1]]:3: warning: store to 's[threadIdx.x * 2 % 64 + (twice<8>(n) & 0)]' has 2-way
  s[threadIdx.x * 2 % 64 + (twice<8>(n) & 0)] = n;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

void run(int *out, int n) {
  large<<<1, 32>>>(out, n);
  followed<<<1, 32>>>(out, n);
}
