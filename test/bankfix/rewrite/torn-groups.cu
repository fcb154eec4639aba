// A part of a group that does not begin where groups do: hardware serves it, as
// it is no more than an element, and a layout that moves groups would tear it
// from its place.

// RUN: %exits 1 %bankfix check --objective=wavefronts %s | FileCheck %s
// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.notes
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %exits 0 %bankfix verify --objective=wavefronts --kernel=whole %s > %t.verify

// CHECK: no fix of 'torn' by index-macro: line [[#@LINE+7]]: 'l[threadIdx.x].x' is no multiple of its 8 bytes from the array's start; index it by multiples of that
// FIXED-LABEL: void tears(
__global__ void tears(float *out, const float *in) {
  // FIXED: float torn[1024]
  __shared__ __align__(16) float torn[1024];
  torn[threadIdx.x * 32 % 1024] = in[threadIdx.x];
  float2 *l = (float2 *)(torn + 129);
  out[threadIdx.x] = l[threadIdx.x].x;
}

// Where it begins is not known.
// CHECK: no fix of 'open' by index-macro: line [[#@LINE+5]]: 'l[threadIdx.x].y' is no multiple of its 8 bytes
__global__ void begins(float *out, const float *in, int n) {
  __shared__ __align__(16) float open[1024];
  open[threadIdx.x * 32 % 1024] = in[threadIdx.x];
  float2 *l = (float2 *)(open + n);
  out[threadIdx.x] = l[threadIdx.x].y;
}

// FIXED-LABEL: void whole(
__global__ void whole(float *out, const float *in, int n) {
  // FIXED: float kept[1024]
  __shared__ __align__(16) float kept[1024];
  kept[threadIdx.x * 32 % 1024] = in[threadIdx.x];
  __syncthreads();
  float2 *l = (float2 *)(kept + 64 * (threadIdx.x / 32) + 2 * n);
  // FIXED: ((float2 *)kept)[BANKFIX_{{.*}} / 2].y
  out[threadIdx.x] = l[threadIdx.x % 32].y;
}

void run(float *out, float *in, int n) {
  tears<<<1, 256>>>(out, in);
  begins<<<1, 256>>>(out, in, n);
  whole<<<1, 256>>>(out, in, 2);
}
