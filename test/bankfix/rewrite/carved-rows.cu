// Pointers that walk through the rows of an array keep their values, too.

// RUN: %bankfix --sort=source --strategy=swizzle -o %t.cu %s > %t.log
// RUN: FileCheck %s --check-prefix=NOTE < %t.log
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --strategy=swizzle %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --sort=source --strategy=swizzle -o %t.again.cu %t.cu > %t.log
// RUN: diff %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME:     the same results

// CHECK-NOT: BANKFIX_XOR
// CHECK: #define BANKFIX_[[COLUMN:[A-Z0-9_]*]](i) ((i) ^ ((i) >> 5))
// CHECK: #define BANKFIX_[[FLAT:[A-Z0-9_]*]](i) ((i) ^ (((i) >> 5) & 3))

// CHECK-LABEL: void walked(
__global__ void walked(const float *in, float *out, int n) {
  // CHECK: float a[16][128];
  __shared__ float a[16][128];
  // CHECK: float *to = &a[threadIdx.y][threadIdx.x * 4];
  float *to = &a[threadIdx.y][threadIdx.x * 4];
  for (int j = 0; j < 16; j += 4)
    for (int i = 0; i < 4 && i < n; ++i)
      // CHECK: (&a[0][0])[BANKFIX_[[FLAT]]((int)(to - a[0]) + (j * 128 + i))] = in[j + i];
      to[j * 128 + i] = in[j + i];
  __syncthreads();
  float sum = 0;
  for (int w = 0; w < 16; ++w)
    for (int i = 0; i < 4 && i < n; ++i)
      // CHECK: sum += a[w][BANKFIX_[[COLUMN]](threadIdx.x * 4 + i)];
      sum += a[w][threadIdx.x * 4 + i];
  out[threadIdx.y * 32 + threadIdx.x] = sum;
}

// From one row to another, in three dimensions.
// NOTE: 'b[2][16][32], indexed through BANKFIX_SWIZZLE_{{.*}}' (swizzle)
// CHECK-LABEL: void stepped(
__global__ void stepped(const float *in, float *out) {
  // CHECK: float b[2][16][32];
  __shared__ float b[2][16][32];
  // CHECK: float *p = b[1][threadIdx.x & 15];
  float *p = b[1][threadIdx.x & 15];
  for (int i = 0; i < 32; ++i, ++p)
    // CHECK: (&b[0][0][0])[BANKFIX_{{[A-Z0-9_]*}}((int)(p - b[0][0]) + (0))] = in[i];
    p[0] = in[i];
  __syncthreads();
  // CHECK: out[threadIdx.x] = (&b[0][0][0])[BANKFIX_{{[A-Z0-9_]*}}((int)(p - b[0][0]) + (-1))];
  out[threadIdx.x] = p[-1];
}

// Rows that are no power of two have no such number.
__global__ void odd(const float *in, float *out) {
  // NOTE: no fix of 'c' by swizzle: line [[#@LINE+4]]: 'q[i]' counts the elements of all rows, which cannot be done so once they change places
  __shared__ float c[32][96];
  float *q = c[threadIdx.x];
  for (int i = 0; i < 32; ++i)
    q[i] = in[i];
  __syncthreads();
  out[threadIdx.x] = c[0][threadIdx.x];
}

void run(const float *in, float *out) {
  walked<<<1, dim3(32, 4)>>>(in, out, 4);
  stepped<<<1, 32>>>(in, out);
  odd<<<1, 32>>>(in, out);
}
