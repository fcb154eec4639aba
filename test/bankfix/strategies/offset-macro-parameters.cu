// index-macro: what an author's macro gives goes from function to function,
// through references and through values, with the index that it is for.

// RUN: %exits 1 %bankfix check %s | %FileCheck %s
// RUN: %bankfix %s -o %t.cu > %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s > %t.verify
// RUN: %bankfix check --fail-on=any %t.cu
// RUN: %bankfix %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// FIXED:      #define LOG_NUM_BANKS 5
// FIXED-NEXT: #define CONFLICT_FREE_OFFSET(index) ((index) >> LOG_NUM_BANKS)
#define LOG_NUM_BANKS 4
#define CONFLICT_FREE_OFFSET(index) ((index) >> LOG_NUM_BANKS)

template <bool IsWhole>
static __device__ void load(unsigned *data, const unsigned *in, int n, int &ai,
                            int &bi, int &offsetA, int &offsetB) {
  int thid = threadIdx.x;
  ai = thid;
  bi = thid + blockDim.x;
  offsetA = CONFLICT_FREE_OFFSET(ai);
  offsetB = CONFLICT_FREE_OFFSET(bi);
  data[ai + offsetA] = in[ai];
  if (IsWhole)
    data[bi + offsetB] = in[bi];
  else
    data[bi + offsetB] = bi < n ? in[bi] : 0;
}

static __device__ void storeOne(unsigned *out, const unsigned *data, int i,
                                int offset) {
  out[i] = data[i + offset];
}

static __device__ void store(unsigned *out, const unsigned *data, int ai,
                             int bi, int offsetA, int offsetB) {
  __syncthreads();
  storeOne(out, data, ai, offsetA);
  storeOne(out, data, bi, offsetB);
}

static __device__ void sum(unsigned *data) {
  int thid = threadIdx.x, stride = 1;
  for (int d = blockDim.x; d > 0; d >>= 1) {
    __syncthreads();
    if (thid < d) {
      int ai = stride * (2 * thid + 1) - 1;
      int bi = ai + stride;
      ai += CONFLICT_FREE_OFFSET(ai);
      bi += CONFLICT_FREE_OFFSET(bi);
      data[bi] += data[ai];
    }
    stride *= 2;
  }
}

template <bool IsWhole>
__global__ void scan(unsigned *out, const unsigned *in, int n) {
  // CHECK: [[#@LINE+1]]:{{.*}} note: 'data[1088] -> data[1056], CONFLICT_FREE_OFFSET as ((index) >> 5)' (index-macro) leaves
  __shared__ unsigned data[1024 + CONFLICT_FREE_OFFSET(1024)];
  int ai, bi, offsetA, offsetB;
  load<IsWhole>(data, in, n, ai, bi, offsetA, offsetB);
  sum(data);
  store(out, data, ai, bi, offsetA, offsetB);
}

void run(unsigned *out, const unsigned *in, int n) {
  scan<true><<<1, 512>>>(out, in, n);
  scan<false><<<1, 512>>>(out, in, n);
}
