// A 32x32 tile transposed by a 32x8 block, four rows a thread: a column of the
// tile lies in one bank.

// RUN: %exits 1 %bankfix check --verbose %s 2> %t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=SUMMARY < %t.err
// RUN: %bankfix --verbose %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %exits 1 %bankfix --verbose --diff %s 2> %t.err | grep "^[-+]" > %t.edits
// RUN: FileCheck %s --check-prefix=EDIT < %t.edits
// RUN: %clang-device %t.cu
// RUN: %exits 0 %bankfix check --verbose %t.cu 2>&1 | FileCheck %s --check-prefix=AFTER --allow-empty
// RUN: %bankfix --verbose %t.cu -o %t.again.cu && cmp %t.cu %t.again.cu

#include <cuda_runtime.h>

__global__ void transpose(float *out, const float *in, int width) {
  // FIXED: {{^}}  __shared__ float tile[32][33];{{$}}
  __shared__ float tile[32][32];

  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();

  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    // CHECK-NOT: warning:
    // CHECK: transpose-32x8.cu:[[#@LINE+2]]:32: warning: load of 'tile[threadIdx.x][threadIdx.y + j]' has 32-way bank conflicts: 1024 wavefronts where 32 suffice [bankfix-shared-load]
    // CHECK: note: 'tile[32][32] -> tile[32][33]' (pad-row) leaves 64 wavefronts of 1056
    out[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
  // CHECK-NOT: warning:
  // SUMMARY: 1 with bank conflicts, 1 of them fixable

  // One line is edited.
  // EDIT:      --- a{{.*}}/transpose-32x8.cu
  // EDIT-NEXT: +++ b{{.*}}/transpose-32x8.cu
  // EDIT-NEXT: -  __shared__ float tile[32][32];
  // EDIT-NEXT: +  __shared__ float tile[32][33];
  // EDIT-NOT: {{.}}

  // AFTER-NOT: warning:
}

void launch(float *out, const float *in, int width) {
  transpose<<<dim3(width / 32, width / 32), dim3(32, 8)>>>(out, in, width);
}
