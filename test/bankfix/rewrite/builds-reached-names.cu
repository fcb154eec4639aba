// What decides about an index and stands elsewhere: the type that a function
// returns, a function that a constant calls, a statement that a macro is.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu | FileCheck %s
// RUN: cmp %s %t.cu

#define START(name)                                                            \
  name[threadIdx.y][threadIdx.x] = threadIdx.x;                                \
  __syncthreads();                                                             \
  out[threadIdx.y] = name[threadIdx.x][threadIdx.y];

#ifdef FAST
typedef long Wide;
#else
typedef int Wide;
#endif
__device__ Wide mode() { return 1; }
__device__ int place(int, int i) { return i; }
__device__ int place(long, int i) { return i * 32 + 1; }
// CHECK-DAG: no fix of 'typed' by {{.*}}: it would not hold in a build with -DFAST
__global__ void byType(float *out) {
  __shared__ float typed[32][32];
  START(typed)
  out[threadIdx.x] = typed[0][place(mode(), threadIdx.y)];
}

#ifdef QUICK
#define STEP 33
#else
#define STEP 1
#endif
constexpr int step() { return STEP; }
enum { Pitch = step() };
// CHECK-DAG: no fix of 'counted' by {{.*}}: it would not hold in a build with -DQUICK
__global__ void byConstant(float *out) {
  __shared__ float counted[32][32];
  START(counted)
  out[threadIdx.x] = counted[0][threadIdx.y * Pitch];
}

#ifdef EARLY
#define BEGIN by = 33
#else
#define BEGIN ((void)0)
#endif
// CHECK-DAG: no fix of 'stepped' by {{.*}}: it would not hold in a build with -DEARLY
__global__ void byStatement(float *out) {
  __shared__ float stepped[32][32];
  int by = 1;
  BEGIN;
  START(stepped)
  out[threadIdx.x] = stepped[0][threadIdx.y * by];
}

void run(float *out) {
  const dim3 block(32, 32);
  byType<<<1, block>>>(out);
  byConstant<<<1, block>>>(out);
  byStatement<<<1, block>>>(out);
}
