// Two functions call their parameter alike, and one of them needs no array
// beside it: the other's new parameter is its own name.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %t.cu -o %t.again.cu > /dev/null
// RUN: diff %t.cu %t.again.cu

// CHECK: no fix of 's' {{.*}}'p[i]' is a pointer into it
// CHECK-NOT: the proof failed

// FIXED: __device__ float row(const float *p, int i) {
__device__ float row(const float *p, int i) {
  // FIXED: return p[i];
  return p[i];
}

// FIXED: __device__ float column(const float *p_base, const float *p, int i) {
__device__ float column(const float *p, int i) {
  // FIXED: return p_base[BANKFIX_{{.*}}((int)(p - p_base) + (i))];
  return p[i];
}

// Here it is the name of something else.
// FIXED: __device__ float named(const float *p, int i) {
__device__ const float p_base = 1;
__device__ float named(const float *p, int i) {
  // FIXED: return p_base * p[i];
  return p_base * p[i];
}

__global__ void rows(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int i = 0; i < 32; ++i)
    s[t + 32 * i] = i;
  __syncthreads();
  // FIXED: out[t] = row(s + t, 32);
  out[t] = row(s + t, 32);
}

__global__ void columns(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int i = 0; i < 32; ++i)
    s[t + 32 * i] = i;
  __syncthreads();
  // FIXED: out[t] = column(s, s + 32 * t, 3);
  out[t] = column(s + 32 * t, 3);
}

__global__ void others(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int i = 0; i < 32; ++i)
    s[t + 32 * i] = i;
  __syncthreads();
  // FIXED: out[t] = named(s + 32 * t, 3);
  out[t] = named(s + 32 * t, 3);
}

int main() {
  float *out = nullptr;
  rows<<<1, 32>>>(out);
  columns<<<1, 32>>>(out);
  others<<<1, 32>>>(out);
}
