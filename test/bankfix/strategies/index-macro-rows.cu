// index-macro, of rows that only the requests show: no text need say how long
// they are, and they need not be a power of two long.

// RUN: %exits 1 %bankfix check --sort=source --strategy=index-macro --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s
// RUN: %bankfix --sort=source --strategy=index-macro --objective=wavefronts --cuda-headers=builtin %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --strategy=index-macro --objective=wavefronts --cuda-headers=builtin %s
// RUN: %bankfix --sort=source --strategy=index-macro --objective=wavefronts --cuda-headers=builtin %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// FIXED-DAG: #define BANKFIX_PAD20X28(i) ((i) + (i) / 20 * 28)
// FIXED-DAG: #define BANKFIX_PAD18X30(i) ((i) + (i) / 18 * 30)

// The length is a variable, and so is the index.
__global__ void named(float *out, const float *in) {
  // CHECK: :[[#@LINE+2]]:27: note: 's[], 1600 -> 3840 bytes, indexed through BANKFIX_PAD20X28' (index-macro) leaves 220 wavefronts of 430
  // FIXED: extern __shared__ float s[];
  extern __shared__ float s[];
  int w = 16 + 5 - 1;
  for (int y = threadIdx.y; y < w; y += 16)
    for (int x = threadIdx.x; x < w; x += 16) {
      int k = y * w + x;
      // FIXED: s[BANKFIX_PAD20X28(k)] = in[k];
      s[k] = in[k];
    }
  __syncthreads();
  float sum = 0;
  for (int a = 0; a < 5; ++a)
    for (int b = 0; b < 5; ++b) {
      unsigned k = (threadIdx.y + a) * w + threadIdx.x + b;
      // FIXED: sum += s[BANKFIX_PAD20X28(k)];
      sum += s[k];
    }
  out[threadIdx.y * 16 + threadIdx.x] = sum;
}

// A macro has the rows.
// FIXED: #define AT(y, x) t[BANKFIX_PAD18X30((y) * 18 + (x))]
#define AT(y, x) t[(y) * 18 + (x)]
__global__ void hidden(float *out, const float *in) {
  // CHECK: :[[#@LINE+2]]:20: note: 't[324] -> t[864], indexed through BANKFIX_PAD18X30' (index-macro) leaves 16 wavefronts of 32
  // FIXED: float t[BANKFIX_PAD18X30(18 * 18)];
  __shared__ float t[18 * 18];
  AT(threadIdx.y, threadIdx.x) = in[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = AT(threadIdx.y + 1, threadIdx.x + 1);
}

// Rows of rows.
__global__ void deep(float *out, const float *in) {
  // CHECK: :[[#@LINE+2]]:20: note: 'u[1944] -> u[5184], indexed through BANKFIX_PAD18X30' (index-macro) leaves 64 wavefronts of 128
  // FIXED: float u[BANKFIX_PAD18X30(6 * 18 * 18)];
  __shared__ float u[6 * 18 * 18];
  size_t x = threadIdx.x + 1, y = threadIdx.y + 1, z = threadIdx.z + 1;
  // FIXED: u[BANKFIX_PAD18X30(z * 18 * 18 + y * 18 + x)] = in[x];
  u[z * 18 * 18 + y * 18 + x] = in[x];
  __syncthreads();
  // FIXED: = u[BANKFIX_PAD18X30((z - 1) * 18 * 18 + y * 18 + x)];
  out[x] = u[(z - 1) * 18 * 18 + y * 18 + x];
}

void launch(float *out, const float *in) {
  const int w = 20;
  // FIXED: named<<<1, dim3(16, 16), BANKFIX_PAD20X28(w * w) * sizeof(float)>>>(out, in);
  named<<<1, dim3(16, 16), w * w * sizeof(float)>>>(out, in);
  hidden<<<1, dim3(16, 16)>>>(out, in);
  deep<<<1, dim3(16, 16, 4)>>>(out, in);
}
