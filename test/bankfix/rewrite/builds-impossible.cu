// A branch that no build can compile is covered: what it defines stands where
// every build has it, and may not stand there. Which memory a kernel gets
// decides nothing about its arrays, so conditions of what allocates it do not
// count, however many there are.

// RUN: %bankfix %s -o %t.cu > %t.notes
// RUN: FileCheck %s --input-file=%t.notes
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: not %clang-device -DFIXED_WIDTH %s

#ifdef FIXED_WIDTH
#define Width 32
#endif

// CHECK-DAG: 'tile[32][32] -> tile[32][33]' (pad-row)
// FIXED: tile[32][33];
__global__ void transpose(float *out, const float *in, int Width) {
  __shared__ float tile[32][32];
  int x = threadIdx.x % 32, y = threadIdx.x / 32 % 32;
  if (x < Width)
    tile[y][x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[x][y];
}

// CHECK-DAG: no fix of 'early' by pad-row: another build may compile line [[#@LINE + 2]], and one with -DLISTED_WIDTH does not compile here: use of undeclared identifier 'Unknown'
// FIXED: early[32][32];
#ifdef LISTED_WIDTH
#define EARLY Unknown(32)
#else
#define EARLY 32
#endif
__global__ void unknown(float *out, const float *in) {
  __shared__ float early[32][32];
  int x = threadIdx.x % EARLY, y = threadIdx.x / 32 % 32;
  early[y][x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = early[x][y];
}

// Where a branch is not known, no build is tried.
// CHECK-DAG: no fix of 'late' by pad-row: another build may compile line [[#@LINE + 2]], and one with -DLISTED_HEIGHT -UFLAT does not compile here
// FIXED: late[32][32];
#ifdef LISTED_HEIGHT
#define LATE Unknown(32)
#else
#define LATE 32
#endif
#ifdef FLAT
#define COLUMN(a, x, y) ((float *)a)[(x) * 32 + (y)]
#else
#define COLUMN(a, x, y) a[x][y]
#endif
__global__ void flat(float *out, const float *in) {
  __shared__ float late[32][32];
  int x = threadIdx.x % LATE, y = threadIdx.x / 32 % 32;
  late[y][x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = COLUMN(late, x, y);
}

#ifdef TRACE
#define NAME(text) #text
#else
#define NAME(text) ""
#endif
#ifdef ABORTS
#define CHECK_NAMED(call, name) if (call) abort()
#else
#define CHECK_NAMED(call, name) (void)(call)
#endif
#if LEVEL > 2
#define CHECKED(call) CHECK_NAMED(call, NAME(call))
#elif LEVEL > 1
#define CHECKED(call) CHECK_NAMED(call, "")
#else
#define CHECKED(call) call
#endif
#ifdef QUIET
#define SAID(call) CHECKED(call)
#else
#define SAID(call) (CHECKED(call))
#endif
#ifdef SLOW
#define ALLOCATE(p) SAID(cudaMallocManaged(p, 4096))
#else
#define ALLOCATE(p) SAID(cudaMalloc(p, 4096))
#endif

// CHECK-DAG: 'data[32][32] -> data[32][33]' (pad-row)
// FIXED: data[32][33];
__global__ void gather(float *out, const float *in) {
  __shared__ float data[32][32];
  int x = threadIdx.x % 32, y = threadIdx.x / 32 % 32;
  data[y][x] = in[threadIdx.x];
  __syncthreads();
  if (in[x] > 0)
    out[threadIdx.x] = data[x][y];
}

void run(float *out, float *in) {
  float *memory = nullptr;
  ALLOCATE((void **)&memory);
  transpose<<<1, 1024>>>(out, in, 32);
  unknown<<<1, 1024>>>(out, in);
  flat<<<1, 1024>>>(out, in);
  gather<<<1, 1024>>>(out, memory);
}
