// What conditions of the preprocessor choose between is proved in each of their
// branches, whether or not skipped text names the array.

// RUN: %bankfix %s -o %t.cu > %t.notes
// RUN: FileCheck %s --input-file=%t.notes
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %clang-device -DFAST %t.cu
// RUN: %bankfix --strategy=swizzle %s -o %t.swizzled.cu | FileCheck %s --check-prefix=SWIZZLE

#if __CUDA_ARCH__ >= 900
#define WIDTH 24
#else
#define WIDTH 32
#endif

// CHECK-DAG: 'byArchitecture[32][32] -> byArchitecture[32][33]' (pad-row)
// FIXED: byArchitecture[WIDTH][(WIDTH) + 1];
// SWIZZLE-DAG: it would not hold in a build with -D__CUDA_ARCH__=900: 'byArchitecture': the layout is not for 'float[24][24]'
__global__ void architecture(float *out, const float *in) {
  __shared__ float byArchitecture[WIDTH][WIDTH];
  int x = threadIdx.x % WIDTH, y = threadIdx.x / WIDTH % WIDTH;
  byArchitecture[y][x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = byArchitecture[x][y];
}

#ifdef FAST
#define AT(a, r, c) (&a[0][0])[(r) * 32 + (c)]
#else
#define AT(a, r, c) a[r][c]
#endif

// CHECK-DAG: no fix of 'byMacro' by pad-row: it would not hold in a build with -DFAST: 'byMacro': line {{[0-9]+}}: 'AT(byMacro, y, x)' has values of subscript 2 outside 0 to 31
// FIXED: byMacro[32][32];
__global__ void accessor(float *out, const float *in) {
  __shared__ float byMacro[32][32];
  int x = threadIdx.x % 32, y = threadIdx.x / 32 % 32;
  AT(byMacro, y, x) = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = AT(byMacro, x, y);
}

#ifdef FAST
__device__ float get(float (*rows)[32], int r, int c) {
  return (&rows[0][0])[r * 32 + c];
}
#else
__device__ float get(float (*rows)[32], int r, int c) { return rows[r][c]; }
#endif

// CHECK-DAG: no fix of 'byFunction' by pad-row: it would not hold in a build with -DFAST: 'byFunction': line {{[0-9]+}}: '(&rows[0][0])[r * 32 + c]' has values of subscript 2 outside 0 to 31
// FIXED: byFunction[32][32];
__global__ void function(float *out, const float *in) {
  __shared__ float byFunction[32][32];
  int x = threadIdx.x % 32, y = threadIdx.x / 32 % 32;
  byFunction[y][x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = get(byFunction, x, y);
}

#if MODE == 2
#define SPREAD(i) ((i) * 2 % 40)
#elif MODE == 1
#define SPREAD(i) ((i) % 32)
#else
#define SPREAD(i) ((i) & 31)
#endif

// CHECK-DAG: no fix of 'byMode' by pad-row: it would not hold in a build with -DMODE=2: 'byMode': line {{[0-9]+}}:
// FIXED: byMode[32][32];
__global__ void mode(float *out, const float *in) {
  __shared__ float byMode[32][32];
  int x = SPREAD(threadIdx.x), y = threadIdx.x / 32 % 32;
  byMode[y][x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = byMode[y / 32 + x % 32][y];
}

void run(float *out, float *in) {
  architecture<<<1, 1024>>>(out, in);
  accessor<<<1, 1024>>>(out, in);
  function<<<1, 1024>>>(out, in);
  mode<<<1, 1024>>>(out, in);
}
