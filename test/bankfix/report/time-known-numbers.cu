// What compilers compute costs no time: of numbers that are known when a helper is
// called, and of loops that are unrolled. Whole objects that a reference cast looks at
// in global memory are moved like others.
// RUN: %exits 1 %bankfix check --target=sm_90 --cuda-headers=builtin --objective=wavefronts --format=json %s | %FileCheck %s
// CHECK:      "name": "known"
// CHECK:      "before": {
// CHECK:      "integers": 4.5,
// CHECK:      "name": "unknown"
// CHECK:      "before": {
// CHECK:      "integers": 44.5,
// CHECK:      "name": "views"
// CHECK:      "before": {
// CHECK:      "global-memory": 22.6

__device__ int wrapped(int n) {
  n %= 32;
  n = n > 16 ? 32 - n : n;
  return n > 8 ? -n : n;
}

__device__ int wrappedLater(int n, int by) {
  if (by > 3)
    n = by;
  n %= 31;
  return n > 8 ? -n : n;
}

__global__ void known(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += s[t * 2 + wrapped(2 * k + 1)] * wrapped(k);
  out[t] = sum;
}

__global__ void unknown(float *out, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += s[t * 2 + wrapped(2 * k + n)] * wrappedLater(k, n);
  out[t] = sum;
}

__global__ void views(float *out, float *in) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  (float4 &)s[4 * t] = (float4 &)in[4 * t];
  __syncthreads();
  out[t] = s[t * 8 % 1024];
}

void run(float *out) {
  known<<<1, 32>>>(out);
  unknown<<<1, 32>>>(out, 3);
  views<<<1, 32>>>(out, out);
}
