// An array whose size is written with a macro for padding that no index of it
// goes through is laid out as others are; the macro stays, as its size may not
// become smaller.

// RUN: %exits 1 %bankfix check --verbose --sort=source %s | %FileCheck %s
// RUN: %bankfix --sort=source %s -o %t.cu > %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s > %t.verify
// RUN: %bankfix --sort=source %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// FIXED: #define EXPANDED(n) ((n) + ((n) >> 4) + ((n) >> 8))
#define EXPANDED(n) ((n) + ((n) >> 4) + ((n) >> 8))
// What was meant to spread indices gives 0 for each of them.
#define OFFSET(n) (((unsigned)(n) >> 24) >> 8)

__global__ void scan(float *out) {
  // CHECK: note: 's[1092] -> s[1126], indexed through BANKFIX_PAD32' (index-macro) leaves
  // FIXED: float s[BANKFIX_PAD32(EXPANDED(1024))];
  __shared__ float s[EXPANDED(1024)];
  int low = threadIdx.x, high = threadIdx.x + 512;
  low += OFFSET(low);
  high += OFFSET(high);
  s[low] = out[low];
  s[high] = out[high];
  for (int stride = 1; stride <= 512; stride *= 2) {
    __syncthreads();
    if (threadIdx.x < 512 / stride) {
      int a = stride * (2 * threadIdx.x + 1) - 1;
      int b = a + stride;
      a += OFFSET(a);
      b += OFFSET(b);
      // FIXED: s[BANKFIX_PAD32(b)] += s[BANKFIX_PAD32(a)];
      s[b] += s[a];
    }
  }
  __syncthreads();
  out[low] = s[low];
  out[high] = s[high];
}

// Here the macro spreads indices of one array for 16 banks, and is the size of
// another: it cannot give less.
// FIXED: #define BY_ROWS(n) ((n) >> 4)
#define BY_ROWS(n) ((n) >> 4)
__global__ void both(float *out) {
  // CHECK: note: no fix of 'p' by index-macro: line [[#@LINE+6]]: 'q[2 * i - i]' is not indexed as i plus the macro of i, as others are
  // FIXED: float p[1024 + BY_ROWS(1024)];
  // FIXED: float q[1024 + BY_ROWS(1024)];
  __shared__ float p[1024 + BY_ROWS(1024)];
  __shared__ float q[1024 + BY_ROWS(1024)];
  int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y;
  q[2 * i - i] = out[i];
  q[i + 64] = out[i];
  p[i + BY_ROWS(i)] = 1;
  __syncthreads();
  out[i] = p[j + BY_ROWS(j)] + q[i];
}

void launch(float *out) {
  scan<<<1, 512>>>(out);
  both<<<1, dim3(32, 32)>>>(out);
}
