// An array that takes all static shared memory cannot grow. The reason names
// the limit and the bytes that a pad would need. A swizzle needs none.

// RUN: %exits 1 %bankfix check --objective=wavefronts --verbose --strategy=pad-row %s 2> %t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=SUMMARY < %t.err
// RUN: %bankfix --objective=wavefronts --verbose --strategy=pad-row %s -o %t.cu > %t.log 2>&1
// RUN: cmp %s %t.cu
// RUN: %exits 1 %bankfix check --objective=wavefronts --verbose --statistics %s | FileCheck %s --check-prefix=SWIZZLE
// RUN: %bankfix --objective=wavefronts --verbose %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu

__global__ void full(float *out) {
  // 48 KB are 49152 bytes, and 384 rows.
  // FIXED: __shared__ float tile[384][32];
  __shared__ float tile[384][32];
  for (int j = 0; j < 384; j += 32)
    // FIXED: tile[threadIdx.y + j][BANKFIX_XOR_M31(threadIdx.x, threadIdx.y + j)] =
    tile[threadIdx.y + j][threadIdx.x] = out[threadIdx.y + j];
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:22: warning: load of 'tile[threadIdx.x][threadIdx.y]' has 32-way bank conflicts: 1024 wavefronts where 32 suffice
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  // CHECK: note: {{.*}}pad-row{{.*}}50688 bytes{{.*}}49152 bytes
  // SWIZZLE: note: 'tile[384][32], indexed through BANKFIX_XOR_M31' (swizzle) leaves 416 wavefronts of 1408; blocks per SM 2 -> 2
  // SWIZZLE: layouts of 'tile':
  // SWIZZLE-NEXT: strategy     wavefronts    excess     bytes  operations
  // SWIZZLE-NEXT: pad-row {{ *}}416 {{ *}}0 {{ *}}50688 {{ *}}0  tile[384][32] -> tile[384][33]: padding needs 50688 bytes; a block may have 49152 bytes of static shared memory
  // SWIZZLE-NEXT: swizzle {{ *}}416 {{ *}}0 {{ *}}49152 {{ *}}1  tile[384][32], indexed through BANKFIX_XOR_M31: taken
  // SWIZZLE: index-macro  it has 2 dimensions; pad-row and swizzle are for such arrays
  // SUMMARY: 1 with bank conflicts, 0 of them fixable
}

void launch(float *out) { full<<<1, dim3(32, 32)>>>(out); }
