// Which array an access is to: with many of them, and with several names for
// dynamic memory.
// RUN: %bankfix verify --format=json %s > %t
// RUN: %json-lines < %t | %FileCheck %s

extern __shared__ float first[];
extern __shared__ int second[];
extern __shared__ double third[];

// CHECK: kernel {"name": "usesFirst"
// CHECK: before {
// CHECK: access {"line": [[#@LINE+3]], {{.*}}"array": "first"
// CHECK: access {"line": [[#@LINE+3]], {{.*}}"array": "first"
__global__ void usesFirst(float *out) {
  first[2 * threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = first[2 * threadIdx.x] + 1;
}

__device__ void put(int *p, int value) { p[2 * threadIdx.x] = value; }
__device__ void putSecond(int value) { put(second, value); }

// Through a pointer it is the kernel's name.
// CHECK: kernel {"name": "usesSecond"
// CHECK: before {
// CHECK: access {"line": [[#@LINE-6]], {{.*}}"array": "second"
// CHECK: access {"line": [[#@LINE+3]], {{.*}}"array": "second"
__global__ void usesSecond(int *out) {
  putSecond(out[threadIdx.x]);
  out[threadIdx.x] = second[2 * threadIdx.x];
}

// CHECK: kernel {"name": "usesBoth"
// CHECK: before {
// CHECK: access {"line": [[#@LINE+4]], {{.*}}"array": "third"
// CHECK: access {"line": [[#@LINE+4]], {{.*}}"array": "second"
// CHECK: access {"line": [[#@LINE+4]], {{.*}}"array": "third"
__global__ void usesBoth(double *out) {
  third[2 * threadIdx.x] = out[threadIdx.x];
  second[threadIdx.x + 256] = 3;
  out[threadIdx.x] = third[2 * threadIdx.x];
}

#define TEN(M, N) M(N##0) M(N##1) M(N##2) M(N##3) M(N##4) M(N##5) M(N##6) M(N##7) M(N##8) M(N##9)
#define HUNDRED(M, N) TEN(M, N##0) TEN(M, N##1) TEN(M, N##2) TEN(M, N##3) TEN(M, N##4) TEN(M, N##5) TEN(M, N##6) TEN(M, N##7) TEN(M, N##8) TEN(M, N##9)
#define DECLARE(N) __shared__ int many##N[64];
#define CLEAR(N) many##N[threadIdx.x] = 0;

// CHECK: kernel {"name": "hasMany"
// CHECK: before {
// CHECK: access {"line": [[#@LINE+8]], {{.*}}"array": "many1299", {{.*}}"wavefronts": 2
__global__ void hasMany(int *out) {
  HUNDRED(DECLARE, 10)
  HUNDRED(DECLARE, 11)
  HUNDRED(DECLARE, 12)
  HUNDRED(CLEAR, 10)
  HUNDRED(CLEAR, 11)
  HUNDRED(CLEAR, 12)
  out[threadIdx.x] = many1299[threadIdx.x * 2];
}

// Bytes of one word may be different waves'.
// CHECK: kernel {"name": "sharesWords"
// CHECK-SAME: "racy": false
__global__ void sharesWords(unsigned char *out) {
  __shared__ unsigned char bytes[1024];
  int t = threadIdx.x;
  bytes[4 * (t % 32) + t / 32] = t;
  unsigned char own = bytes[4 * (t % 32) + t / 32];
  __syncthreads();
  out[t] = own + bytes[t];
}

void launch(float *out) {
  usesFirst<<<1, 32, 1024>>>(out);
  usesSecond<<<1, 32, 1024>>>((int *)out);
  usesBoth<<<1, 32, 2048>>>((double *)out);
  hasMany<<<1, 32>>>((int *)out);
  sharesWords<<<1, 128>>>((unsigned char *)out);
}
