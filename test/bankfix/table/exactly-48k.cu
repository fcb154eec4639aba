// An array that takes all static shared memory cannot grow. The reason names
// the limit and the bytes that a pad would need.

// RUN: %exits 1 %bankfix check %s 2> %t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=SUMMARY < %t.err
// RUN: %bankfix %s -o %t.cu > %t.log 2>&1
// RUN: cmp %s %t.cu

__global__ void full(float *out) {
  // 48 KB are 49152 bytes, and 384 rows.
  __shared__ float tile[384][32];
  for (int j = 0; j < 384; j += 32)
    tile[threadIdx.y + j][threadIdx.x] = out[threadIdx.y + j];
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:22: warning: load of 'tile[threadIdx.x][threadIdx.y]' has 32-way bank conflicts: 1024 wavefronts where 32 suffice
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  // CHECK: note: {{.*}}pad-row{{.*}}50688 bytes{{.*}}49152 bytes
  // SUMMARY: 1 access with bank conflicts, 0 of them fixable
}

void launch(float *out) { full<<<1, dim3(32, 32)>>>(out); }
