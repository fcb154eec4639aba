// index-macro: sizes that are written with another macro than the indices stay
// as they are, where what is used under every launch has room.

// RUN: %exits 1 %bankfix check --sort=source %s | %FileCheck %s
// RUN: %bankfix --sort=source %s -o %t.cu > %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s > %t.verify
// RUN: %bankfix --sort=source %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// Made for 16 banks, and `+` binds before `>>`.
// FIXED:      #define OFFSET(n) ((n) >> 5)
// FIXED-NEXT: #define EXPANDED(n) ((n) + ((n) >> LOG) + ((n) >> (2 * LOG)))
#define LOG 4
#define OFFSET(n) ((n) >> LOG + (n) >> (2 * LOG))
#define EXPANDED(n) ((n) + ((n) >> LOG) + ((n) >> (2 * LOG)))

__global__ void declared(float *out) {
  // CHECK: note: 's[1092], OFFSET as ((n) >> 5)' (index-macro) leaves
  // FIXED: float s[EXPANDED(1024)];
  __shared__ float s[EXPANDED(1024)];
  int low = threadIdx.x, high = threadIdx.x + 512;
  s[low + OFFSET(low)] = out[low];
  s[high + OFFSET(high)] = out[high];
  for (int stride = 1; stride < 512; stride *= 2) {
    __syncthreads();
    if (threadIdx.x < 512 / stride) {
      int a = stride * (2 * threadIdx.x + 1) - 1;
      int b = a + stride;
      a += OFFSET(a);
      b += OFFSET(b);
      s[b] += s[a];
    }
  }
}

__global__ void given(float *out) {
  extern __shared__ float d[];
  int at = 2 * threadIdx.x;
  // CHECK: note: 'd[], OFFSET as ((n) >> 5)' (index-macro) leaves
  d[at + OFFSET(at)] = out[at];
}

void launch(float *out) {
  declared<<<1, 512>>>(out);
  // FIXED: given<<<1, 64, EXPANDED(128) * sizeof(float)>>>
  given<<<1, 64, EXPANDED(128) * sizeof(float)>>>(out);
  given<<<1, 128, EXPANDED(256) * sizeof(float)>>>(out);
}

#define TIGHT(n) ((n) >> LOG + (n) >> (2 * LOG))
// No room for another definition here, and none can be made.
__global__ void tight(float *out) {
  extern __shared__ float t[];
  int at = 32 * threadIdx.x;
  // CHECK: note: no fix of 't' by index-macro: the size that the host sets cannot be changed so
  t[at + TIGHT(at)] = out[at];
}

void launchTight(float *out) { tight<<<1, 32, 993 * sizeof(float)>>>(out); }
