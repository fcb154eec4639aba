// pad-stride, where a variable is the index, and where a macro writes it: the
// length changes where it stands.

// RUN: %exits 1 %bankfix check --sort=source --target=sm_90 --cuda-headers=builtin %s | FileCheck %s
// RUN: %bankfix --sort=source --target=sm_90 --cuda-headers=builtin %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --target=sm_90 --cuda-headers=builtin %s > %t.verify
// RUN: %bankfix --sort=source --target=sm_90 --cuda-headers=builtin %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// A row before and two behind are as long, too.
__global__ void cross(float *out, const float *in, int n) {
  // CHECK: :[[#@LINE+2]]:20: note: 's[360] -> s[960], rows of 18 -> 48 elements' (pad-stride)
  // FIXED: float s[20 * 48];
  __shared__ float s[20 * 18];
  const int w = 16 + 2;
  for (int y = threadIdx.y; y < 20; y += 16)
    for (int x = threadIdx.x; x < w; x += 16) {
      // FIXED: int k = y * (w + 30) + x;
      int k = y * w + x;
      s[k] = in[y * n + x];
    }
  __syncthreads();
  // FIXED: const unsigned k = (threadIdx.y + 1) * (w + 30) + threadIdx.x + 1;
  const unsigned k = (threadIdx.y + 1) * w + threadIdx.x + 1;
  // FIXED: = s[k] + s[k - 1] + s[k + (1 - (w + 30))] + s[k + 2 * (w + 30)];
  out[threadIdx.y * n + threadIdx.x] = s[k] + s[k - 1] + s[k + (1 - w)] + s[k + 2 * w];
}

// FIXED: #define AT(y, x) t[(y) * (16 + 2 * RADIUS + 30) + (x)]
#define RADIUS 1
#define AT(y, x) t[(y) * (16 + 2 * RADIUS) + (x)]
__global__ void hidden(float *out, const float *in, int n) {
  // CHECK: :[[#@LINE+2]]:20: note: 't[324] -> t[864], rows of 18 -> 48 elements' (pad-stride)
  // FIXED: float t[18 * 48];
  __shared__ float t[18 * 18];
  int x = threadIdx.x + RADIUS, y = threadIdx.y + RADIUS;
  AT(y, x) = in[y * n + x];
  if (x == RADIUS)
    AT(y, x - 1) = in[y * n + x - 1];
  if (y == RADIUS)
    AT(y - 1, x) = in[(y - 1) * n + x];
  __syncthreads();
  out[y * n + x] = AT(y - 1, x) + AT(y, x - 1) + AT(y, x);
}

// What the variable is for besides would change with it.
__global__ void bounded(float *out, const float *in, int n) {
  // CHECK: :[[#@LINE+2]]:20: note: no fix of 'u' by index-macro: 'bounded' would take
  // FIXED: float u[18 * 18];
  __shared__ float u[18 * 18];
  int k = threadIdx.y * 18 + threadIdx.x;
  if (k < n)
    u[k] = in[k];
  __syncthreads();
  out[threadIdx.y * n + threadIdx.x] = u[threadIdx.y * 18 + threadIdx.x + 1];
}

void launch(float *out, const float *in, int n) {
  cross<<<1, dim3(16, 16)>>>(out, in, n);
  hidden<<<1, dim3(16, 16)>>>(out, in, n);
  bounded<<<1, dim3(16, 16)>>>(out, in, n);
}
