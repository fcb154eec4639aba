// Arrays that share text change together: where one of another kernel is to be
// left alone, so are all.

// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin '--kernel=^one$' %s | FileCheck %s
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin '--kernel=^one$' %s -o %t.cu > %t.log
// RUN: diff %s %t.cu
// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s --check-prefix=BOTH

__device__ void put(float *p, float v) {
  for (int j = 0; j < 32; ++j)
    // CHECK: warning: store to 'p[threadIdx.x * 32 + j]' has up to 32-way
    p[threadIdx.x * 32 + j] = v;
}
__global__ void one(float *out) {
  // CHECK: no fix of 's' by {{[a-z-]+}}: 't', which the same text accesses, is to stay as it is; leave both, or change both
  // BOTH: 's[1024]{{.*}}indexed
  __shared__ float s[1024];
  put(s, 1);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void two(float *out) {
  __shared__ float t[1024];
  put(t, 2);
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x];
}
void run(float *a) {
  one<<<1, 32>>>(a);
  two<<<1, 32>>>(a);
}
