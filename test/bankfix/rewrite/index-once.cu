// An index that changes something, or that reads shared memory itself, is put
// into a function, which evaluates it once; a macro would twice. Where no index
// does, there is no function.

// RUN: %bankfix --strategy=index-macro --allow-occupancy-loss %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --strategy=index-macro --allow-occupancy-loss %s > %t.verify
// RUN: FileCheck %s --input-file=%t.verify --check-prefix=SAME
// RUN: %bankfix --strategy=index-macro --allow-occupancy-loss %t.cu -o %t.again.cu
// RUN: diff %t.cu %t.again.cu
// RUN: %bankfix --strategy=swizzle %s -o %t.swizzled.cu
// RUN: %code %t.swizzled.cu | FileCheck %s --check-prefix=SWIZZLE
// RUN: %clang-device %t.swizzled.cu
// RUN: %bankfix verify --strategy=swizzle %s > %t.swizzled
// RUN: FileCheck %s --input-file=%t.swizzled --check-prefix=SAME
// RUN: %bankfix --helper-prefix=LIB_ --strategy=index-macro %s -o %t.lib.cu
// RUN: %code %t.lib.cu | FileCheck %s --check-prefix=LIB
// RUN: %clang-device %t.lib.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME-COUNT-8: the same results

// CHECK: #ifndef BANKFIX_PAD32
// CHECK-NEXT: #define BANKFIX_PAD32(i)
// CHECK-NEXT: #endif
// CHECK-NEXT: #ifndef bankfix_pad32
// CHECK-NEXT: #define bankfix_pad32 bankfix_pad32
// CHECK-NEXT: static __device__ __forceinline__ int bankfix_pad32(int i) { return BANKFIX_PAD32(i); }
// CHECK-NEXT: #endif
// CHECK-NEXT: #ifndef bankfix_pad32_unsigned
// CHECK-NEXT: #define bankfix_pad32_unsigned bankfix_pad32_unsigned
// CHECK-NEXT: static __device__ __forceinline__ unsigned bankfix_pad32_unsigned(unsigned i) { return BANKFIX_PAD32(i); }
// CHECK-NEXT: #endif
// LIB: int lib_bankfix_pad32(int i) { return LIB_BANKFIX_PAD32(i); }
// SWIZZLE: int bankfix_swizzle_[[S:[0-9_]+]](int i) { return BANKFIX_SWIZZLE_[[S]](i); }

__device__ int tickets;
__device__ int next() { return atomicAdd(&tickets, 1) & 1023; }

__global__ void increments(float *out) {
  // CHECK: float a[BANKFIX_PAD32(1024)];
  __shared__ float a[1024];
  int i = threadIdx.x * 32;
  // CHECK: a[bankfix_pad32(i++)] = threadIdx.x;
  // LIB: a[lib_bankfix_pad32(i++)] = threadIdx.x;
  // SWIZZLE: a[bankfix_swizzle_[[S]](i++)] = threadIdx.x;
  a[i++] = threadIdx.x;
  // CHECK: a[bankfix_pad32(i += 2)] = 1;
  a[i += 2] = 1;
  // CHECK: a[BANKFIX_PAD32(i)] += 2;
  a[i] += 2;
  __syncthreads();
  // CHECK: out[threadIdx.x] = a[BANKFIX_PAD32(threadIdx.x * 32)] + a[bankfix_pad32(--i)];
  out[threadIdx.x] = a[threadIdx.x * 32] + a[--i];
}

// Each place once: all of the array is filled.
__global__ void counted(unsigned *out) {
  __shared__ unsigned b[1024];
  __shared__ unsigned count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  for (int i = 0; i < 32; ++i)
    // CHECK: b[bankfix_pad32_unsigned(atomicAdd(&count, 1))] = 7;
    b[atomicAdd(&count, 1)] = 7;
  __syncthreads();
  unsigned sum = 0;
  for (int i = 0; i < 32; ++i)
    // CHECK: sum += b[BANKFIX_PAD32(threadIdx.x * 32 + i)];
    sum += b[threadIdx.x * 32 + i];
  out[threadIdx.x] = sum;
}

__global__ void called(float *out) {
  __shared__ float c[1024];
  c[threadIdx.x * 32] = 1;
  __syncthreads();
  // CHECK: c[bankfix_pad32(next())] = 2;
  c[next()] = 2;
  __syncthreads();
  out[threadIdx.x] = c[threadIdx.x * 32];
}

// What another array holds, which has a layout of its own.
__global__ void nested(int *out) {
  __shared__ int order[1024];
  __shared__ float d[1024];
  for (int i = 0; i < 32; ++i) {
    order[threadIdx.x * 32 + i] = 1023 - (threadIdx.x * 32 + i);
    d[threadIdx.x * 32 + i] = i;
  }
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 32; ++i)
    // CHECK: sum += d[bankfix_pad32(order[BANKFIX_PAD32(threadIdx.x * 32 + i)])];
    sum += d[order[threadIdx.x * 32 + i]];
  out[threadIdx.x] = sum;
}

// A value that may change is read once.
__global__ void changing(float *out) {
  __shared__ float e[1024];
  volatile int i = threadIdx.x * 32;
  // CHECK: e[bankfix_pad32(i)] = 1;
  e[i] = 1;
  __syncthreads();
  out[threadIdx.x] = e[threadIdx.x * 32];
}

// A sum is a subscript by another name.
__global__ void added(float *out) {
  __shared__ float f[1024];
  int i = threadIdx.x * 32;
  // CHECK: *(f + bankfix_pad32(i++)) = threadIdx.x;
  *(f + i++) = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = f[i - 1];
}

// Of a part that is carved from an array, too, ...
__global__ void carved(float *out, int n) {
  extern __shared__ float g[];
  __shared__ int order[32];
  order[threadIdx.x] = (31 - threadIdx.x) * 32;
  float *p = g + n;
  p[threadIdx.x * 32] = 1;
  __syncthreads();
  // CHECK: out[threadIdx.x] = g[bankfix_pad32((int)(p - g) + (order[threadIdx.x]))];
  out[threadIdx.x] = p[order[threadIdx.x]];
}

// ... and what the array itself holds.
__global__ void own(int *out) {
  __shared__ int h[1024];
  h[threadIdx.x * 32] = threadIdx.x * 32;
  __syncthreads();
  // CHECK: out[threadIdx.x] = h[bankfix_pad32(h[BANKFIX_PAD32(threadIdx.x * 32)])];
  out[threadIdx.x] = h[h[threadIdx.x * 32]];
}

void launch(float *out, unsigned *counts, int *numbers) {
  increments<<<1, 32>>>(out);
  counted<<<1, 32>>>(counts);
  called<<<1, 32>>>(out);
  nested<<<1, 32>>>(numbers);
  changing<<<1, 32>>>(out);
  added<<<1, 32>>>(out);
  carved<<<1, 32, 8192>>>(out, 0);
  own<<<1, 32>>>(numbers);
}
