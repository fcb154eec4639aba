// pad-stride: sizes that a function gives are grown where they are used.

// RUN: %bankfix %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME: 'columns', {{.*}} 0 after; the same results

// CHECK: 's[], 32768 -> 33792 bytes, rows of 32 -> 33 elements' (pad-stride)
__global__ void columns(float *out, const float *in) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  for (int j = 0; j < 32; j++)
    // FIXED: s[t * 33 + j] = in[j];
    s[t * 32 + j] = in[j];
  __syncthreads();
  for (int j = 0; j < 32; j++)
    out[j * 256 + t] = s[t * 32 + j];
}

static size_t bytesFor(int threads) { return threads * 32 * sizeof(float); }

void run(float *out, const float *in) {
  // FIXED: columns<<<1, 256, bytesFor(256) + bytesFor(256) / 32>>>(out, in);
  columns<<<1, 256, bytesFor(256)>>>(out, in);
  // FIXED: columns<<<1, 256, (2 * bytesFor(128)) + (2 * bytesFor(128)) / 32>>>(out, in);
  columns<<<1, 256, 2 * bytesFor(128)>>>(out, in);
}
