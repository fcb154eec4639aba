// Of a window whose width and height only the run knows, banks see one shift of
// all lanes; rows and columns move by one each.
//
// RUN: %bankfix --objective=wavefronts %s -o %t.cu | FileCheck %s
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix --objective=wavefronts %t.cu -o - | cmp - %t.cu
// RUN: %bankfix check --strict-bounds --objective=wavefronts --fail-on=never %s | FileCheck %s --check-prefix=STRICT

// CHECK-DAG: 32-way bank conflicts: 1024 wavefronts per iteration where 32 suffice (1024 wavefronts x n * m in all)
// CHECK-DAG: 's[64][64] -> s[64][65]' (pad-row) leaves 96 wavefronts of 1088
// CHECK-DAG: 's' relies on ty + e < 64
// STRICT-DAG: no fix of 's' by pad-row
// FIXED: __shared__ float s[64][65];
__global__ void window(const float *in, float *out, int n, int m) {
  __shared__ float s[64][64];
  int tx = threadIdx.x, ty = threadIdx.y;
  s[ty][tx] = in[ty * 32 + tx];
  s[ty + 32][tx] = in[ty * 32 + tx + 1024];
  __syncthreads();
  float sum = 0;
  for (int d = 0; d < n; d++)
    for (int e = 0; e < m; e++)
      sum += s[tx + d][ty + e];
  out[ty * 32 + tx] = sum;
}

// An outer loop whose length is known, and an inner one whose is not: that took
// more steps than there are.
// CHECK-DAG: 'inner[64][64] -> inner[64][65]' (pad-row)
// FIXED: __shared__ float inner[64][65];
__global__ void innerUnknown(const float *in, float *out, int m) {
  __shared__ float inner[64][64];
  int tx = threadIdx.x, ty = threadIdx.y;
  inner[ty][tx] = in[ty * 32 + tx];
  inner[ty + 32][tx] = in[ty * 32 + tx + 1024];
  __syncthreads();
  float sum = 0;
  for (int d = 0; d < 5; d++)
    for (int e = 0; e < m; e++)
      sum += inner[tx + d][ty + e];
  out[ty * 32 + tx] = sum;
}

// One unknown for both, or for the elements of all rows, is no such shift.
// CHECK-DAG: 'both[64][64] -> both[64][65]' (pad-row)
// FIXED: __shared__ float both[64][65];
__global__ void diagonal(const float *in, float *out, int n) {
  __shared__ float both[64][64];
  int tx = threadIdx.x, ty = threadIdx.y;
  both[ty][tx] = in[ty * 32 + tx];
  both[ty + 32][tx + 32] = in[ty * 32 + tx + 1024];
  __syncthreads();
  float sum = 0;
  for (int d = 0; d < n; d++)
    sum += both[tx + d][ty + d];
  out[ty * 32 + tx] = sum;
}
// CHECK-DAG: no fix of 'flat' by pad-row
// FIXED: __shared__ float flat[32][32];
__global__ void walks(const float *in, float *out, int n, int m) {
  __shared__ float flat[32][32];
  int tx = threadIdx.x;
  for (int d = 0; d < n; d++)
    for (int e = 0; e < m; e++)
      flat[0][tx + d * 32 + e * 32] = in[tx + d];
  __syncthreads();
  out[tx] = flat[tx][0] + flat[tx][n];
}

void launch(const float *in, float *out, int n) {
  window<<<1, dim3(32, 32)>>>(in, out, n, n);
  innerUnknown<<<1, dim3(32, 32)>>>(in, out, n);
  diagonal<<<1, dim3(32, 32)>>>(in, out, n);
  walks<<<1, 32>>>(in, out, n, n);
}
