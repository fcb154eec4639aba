// One line: its picture before and after, the arithmetic, and why not another.

// RUN: %bankfix explain %s:21 | FileCheck %s --strict-whitespace
// RUN: %bankfix explain --color=always %s:21 | FileCheck %s --check-prefix=COLOR
// RUN: %exits 2 %bankfix explain %s:3 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: %exits 2 %bankfix explain %s 2>&1 | FileCheck %s --check-prefix=USAGE
// RUN: %bankfix rule shared-load | FileCheck %s --check-prefix=RULE
// RUN: %exits 2 %bankfix rule bankfix-shared-laod 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: %bankfix rule | FileCheck %s --check-prefix=RULES
// NOTHING: explain.cu: error: line 3 has no access to shared memory that is a kernel's; the nearest that have are 18, 19, 21
// USAGE: takes one FILE:LINE
// RULE: bankfix-shared-load: A load from shared memory has bank conflicts
// NEAR: there is no rule 'bankfix-shared-laod'; did you mean 'bankfix-shared-load'?
// RULES: bankfix-shared-store A store

__global__ void pairs(float2 *out, const float2 *in) {
  __shared__ float2 s[64];
  s[threadIdx.x] = in[threadIdx.x];
  s[threadIdx.x + 32] = in[threadIdx.x + 32];
  __syncthreads();
  out[threadIdx.x] = s[2 * threadIdx.x];
}

void run(float2 *out, float2 *in) { pairs<<<1, 32>>>(out, in); }

// CHECK: explain.cu:21:22: load of 's[2 * threadIdx.x]' has 2-way bank conflicts: 4 wavefronts where 2 suffice [bankfix-shared-load]
// CHECK-NEXT:  in 'pairs' with blocks of 32 threads, on sm_80; 1 request of a block, exact
// CHECK:as it is: float2[64]; one request of a wave takes 4 wavefronts where 2 suffice
// CHECK-NEXT:    lane  bank 0  8      16      24
// CHECK-NEXT:       0  11..............................
// CHECK-NEXT:       1  ....11..........................
// CHECK:       8  22..............................
// CHECK:    lanes 0, 8 want 2 different words of bank 0:
// CHECK-NEXT:      lane 0: byte 0 of 's'; 0 / 4 mod 32 = bank 0
// CHECK-NEXT:      lane 8: byte 128 of 's'; 128 / 4 mod 32 = bank 0
// CHECK:with the fix: s[64] -> {{.*}}; one request of a wave takes 2 wavefronts where 2 suffice
// CHECK:no two lanes want different words of one bank
// CHECK:the fix: 's[64] -> {{.*}}' ({{.*}}) leaves
// CHECK:why not another:
// COLOR: {{\[0;1;31m22}}
