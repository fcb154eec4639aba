// index-macro: the ways to write, to use and to size by a macro that skips
// elements.

// RUN: %exits 1 %bankfix check --verbose %s | %FileCheck %s
// RUN: %bankfix --verbose %s -o %t.cu > %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s > %t.verify
// RUN: %bankfix check --verbose --fail-on=any %t.cu
// RUN: %bankfix --verbose %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// `+` binds tighter than `>>`, so that this leaves out nothing at all; and the
// size follows the macro.
// FIXED: #define BROKEN(n) ((n) >> 5)
#define BANKS 16
#define LOG_BANKS 4
#define BROKEN(n) ((n) >> BANKS + (n) >> (2 * LOG_BANKS))
__global__ void broken(float *out) {
  // CHECK: note: 'a[], 4096 -> 4224 bytes, BROKEN as ((n) >> 5)' (index-macro) leaves 64 wavefronts of 1056
  extern __shared__ float a[];
  int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y;
  a[i + BROKEN(i)] = 1;
  __syncthreads();
  out[i] = a[j + BROKEN(j)];
}

// A number that other code depends on, too, stays; so does a size that is not
// written with the macro, as nothing moves up.
// FIXED: #define ROWS 16
#define ROWS 16
// FIXED: #define BY_ROWS(n) ((n) >> 5)
#define BY_ROWS(n) ((n) / ROWS)
__global__ void rows(float *out) {
  // CHECK: note: 'b[1088], BY_ROWS as ((n) >> 5)' (index-macro) leaves 65 wavefronts of
  // FIXED: float b[1024 + 1024 / ROWS];
  __shared__ float b[1024 + 1024 / ROWS];
  int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y;
  const int io = BY_ROWS(i);
  int jo = BY_ROWS(j);
  b[i + io] = 1;
  __syncthreads();
  out[i] = b[j + jo];
  if (i == 0)
    out[0] = b[0];
}

// The index itself may be in the macro, and this in another, and elements move
// up where the array's own size may.
// FIXED: #define PLACE(x) ((x) + ((x) >> 5))
#define PLACE(x) ((x) + ((x) >> 8))
#define AT(x) c[PLACE(x)]
__global__ void places(float *out) {
  // CHECK: note: 'c[1027] -> c[1055], PLACE as ((x) + ((x) >> 5))' (index-macro) leaves 64 wavefronts of
  // FIXED: float c[1055];
  __shared__ float c[1027];
  float *p = c;
  int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y;
  int k = PLACE(i);
  p[k] = 1;
  __syncthreads();
  out[i] = AT(j);
}

// One definition, two arrays.
// FIXED: #define SHARED(n) ((n) >> 5)
#define SHARED(n) ((n) >> 4)
#define WORDS (1024 + SHARED(1024))
__device__ void put(float *s, int i) { s[i + SHARED(i)] = 1; }
__global__ void both(float *out) {
  // CHECK: note: 'd[1088] -> d[1056], SHARED as ((n) >> 5)' (index-macro) leaves 64 wavefronts of
  // CHECK: note: 'e[1088] -> e[1056], SHARED as ((n) >> 5)' (index-macro) leaves 64 wavefronts of
  __shared__ float d[WORDS], e[WORDS];
  int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y;
  put(d, i);
  put(e, i);
  __syncthreads();
  int at = j;
  at += SHARED(at);
  out[i] = d[at] + e[at];
}

// In another build another definition holds, which stays.
// FIXED: #define CHOSEN(n) ((n) >> 3)
// FIXED: #define CHOSEN(n) ((n) >> 5)
// FIXED: #define CHOSEN(n) ((n) >> 2)
#ifdef FEW_BANKS
#define CHOSEN(n) ((n) >> 3)
#elif !defined(MANY_BANKS)
#define CHOSEN(n) ((n) >> 4)
#else
#define CHOSEN(n) ((n) >> 2)
#endif
__global__ void chosen(float *out) {
  // CHECK: note: 'f[1088] -> f[1056], CHOSEN as ((n) >> 5)' (index-macro) leaves 64 wavefronts of
  __shared__ float f[1024 + CHOSEN(1024)];
  int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y;
  f[i + CHOSEN(i)] = 1;
  __syncthreads();
  out[i] = f[j + CHOSEN(j)];
}

void launch(float *out) {
  dim3 block(32, 32);
  size_t bytes = (1024 + BROKEN(1024)) * sizeof(float);
  broken<<<1, block, bytes>>>(out);
  rows<<<1, block>>>(out);
  places<<<1, block>>>(out);
  both<<<1, block>>>(out);
  chosen<<<1, block>>>(out);
}
