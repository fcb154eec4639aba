// index-macro: a macro for more banks moves no element up, so that what the
// host asks for is enough, whatever that is.

// RUN: %exits 1 %bankfix check --objective=wavefronts %s | %FileCheck %s
// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix --objective=wavefronts %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

#define LOG_NUM_BANKS 4
// FIXED: #define OFFSET(n) (((n) >> 5) + ((n) >> 10))
#define OFFSET(n) ((n) >> LOG_NUM_BANKS)
// Where it would move elements up, the size has to be known.
// FIXED: #define LATE(n) ((n) >> 9)
#define LATE(n) ((n) >> 9)

// CHECK-DAG: [[#@LINE+1]]:{{.*}} note: 'data[], OFFSET as (((n) >> 5) + ((n) >> 10))' (index-macro) leaves 236 wavefronts of 481
extern __shared__ float data[];
__global__ void sum(float *out) {
  int stride = 1;
  data[threadIdx.x + OFFSET(threadIdx.x)] = out[threadIdx.x];
  for (int d = blockDim.x; d > 0; d >>= 1) {
    __syncthreads();
    if (threadIdx.x < d) {
      int ai = stride * (2 * threadIdx.x + 1) - 1;
      int bi = ai + stride;
      data[bi + OFFSET(bi)] += data[ai + OFFSET(ai)];
    }
    stride *= 2;
  }
}

// CHECK-DAG: [[#@LINE+1]]:{{.*}} note: no fix of 'late' by index-macro: the size that the host sets cannot be changed so; write it as a number of elements times their size
extern __shared__ float late[];
__global__ void reverse(float *out) {
  int i = threadIdx.x * 32;
  late[i + LATE(i)] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = late[i + LATE(i)];
}

void run(float *out, int threads, size_t bytes) {
  sum<<<1, threads, bytes>>>(out);
  reverse<<<1, threads, bytes>>>(out);
}
