// Interleaved reduction: the active threads stay together, and their words are
// twice as far apart with each step.

// RUN: %exits 1 %bankfix check --verbose %s 2>&1 | FileCheck %s
// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s --check-prefix=JSON
// RUN: %bankfix --verbose %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %exits 0 %bankfix check --verbose %t.cu > %t.after 2>&1
// RUN: not grep warning: %t.after
// RUN: %bankfix --verbose %t.cu -o %t.again.cu && cmp %t.cu %t.again.cu

// JSON: access {{.*}}"index": "[i + stride]", "certainty": "exact"{{.*}}"requests": 12, "wavefronts": 47, "ideal": 12, "excess": 35
// JSON: after {"wavefronts": 45, "ideal": 45, "excess": 0}

// FIXED:      #ifndef BANKFIX_PAD32
// FIXED-NEXT: #define BANKFIX_PAD32(i) ((i) + ((i) >> 5))
// FIXED-NEXT: #endif

__global__ void sums(float *out, const float *in) {
  // FIXED: __shared__ float s[BANKFIX_PAD32(256)];
  __shared__ float s[256];
  int tid = threadIdx.x;
  // FIXED: s[BANKFIX_PAD32(tid)] = in
  s[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (int stride = 1; stride < blockDim.x; stride *= 2) {
    int i = 2 * stride * tid;
    // CHECK: :[[#@LINE+6]]:7: warning: load of 's[i]' has 8-way bank conflicts (3.9-way on average): 47 wavefronts where 12 suffice [bankfix-shared-load]
    // CHECK: 's[256] -> s[264], indexed through BANKFIX_PAD32' (index-macro) leaves 45 wavefronts of 150
    // CHECK: :[[#@LINE+4]]:7: warning: store to 's[i]' has 8-way bank conflicts (3.9-way on average): 47 wavefronts where 12 suffice [bankfix-shared-store]
    // CHECK: :[[#@LINE+3]]:15: warning: load of 's[i + stride]' has 8-way bank conflicts (3.9-way on average): 47 wavefronts where 12 suffice [bankfix-shared-load]
    if (i < blockDim.x)
      // FIXED: s[BANKFIX_PAD32(i)] += s[BANKFIX_PAD32(i + stride)];
      s[i] += s[i + stride];
    __syncthreads();
  }
  // CHECK-NOT: warning:
  if (tid == 0)
    // FIXED: out[blockIdx.x] = s[BANKFIX_PAD32(0)];
    out[blockIdx.x] = s[0];
}

void launch(float *out, const float *in, int blocks) {
  sums<<<blocks, 256>>>(out, in);
}
