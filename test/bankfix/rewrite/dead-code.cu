// Code that no build compiles stays as it is, and the user is told; what another
// build may compile refuses.

// RUN: %bankfix --strategy=pad-row %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: %code %t.cu | FileCheck %s --check-prefix=CODE
// RUN: %clang-device %t.cu

__global__ void zero(float *out) {
  // CHECK: note: 'a': line [[#@LINE+6]]: code that no build compiles names it, and stays as it is
  // CODE: float a[32][33];
  __shared__ float a[32][32];
  a[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x][threadIdx.y];
#if 0
  out[0] = a[0][1023];
#endif
}

__global__ void afterOne(float *out) {
  // CHECK: note: 'b': line [[#@LINE+7]]: code that no build compiles
  // CODE: float b[32][33];
  __shared__ float b[32][32];
  b[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
#if 1
  out[threadIdx.x] = b[threadIdx.x][threadIdx.y];
#elif defined(FLAT)
  out[0] = b[0][1023];
#else
  out[0] = b[0][1022];
#endif
}

__global__ void within(float *out) {
  // CODE: float c[32][33];
  __shared__ float c[32][32];
  c[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = c[threadIdx.x][threadIdx.y];
#ifdef FLAT
#if 0
#if FLAT
  out[0] = c[0][1023];
#endif
  out[0] = c[0][1023];
#endif
  out[0] = 1;
#endif
}

__global__ void otherBranch(float *out) {
  // CHECK: note: no fix of 'd' by pad-row: another build may compile line [[#@LINE+8]], which no macro was found to select
  __shared__ float d[32][32];
  d[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = d[threadIdx.x][threadIdx.y];
#if 0
#elif defined(FLAT)
  out[0] = d[0][1023];
#endif
}

__global__ void afterZero(float *out) {
  // CHECK: note: no fix of 'e' by pad-row: line [[#@LINE+7]]: code that the preprocessor skipped names 'e'
  __shared__ float e[32][32];
  e[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
#if 0
#elif __CUDA_ARCH__ >= 100
  out[threadIdx.x] = e[threadIdx.x][threadIdx.y];
#else
  out[0] = e[0][1023];
#endif
}

__global__ void notOnlyZero(float *out) {
  // CHECK: note: no fix of 'f' by pad-row: it would not hold in a build with -DFLAT: 'f': line [[#@LINE+6]]: 'f[0][1023]' has values of subscript 2 outside
  __shared__ float f[32][32];
  f[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = f[threadIdx.x][threadIdx.y];
#if 0 || defined(FLAT)
  out[0] = f[0][1023];
#endif
}

__global__ void behindZero(float *out) {
  // CHECK: note: no fix of 'g' by pad-row: it would not hold in a build with -DFLAT: 'g': line [[#@LINE+8]]: 'g[0][1023]' has values of subscript 2 outside
  __shared__ float g[32][32];
  g[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = g[threadIdx.x][threadIdx.y];
#ifdef FLAT
#if 0
#endif
  out[0] = g[0][1023];
#endif
}

void launch(float *out) {
  dim3 block(32, 32);
  zero<<<1, block>>>(out);
  afterOne<<<1, block>>>(out);
  within<<<1, block>>>(out);
  otherBranch<<<1, block>>>(out);
  afterZero<<<1, block>>>(out);
  notOnlyZero<<<1, block>>>(out);
  behindZero<<<1, block>>>(out);
}
