// What a condition around it has answered already chooses nothing: there is no
// other build to prove an edit in.

// RUN: %bankfix --strategy=pad-row -DFLAT -DDEEP %s -o %t.cu 2>&1 | FileCheck %s
// RUN: %code %t.cu | FileCheck %s --check-prefix=CODE
// RUN: %clang-device -DFLAT -DDEEP %t.cu

#ifdef FLAT
#if defined(DEEP) && !defined(OTHER)
__global__ void known(float *out) {
  // CODE: float a[32][33];
  __shared__ float a[32][32];
  a[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x][threadIdx.y];
#ifdef FLAT
  out[0] = 1;
#endif
#if !defined(DEEP)
  return;
#elif defined FLAT && !defined(OTHER)
  out[1] = 1;
#else
  return;
#endif
}
#endif

// A macro that changes in between, and one that a header may change.
__global__ void changed(float *out) {
  // CHECK: note: no fix of 'b' by pad-row: line [[#@LINE+8]]: code that the preprocessor skipped names 'b'
  __shared__ float b[32][32];
  b[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = b[threadIdx.x][threadIdx.y];
#undef FLAT
#ifndef FLAT
  out[0] = 1;
#else
  out[0] = b[0][1023];
#endif
#define FLAT
}

#ifdef DEEP
#else
#ifdef DEEP
__shared__ float other[1];
#endif
#endif

// The names of a condition that asks for more.
#if defined(FLAT) || defined(DEEP)
__global__ void either(float *out) {
  // CHECK: note: no fix of 'c' by pad-row: it would not hold in a build with -UDEEP
  __shared__ float c[32][32];
  c[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = c[threadIdx.x][threadIdx.y];
#ifndef DEEP
  out[0] = c[0][1023];
#endif
}
#endif
#endif
