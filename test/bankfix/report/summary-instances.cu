// The summary counts accesses of the source, in however many instances and calls they
// are found.
// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin %s 2>&1 | %FileCheck %s
// CHECK: 3 kernels, 2 accesses, 1 with bank conflicts, 1 of them fixable

template <int N> __device__ void fill(float *s) {
#pragma unroll
  for (int i = 0; i < N; i++)
    s[threadIdx.x * 32 + i] = i;
}
template <int N> __global__ void k(float *o) {
  __shared__ float s[1024];
  fill<1>(s);
  fill<2>(s);
  fill<3>(s);
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x];
}
void f(float *o) {
  k<1><<<1, 32>>>(o);
  k<2><<<1, 32>>>(o);
  k<3><<<1, 32>>>(o);
}
