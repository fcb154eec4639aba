// A fixed kernel that takes too long was not shown to be wrong.
// RUN: %bankfix verify --time-limit=1 --against=%S/Inputs/forever.cu %s | %FileCheck %s
// RUN: %bankfix verify --time-limit=1 --against=%S/Inputs/forever.cu --format=json %s > %t
// RUN: %validate < %t
// RUN: %json-lines < %t | %FileCheck --check-prefix=JSON %s

// CHECK-NOT: error:
// CHECK: :[[#@LINE+2]]:17: warning: 'turns', blocks of 32x32 threads: 992 excess wavefronts counted before; its results were not compared: with the fix, the kernel ran for longer than 1 seconds, in block
// JSON: kernel {"name": "turns", {{.*}}"not_compared": "with the fix, the kernel ran for longer than 1 seconds
__global__ void turns(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
void launch(float *out) { turns<<<1, dim3(32, 32)>>>(out); }
