// A pointer to volatile elements that is a place in an array: what it accesses
// is volatile behind the array's name, too.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin -o %t.cu %s > %t.log
// RUN: %code %t.cu | %FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --objective=wavefronts --cuda-headers=builtin %s | %FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin -o %t.again.cu %t.cu > %t.log
// RUN: cmp %t.cu %t.again.cu
// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin %s | %FileCheck %s --check-prefix=REFUSED

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME-DAG: 'local', {{.*}} 0 after; the same results
// SAME-DAG: 'carved<float>', {{.*}} 0 after; the same results
// SAME-DAG: 'declared', {{.*}} 0 after; the same results
// SAME-DAG: 'given', {{.*}} 0 after; the same results
// SAME-DAG: 'row', {{.*}} after; the same results

// CHECK-LABEL: void local(
__global__ void local(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int i = 0; i < 32; i++)
    // CHECK: s[BANKFIX_[[L:[A-Z0-9_]+]](t * 32 + i)] = in[i];
    s[t * 32 + i] = in[i];
  __syncthreads();
  volatile float *v = s + 32;
  // CHECK: ((volatile float *)s)[BANKFIX_[[L]]((int)(v - (volatile float *)s) + (t * 4))] += ((volatile float *)s)[BANKFIX_[[L]]((int)(v - (volatile float *)s) + (t * 4 + 2))];
  v[t * 4] += v[t * 4 + 2];
  // CHECK: out[t] = s[BANKFIX_[[L]](4 * t + 32)];
  out[t] = s[4 * t + 32];
}

// CHECK-LABEL: void carved(
template <class T> __global__ void carved(T *out, const T *in) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  volatile T *v = &s[blockDim.x];
  for (int i = 0; i < 32; i++)
    // CHECK: ((volatile T *)s)[BANKFIX_[[C:[A-Z0-9_]+]]((int)(v - (volatile T *)s) + (t * 32 + i))] = in[i];
    v[t * 32 + i] = in[i];
  __syncthreads();
  // CHECK: out[t] = ((volatile T *)s)[BANKFIX_[[C]]((int)(v - (volatile T *)s))];
  out[t] = *v;
}

// One that is volatile itself needs no cast.
// CHECK-LABEL: void declared(
__global__ void declared(float *out, const float *in) {
  __shared__ volatile float s[2048];
  int t = threadIdx.x;
  volatile float *v = s + 32;
  for (int i = 0; i < 32; i++)
    // CHECK: s[BANKFIX_[[D:[A-Z0-9_]+]]((int)(v - s) + (32 * t + i))] = in[i];
    v[32 * t + i] = in[i];
  __syncthreads();
  out[t] = v[t];
}

// CHECK: void reduce(volatile float *v_base, volatile float *v, int t) {
__device__ void reduce(volatile float *v, int t) {
  // CHECK: v_base[BANKFIX_[[G:[A-Z0-9_]+]]((int)(v - v_base) + (t * 32))] += v_base[BANKFIX_[[G]]((int)(v - v_base) + (t * 32 + 16))];
  v[t * 32] += v[t * 32 + 16];
}
__global__ void given(float *out, const float *in) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  for (int i = 0; i < 32; i++)
    s[t * 32 + i + 1024] = in[i];
  __syncthreads();
  // CHECK: reduce(s, s + 1024, t);
  reduce(s + 1024, t);
  out[t] = s[t * 32 + 1024];
}

// CHECK: void sum(volatile float *v, int t) {
__device__ void sum(volatile float *v, int t) {
  for (int i = 0; i < 32; i++)
    // CHECK: v[t] += v[i];
    v[t] += v[i];
}
__global__ void row(float *out, const float *in) {
  // CHECK: __shared__ float s[32][33];
  __shared__ float s[32][32];
  int t = threadIdx.x;
  for (int i = 0; i < 32; i++)
    s[t][i] = in[i];
  __syncthreads();
  sum(s[t], t);
  __syncthreads();
  out[t] = s[t][t];
}

// What is not volatile would be.
__global__ void plain(float *out, const float *in) {
  __shared__ volatile float s[2048];
  int t = threadIdx.x;
  // REFUSED: no fix of 's' by {{.*}}: line [[#@LINE+1]]: '(float *)s + 32' is a pointer into it
  float *v = (float *)s + 32;
  for (int i = 0; i < 32; i++)
    v[32 * t + i] = in[i];
  __syncthreads();
  out[t] = v[t];
}

void run(float *out, const float *in) {
  local<<<1, 32>>>(out, in);
  carved<float><<<1, 32, 8192>>>(out, in);
  declared<<<1, 32>>>(out, in);
  given<<<1, 32>>>(out, in);
  row<<<1, 32>>>(out, in);
  plain<<<1, 32>>>(out, in);
}
