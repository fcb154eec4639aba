// A swizzle of dynamic memory changes places within whole rows of banks, so what
// the host gives is rounded up to these.

// RUN: %bankfix --objective=wavefronts --verbose %s --strategy=swizzle -o %t.cu | FileCheck %s --check-prefix=ERR
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix --objective=wavefronts --verbose %t.cu --strategy=swizzle -o %t.again.cu > /dev/null
// RUN: cmp %t.cu %t.again.cu
// RUN: %bankfix verify --objective=wavefronts %s --strategy=swizzle | FileCheck %s --check-prefix=SAME
// SAME-DAG: 'butterfly', blocks of 512 threads: 896 excess wavefronts counted before, 0 after; the same results
// SAME-DAG: 'ragged', blocks of 51 threads: {{[0-9]+}} excess wavefronts counted before, 0 after; the same results

// CHECK: #define BANKFIX_ROUND128(n) (((n) + 127) / 128 * 128)

extern __shared__ float s[];

__global__ void butterfly(float *d, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    // CHECK: s[BANKFIX_SWIZZLE_2_31(i)] = d[i];
    s[i] = d[i];
  for (int stride = 1; stride < 512; stride *= 4) {
    __syncthreads();
    int lo = threadIdx.x & (stride - 1), at = (threadIdx.x - lo) * 4 + lo;
    // ERR: [[#@LINE+1]]:15: warning: load of 's[at]' has {{.*}}: 192 wavefronts where 80 suffice
    float a = s[at], b = s[at + stride];
    float c = s[at + 2 * stride], e = s[at + 3 * stride];
    s[at] = a + b;
    s[at + stride] = b - c;
    s[at + 2 * stride] = c * e;
    s[at + 3 * stride] = a - e;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    d[i] = s[i];
}

// The last element, 101, lies behind the 408 bytes when it has moved.
__global__ void ragged(float *d) {
  extern __shared__ float t[];
  // CHECK: t[BANKFIX_SWIZZLE_[[T:[0-9_]+]](2 * threadIdx.x)] = 1;
  t[2 * threadIdx.x] = 1;
  t[2 * threadIdx.x + 1] = 2;
  __syncthreads();
  d[threadIdx.x] = t[2 * threadIdx.x + 1];
}

// Refused: the last row that the host gives may not be whole.
__global__ void rows(float *d) {
  extern __shared__ float r[][32];
  for (int y = threadIdx.y; y < 32; y += blockDim.y)
    // ERR: note: no fix of 'r' by swizzle: no such layout lowers its wavefronts
    // CHECK: r[threadIdx.x][y] = 1;
    r[threadIdx.x][y] = 1;
  __syncthreads();
  d[threadIdx.x] = r[threadIdx.x][threadIdx.y];
}

void launch(float *d) {
  int n = 2048;
  // CHECK: butterfly<<<1, n / 4, BANKFIX_ROUND128(n * sizeof(float))>>>(d, n);
  butterfly<<<1, n / 4, n * sizeof(float)>>>(d, n);
  // CHECK: ragged<<<1, 51, BANKFIX_ROUND{{[0-9]+}}(408)>>>(d);
  ragged<<<1, 51, 408>>>(d);
  // CHECK: rows<<<1, dim3(32, 8), 4096>>>(d);
  rows<<<1, dim3(32, 8), 4096>>>(d);
}
