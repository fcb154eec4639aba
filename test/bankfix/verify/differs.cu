// A fix that changes the results is caught, with the write that does it.
// RUN: %exits 1 %bankfix verify --against=%S/Inputs/wrong.cu %s | %FileCheck %s
// RUN: %exits 1 %bankfix verify --against=%S/Inputs/wrong.cu --format=json %s > %t
// RUN: %validate < %t
// RUN: %json-lines < %t | %FileCheck --check-prefix=JSON %s
// RUN: %bankfix verify --against=%s %s | %FileCheck --check-prefix=SAME %s

// CHECK: differs.cu:[[#@LINE+9]]:3: error: the fix changes what 'reverse' computes: out[1] is {{.*}} instead of {{.*}}, written by block ({{.*}}), thread (1,0,0)
// CHECK: differs.cu:[[#@LINE+4]]:17: note: 'reverse', blocks of 64 threads: 0 excess wavefronts counted before, 0 after; other results in 1 run of 6 blocks
// JSON: kernel {"name": "reverse"
// JSON: differs {"what": "out[1]", {{.*}}"thread": [1, 0, 0]
// SAME: note: 'reverse', {{.*}}; the same results in 1 run of 6 blocks
__global__ void reverse(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
int main() { reverse<<<1, 64>>>(nullptr); }
