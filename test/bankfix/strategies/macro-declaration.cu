// A macro that declares an array keeps its declaration, so that only layouts fit
// that need no more memory; the accesses are outside of it.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %bankfix check --objective=wavefronts %t.cu
// RUN: %bankfix verify %s --against=%t.cu
// RUN: %bankfix check --fail-on=never --objective=wavefronts --strategy=pad-row %s | FileCheck %s --check-prefix=PAD

#define TILE \
  __shared__ float tile[32][32];
#define BYTES                                                                  \
  const int at = threadIdx.x * 32 + threadIdx.y;                               \
  __shared__ char bytes[8192];                                                 \
  float *first = (float *)bytes;                                               \
  float *second = (float *)&first[1024];

// CHECK-DAG: 'tile[32][32], indexed through [[XOR:BANKFIX_XOR[A-Z0-9_]*]]' (swizzle)
// PAD: no fix of 'tile' by pad-row: line [[#@LINE+2]]: its declaration comes from the macro 'TILE'; declare it without a macro
__global__ void turn(float *out, const float *in) {
  TILE
  // FIXED: tile[threadIdx.y][BANKFIX_XOR
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// Another array by the same macro.
__global__ void again(float *out, const float *in) {
  TILE
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  // FIXED: = tile[threadIdx.x][BANKFIX_XOR
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// CHECK-DAG: 'bytes[8192], indexed through BANKFIX_SWIZZLE_{{[0-9_]+}}' (swizzle)
__global__ void carved(float *out, const float *in) {
  BYTES
  first[at] = in[at];
  __syncthreads();
  second[at] = first[at] + first[at ^ 32];
  __syncthreads();
  out[at] = second[at];
}

void launch(float *out, const float *in) {
  turn<<<1, dim3(32, 32)>>>(out, in);
  again<<<1, dim3(32, 32)>>>(out, in);
  carved<<<1, dim3(32, 32)>>>(out, in);
}
