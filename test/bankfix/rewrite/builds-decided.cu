// What the text decides before it asks is no choice of a build: the branch that
// it leaves out has not to be covered, unless it names the array.

// RUN: %exits 1 %bankfix check --verbose --sort=source %s | FileCheck %s
// RUN: %bankfix --sort=source %s -o %t.cu > %t.notes
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %clang-device -DSINGLE=0 -DCOUNT_NEIGHBOURS %t.cu
// RUN: %bankfix verify %s > %t.verify

#define SINGLE 1
#if SINGLE
#define REAL float
#else
#define REAL double
#endif
#undef COUNT_NEIGHBOURS

// CHECK: 'tile[32][32] -> tile[32][33]' (pad-row)
// FIXED: tile[32][33];
__global__ void transpose(REAL *out, const REAL *in) {
  __shared__ REAL tile[32][32];
  int x = threadIdx.x % 32, y = threadIdx.x / 32;
  REAL value = in[threadIdx.x];
#ifdef COUNT_NEIGHBOURS
  value = 1;
#endif
  tile[y][x] = value;
  __syncthreads();
  out[threadIdx.x] = tile[x][y];
}

// It is named in what the text leaves out.
// CHECK: no fix of 'named' by pad-row: line [[#@LINE + 6]]: code that the preprocessor skipped names 'named'
// FIXED: named[32][32];
__global__ void skipped(float *out, const float *in) {
  __shared__ float named[32][32];
  int x = threadIdx.x % 32, y = threadIdx.x / 32;
  named[y][x] = in[threadIdx.x];
#ifdef COUNT_NEIGHBOURS
  named[y][0] = 1;
#endif
  __syncthreads();
  out[threadIdx.x] = named[x][y];
}

// Here a build decides, as the text asks first.
// CHECK: 'late[32][32] -> late[32][33]' (pad-row)
// FIXED: late[32][33];
#ifdef SAID_LATE
#define LATE 32
#else
#define LATE Unknown(32)
#endif
#undef LATE
#define LATE 32
#define SAID_LATE
__global__ void asked(float *out, const float *in) {
  __shared__ float late[32][32];
  int x = threadIdx.x % LATE, y = threadIdx.x / 32;
  late[y][x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = late[x][y];
}

void run(float *out, float *in) {
  transpose<<<1, 1024>>>(out, in);
  skipped<<<1, 1024>>>(out, in);
  asked<<<1, 1024>>>(out, in);
}
