// A value that only the run knows: no layout that some values of it pay for.

// RUN: %exits 1 %bankfix check --objective=wavefronts --sort=source %s | FileCheck %s
// RUN: %bankfix --objective=wavefronts --sort=source --assume=pitch=32 %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu

// At every odd pitch there is nothing to gain, and something to lose.
__global__ void column(float *out, const float *in, int pitch) {
  // CHECK: note: no fix of 's' by index-macro{{.*}}: it would cost more for some values that only the run knows; --assume=NAME=VALUE tells them
  __shared__ float s[4096];
  // FIXED: s[threadIdx.x * (pitch + 1)] =
  s[threadIdx.x * pitch] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[((threadIdx.x + 1) & 31) * pitch];
}

// Too many pitches keep the lanes inside the array to be tried one by one.
__global__ void pairs(float *out, const float *in, int pitch) {
  // CHECK: note: no fix of 't' by index-macro{{.*}}: it would cost more for some values that only the run knows
  __shared__ float t[8192];
  // FIXED: t[BANKFIX_
  t[(threadIdx.x & 1) * pitch + threadIdx.x / 2 * 32] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x];
}

// The banks tell fewer pitches of the odd lanes apart than a layout does.
__global__ void rows(float *out, int width) {
  // CHECK: 'float4 u[32][8] -> bankfix_float4_20 u[32][10]' (pad-row) leaves 40 wavefronts of 320
  // FIXED: bankfix_float4_20 u[32][10];
  __shared__ float4 u[32][8];
  float sum = 0;
  int lane = threadIdx.x & 31;
  for (int k = lane & 3; k < 4; ++k)
    if (width >= 1 && width <= 8)
      sum += u[lane * width / 8][lane * width % 8].z;
  out[threadIdx.x] = sum;
}

void launch(float *p, int pitch) {
  column<<<1, 32>>>(p, p, pitch);
  pairs<<<1, 32>>>(p, p, pitch);
  rows<<<1, 128>>>(p, pitch);
}
