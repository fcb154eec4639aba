// index-macro: a macro that its author wrote for 16 banks is made for the banks
// of today where it is defined. Nothing is stacked upon it.

// RUN: %exits 1 %bankfix check %s | %FileCheck %s
// RUN: %bankfix %s -o %t.cu > %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s > %t.verify
// RUN: %bankfix check --fail-on=any %t.cu
// RUN: %bankfix %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu
// RUN: %exits 1 %bankfix check --strategy=swizzle %s | %FileCheck %s --check-prefix=STACKED

// STACKED: no fix of 'temp' by swizzle: its indices go through the macro 'CONFLICT_FREE_OFFSET', which is for index-macro to change

// The constant, and the power of two beside it, say nothing but this.
// FIXED:      #define NUM_BANKS 32
// FIXED-NEXT: #define LOG_NUM_BANKS 5
// FIXED-NEXT: #define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)
#define NUM_BANKS 16
#define LOG_NUM_BANKS 4
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)

// Blelloch's scan of 1024 elements by 512 threads.
__global__ void scan(float *out, const float *in) {
  // CHECK: [[#@LINE+2]]:{{.*}} note: 'temp[1088] -> temp[1056], CONFLICT_FREE_OFFSET as ((n) >> 5)' (index-macro) leaves 353 wavefronts of 681
  // FIXED: float temp[1024 + CONFLICT_FREE_OFFSET(1024)];
  __shared__ float temp[1024 + CONFLICT_FREE_OFFSET(1024)];
  int thid = threadIdx.x;
  int offset = 1;
  int ai = thid;
  int bi = thid + 512;
  temp[ai + CONFLICT_FREE_OFFSET(ai)] = in[ai];
  temp[bi + CONFLICT_FREE_OFFSET(bi)] = in[bi];
  for (int d = 512; d > 0; d >>= 1) {
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      ai += CONFLICT_FREE_OFFSET(ai);
      bi += CONFLICT_FREE_OFFSET(bi);
      // FIXED: temp[bi] += temp[ai];
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (thid == 0)
    temp[1023 + CONFLICT_FREE_OFFSET(1023)] = 0;
  for (int d = 1; d < 1024; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      ai += CONFLICT_FREE_OFFSET(ai);
      bi += CONFLICT_FREE_OFFSET(bi);
      float t = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += t;
    }
  }
  __syncthreads();
  out[ai] = temp[ai + CONFLICT_FREE_OFFSET(ai)];
  out[bi] = temp[bi + CONFLICT_FREE_OFFSET(bi)];
}

void run(float *out, const float *in) { scan<<<1, 512>>>(out, in); }
