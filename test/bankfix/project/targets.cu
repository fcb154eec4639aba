// One layout for several GPUs: the best over all, and worse on none.

// RUN: %exits 1 %bankfix check --target=sm_80,H100,MI300X %s > %t.out 2> %t.err
// RUN: FileCheck %s --input-file=%t.out
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file=%t.err
// RUN: %bankfix --target=sm_80,gfx942 %s -o - | %code | FileCheck %s --check-prefix=CODE
// RUN: %exits 1 %bankfix check --target=sm_80,gfx942 --format=json %s > %t.json
// RUN: %validate --complete < %t.json
// RUN: %json-lines < %t.json | FileCheck %s --check-prefix=JSON
// RUN: %exits 1 %bankfix check --target=sm_80,sm_90 --format=github %s | count 3
// RUN: %exits 2 %bankfix check --target=sm_80,sm_8x %s 2>&1 | FileCheck %s --check-prefix=WRONG
// A mode of Kepler's banks is no layout for others.
// RUN: %bankfix --target=sm_35 %S/../strategies/bank-mode-counts.cu -o - | %code | grep EightByte
// RUN: %bankfix --target=sm_35,sm_90 %S/../strategies/bank-mode-counts.cu -o - | %code | not grep EightByte
// RUN: %bankfix --target=sm_90,sm_35 %s -o - | %code | not grep EightByte
// A source that one of them cannot have has failed.
// RUN: %exits 2 %bankfix -DNEW_ONLY --target=sm_90,sm_80 %s -o %t.none 2>&1 | FileCheck %s --check-prefix=FAILED
// RUN: not ls %t.none
// FAILED: error: "not for this one"
// WRONG: there is no model of this name
// SUMMARY: {{^}}sm_80: 3 kernels
// SUMMARY-NEXT: {{^}}sm_90: 3 kernels
// SUMMARY-NEXT: {{^}}gfx942: 3 kernels
// JSON: "target": "sm_80"
// JSON: "target": "gfx942"

#if defined(NEW_ONLY) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
#error "not for this one"
#endif

// What holds on all of them is told once.
// CHECK: warning: load of 'same[threadIdx.x][0]' {{.*}} on sm_80, sm_90 [
// CHECK: warning: load of 'wide[4 * threadIdx.x]' has 4-way bank conflicts: 32 wavefronts where 8 suffice [
// CHECK: warning: load of 'branch[threadIdx.x][0]' {{.*}} on sm_90 [
// CHECK: note: no fix of 'branch' by pad-row: it is not for gfx942: 14 blocks would fit on a processor instead of 16
// CHECK: warning: load of 'same[threadIdx.x][0]' {{.*}} on gfx942 [
// CHECK-NEXT: |
// CHECK-NEXT: |
// CHECK-NEXT: note: 'same[32][32], subscripts swapped' (swap-dims) leaves 2 wavefronts of 33
// CHECK-NOT: warning:
__global__ void everywhere(float *out) {
  // A pad would leave room for fewer blocks on gfx942.
  __shared__ float same[32][32];
  // CODE: same[0][threadIdx.x]
  out[threadIdx.x] = same[threadIdx.x][0];
}

__global__ void differently(float4 *out) {
  __shared__ float4 wide[256];
  out[threadIdx.x] = wide[4 * threadIdx.x];
}

// A branch of __CUDA_ARCH__ is read for each.
__global__ void newer(float *out) {
  __shared__ float branch[32][32];
#if __CUDA_ARCH__ >= 900
  out[threadIdx.x] = branch[threadIdx.x][0];
#else
  out[threadIdx.x] = branch[0][threadIdx.x];
#endif
}

void run(float *out, float4 *out4) {
  everywhere<<<1, 32>>>(out);
  differently<<<1, 64>>>(out4);
  newer<<<1, 32>>>(out);
}
