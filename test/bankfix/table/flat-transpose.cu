// The rows of a flat array exist in its subscripts only.

// RUN: %exits 1 %bankfix check %s 2>&1 | FileCheck %s
// RUN: %bankfix %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %exits 0 %bankfix check %t.cu > %t.after 2>&1
// RUN: not grep warning: %t.after
// RUN: %bankfix %t.cu -o %t.again.cu && cmp %t.cu %t.again.cu

__global__ void transpose(float *out, const float *in, int width) {
  // FIXED: __shared__ float s[1056];
  __shared__ float s[1024];
  int tx = threadIdx.x, ty = threadIdx.y;
  // FIXED: s[ty*33+tx] = in
  s[ty*32+tx] = in[(blockIdx.y * 32 + ty) * width + blockIdx.x * 32 + tx];
  __syncthreads();
  // CHECK: :[[#@LINE+4]]:7: warning: load of 's[tx*32+ty]' has 32-way bank conflicts: 1024 wavefronts where 32 suffice [bankfix-shared-load]
  // CHECK: note: 's[1024] -> s[1056], rows of 32 -> 33 elements' (pad-stride) leaves 64 wavefronts of 1056
  // FIXED: s[tx*33+ty];
  out[(blockIdx.x * 32 + ty) * width + blockIdx.y * 32 + tx] =
      s[tx*32+ty];
}

void launch(float *out, const float *in, int width) {
  transpose<<<dim3(width / 32, width / 32), dim3(32, 32)>>>(out, in, width);
}
