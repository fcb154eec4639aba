// Instances of a template have one text: it gets the array where each of them may.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu > %t.log
// RUN: %FileCheck %s --check-prefix=LOG < %t.log
// RUN: %code %t.cu | %FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --objective=wavefronts --cuda-headers=builtin %s | %FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %t.cu -o %t.again.cu
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT:     {{the fix changes|not compared|not run}}
// SAME-COUNT-6: the same results

// CHECK: template <int L> __device__ void inner(const float *in, float *p_base, float *p);
template <int L> __device__ void inner(const float *in, float *p);

// CHECK: template <int L> __device__ void load(const float *in, float *d_base, float *d, int k)
template <int L> __device__ void load(const float *in, float *d, int k) {
  // CHECK: inner<L>(in + k, d_base, d + k);
  inner<L>(in + k, d + k);
}

// CHECK: template <int L> __device__ void inner(const float *in, float *p_base, float *p)
template <int L> __device__ void inner(const float *in, float *p) {
  // CHECK: p_base[[[MAP:BANKFIX_[A-Z0-9_]+]]((int)(p - p_base) + (threadIdx.x * L))] = in[threadIdx.x];
  p[threadIdx.x * L] = in[threadIdx.x];
}

// Two instances, in a kernel of two.
// LOG-DAG: 's[2048], indexed through
template <int N> __global__ void instances(const float *a, float *o) {
  __shared__ float s[2 * 32 * N];
  for (int b = 0; b < 2; b++) {
    // CHECK: load<N>(a, s, s + b * 32 * N, b);
    load<N>(a, s + b * 32 * N, b);
    __syncthreads();
    o[threadIdx.x] += s[b * 32 * N + threadIdx.x * N + b];
  }
}

// LOG-DAG: 'w[3072], indexed through
__global__ void other(const float *a, float *o) {
  __shared__ float w[3 * 32 * 32];
  // CHECK: load<32>(a, w, w + 1024 + threadIdx.x % 2, 0);
  load<32>(a, w + 1024 + threadIdx.x % 2, 0);
  __syncthreads();
  o[threadIdx.x] = w[1024 + threadIdx.x * 32 + threadIdx.x % 2];
}

// An instance that gets no shared memory has the same text.
template <int L> __device__ void both(const float *in, float *d) {
  d[threadIdx.x * L] = in[threadIdx.x];
}
// LOG-DAG: no fix of 'g' by index-macro: {{.*}}'d[threadIdx.x * L] = in[threadIdx.x]' is a pointer into it
__global__ void global(const float *a, float *o) {
  __shared__ float g[2 * 32 * 32];
  // CHECK: both<32>(a, g + 1024);
  both<32>(a, g + 1024);
  both<16>(a, o + 1024);
  __syncthreads();
  o[threadIdx.x] += g[1024 + threadIdx.x * 32];
}

// One that is written by itself has another text.
template <int L> __device__ void special(const float *in, float *d) {
  d[threadIdx.x * L] = in[threadIdx.x];
}
template <> __device__ void special<8>(const float *in, float *d) {
  d[threadIdx.x * 8 + 1] = in[threadIdx.x];
}
// LOG-DAG: no fix of 'e' by index-macro: {{.*}}'d[threadIdx.x * L] = in[threadIdx.x]' is a pointer into it
__global__ void specialized(const float *a, float *o) {
  __shared__ float e[2 * 32 * 32];
  special<32>(a, e + 1024);
  special<8>(a, e);
  __syncthreads();
  o[threadIdx.x] += e[1024 + threadIdx.x * 32];
}

template <class T> struct Box {
  // CHECK: static void put(const T *in, T *d_base, T *d)
  template <int L> __device__ static void put(const T *in, T *d) {
    d[threadIdx.x * L] = in[threadIdx.x];
  }
};
// LOG-DAG: 'm[2048], indexed through
__global__ void member(const float *a, float *o) {
  __shared__ float m[2 * 32 * 32];
  // CHECK: Box<float>::put<32>(a, m, m + 1024);
  Box<float>::put<32>(a, m + 1024);
  __syncthreads();
  o[threadIdx.x] += m[1024 + threadIdx.x * 32];
}

void launch(const float *a, float *o) {
  instances<32><<<1, 32>>>(a, o);
  instances<64><<<1, 32>>>(a, o);
  other<<<1, 32>>>(a, o);
  global<<<1, 32>>>(a, o);
  specialized<<<1, 32>>>(a, o);
  member<<<1, 32>>>(a, o);
}
