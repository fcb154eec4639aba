// What a line marker or a pragma says of where text comes from hides no access:
// all text of the file is read, reported and edited where it stands.

// RUN: %exits 1 %bankfix check --objective=wavefronts %s | FileCheck %s
// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %exits 0 %bankfix verify %s | FileCheck %s --check-prefix=VERIFY

// FIXED: float tile[32][33];
// FIXED: # 7 "stdio.h" 1 3
// FIXED: tile[threadIdx.y][threadIdx.x] = 1;
// FIXED: #line 100 "other.cu"

// VERIFY: line-markers.cu:[[#]]:22: note: load of 'tile[threadIdx.x][threadIdx.y]': 1024 wavefronts counted
__global__ void marked(float *out) {
  __shared__ float tile[32][32];
# 7 "stdio.h" 1 3
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
#line 100 "other.cu"
  // CHECK: line-markers.cu:[[#@LINE+1]]:22: warning: load of 'tile[threadIdx.x][threadIdx.y]' has 32-way
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
# 1 "/usr/include/math.h" 1 3 4
#pragma GCC system_header
#pragma clang system_header
_Pragma("GCC system_header")
__device__ void store(float *s, int n) {
  // CHECK: line-markers.cu:[[#@LINE+1]]:3: warning: store to 's[threadIdx.x * 32 + n]' has 32-way
  s[threadIdx.x * 32 + n] = 1;
}
# 5 "/usr/include/math.h" 2
// __LINE__ is what the directive says.
__global__ void counted(float *out) {
  __shared__ float s[1024];
  __shared__ float rows[32 * 40];
  store(s, 0);
  // CHECK: line-markers.cu:[[#@LINE+2]]:3: warning: store to 'rows[threadIdx.x * __LINE__]' has 32-way
#line 32
  rows[threadIdx.x * __LINE__] = 1;
  out[0] = s[0] + rows[0];
}
void launch(float *out) {
  marked<<<1, dim3(32, 32)>>>(out);
  counted<<<1, 32>>>(out);
}
