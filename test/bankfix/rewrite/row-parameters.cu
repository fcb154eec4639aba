// A pointer to the start of a row, in a function that cannot name the array:
// layouts that change the last subscript alone are written there.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu > %t.log
// RUN: FileCheck %s --check-prefix=SAID < %t.log
// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin --strategy=swizzle %s | FileCheck %s --check-prefix=ROW
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %t.cu -o %t.again.cu > /dev/null
// RUN: diff %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME: the same results

__device__ void put(float *p, const float *in) {
  for (int j = 0; j < 32; ++j)
    // CHECK: p[BANKFIX_SWIZZLE_[[S:[0-9_]+]](threadIdx.x * 32 + j)] = in[j];
    p[threadIdx.x * 32 + j] = in[j];
}

// Handed on, and as a sum.
__device__ float first(const float *q) {
  // CHECK: return *(q + BANKFIX_SWIZZLE_[[S]](threadIdx.x * 32));
  return *(q + threadIdx.x * 32);
}
__device__ float get(const float *q) { return first(q); }

__global__ void buffers(float *out) {
  // CHECK: __shared__ float s[2][1024];
  __shared__ float s[2][1024];
  for (int i = 0; i < 8; ++i) {
    // CHECK: put(s[i & 1], out + i * 1024);
    put(s[i & 1], out + i * 1024);
    __syncthreads();
    // CHECK: get(&s[i & 1][0]) + s[i & 1][BANKFIX_SWIZZLE_[[S]](threadIdx.x)];
    out[threadIdx.x + i] = get(&s[i & 1][0]) + s[i & 1][threadIdx.x];
    __syncthreads();
  }
}
void run(float *a) { buffers<<<1, 32>>>(a); }

// One text for all instances, and for arrays of one shape.
template <class T> __device__ void fill(T *p, T x) {
  for (int j = 0; j < 16; ++j)
    // CHECK: p[BANKFIX_SWIZZLE_[[F:[0-9_]+]](threadIdx.x * 16 + j)] = x;
    p[threadIdx.x * 16 + j] = x;
}
__global__ void instances(float *out) {
  __shared__ float a[2][512];
  __shared__ int b[4][512];
  fill(a[1], out[0]);
  fill(b[3], 7);
  __syncthreads();
  // CHECK: out[threadIdx.x] = a[1][BANKFIX_SWIZZLE_[[F]](threadIdx.x)] + b[3][BANKFIX_SWIZZLE_[[F]](threadIdx.x)];
  out[threadIdx.x] = a[1][threadIdx.x] + b[3][threadIdx.x];
}
void run2(float *a) { instances<<<1, 32>>>(a); }

// A layout that asks for the row is none for these, and longer rows are.
__device__ void column(float *p, float x) { p[threadIdx.y] = x; }
__global__ void rows(float *out) {
  // CHECK: __shared__ float t[32][33];
  // ROW: no fix of 't' by swizzle: line [[#@LINE-3]]: 'p[threadIdx.y]' is through a pointer that does not say which row it is in, which that layout asks for; index the array itself there
  __shared__ float t[32][32];
  column(t[threadIdx.x], out[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.y][threadIdx.x];
}
void run3(float *a) { rows<<<1, dim3(32, 32)>>>(a); }

// Arithmetic moves it, or it leads elsewhere as well, or leaves its row.
__device__ void walk(float *p, float x) {
  for (int j = 0; j < 32; ++j, p += 1)
    p[threadIdx.x * 32] = x;
}
__global__ void walked(float *out) {
  // SAID: no fix of 'w' by swizzle: {{.*}}'p[threadIdx.x * 32] = x' is a pointer into it
  __shared__ float w[2][1024];
  walk(w[1], out[0]);
  __syncthreads();
  out[threadIdx.x] = w[1][threadIdx.x];
}
__device__ void either(float *p, float x) { p[threadIdx.x * 32] = x; }
__global__ void elsewhere(float *out) {
  // SAID: no fix of 'e' by swizzle: {{.*}}'p[threadIdx.x * 32] = x' is a pointer into it
  __shared__ float e[2][1024];
  either(e[1], out[0]);
  either(out, out[1]);
  __syncthreads();
  out[threadIdx.x] = e[1][threadIdx.x];
}
__device__ void past(float *p, float x) { p[threadIdx.x * 64] = x; }
__global__ void beyond(float *out) {
  // SAID: no fix of 'f' by pad-row: {{.*}}has values of subscript 2 outside 0 to 1023
  __shared__ float f[2][1024];
  past(f[0], out[0]);
  __syncthreads();
  out[threadIdx.x] = f[1][threadIdx.x];
}
void run4(float *a) {
  walked<<<1, 32>>>(a);
  elsewhere<<<1, 32>>>(a);
  beyond<<<1, 32>>>(a);
}
