// A warp holds two rows of a 16x16 tile. A pad of one element leaves the store
// and the load 2-way; a pad of two leaves only the store 2-way; a swizzle leaves
// neither.

// RUN: %exits 1 %bankfix check --objective=wavefronts %s 2>&1 | FileCheck %s
// RUN: %exits 1 %bankfix check --objective=wavefronts --format=json %s | %json-lines | FileCheck %s --check-prefix=JSON
// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix --objective=wavefronts %t.cu -o %t.again.cu > %t.log 2>&1
// RUN: cmp %t.cu %t.again.cu
// RUN: sed -e 's/tile.16..16./tile[16][17]/' %s > %t.17.cu
// RUN: %exits 1 %bankfix check --objective=wavefronts --format=json %t.17.cu | %json-lines | FileCheck %s --check-prefix=ONE

// JSON: array {{.*}}"strategy": "pad-row", "summary": "tile[16][16] -> tile[16][18]", "wavefronts": 24, "excess": 8, "bytes": 1152, "operations": 0, "taken": false, "lost": "leaves 8 excess wavefronts where swizzle leaves 0"
// JSON: totals {"wavefronts": 72, "ideal": 16, "excess": 56}
// JSON: after {"wavefronts": 16, "ideal": 16, "excess": 0}
// ONE: totals {"wavefronts": 32, "ideal": 16, "excess": 16}

__global__ void transpose(float *out, const float *in, int width) {
  // FIXED: __shared__ float tile[16][16];
  __shared__ float tile[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  // FIXED: tile[ty][BANKFIX_XOR(tx, ty)] = in
  tile[ty][tx] = in[(blockIdx.y * 16 + ty) * width + blockIdx.x * 16 + tx];
  __syncthreads();
  // CHECK: :[[#@LINE+3]]:7: warning: load of 'tile[tx][ty]' has 8-way bank conflicts: 64 wavefronts where 8 suffice [bankfix-shared-load]
  out[(blockIdx.x * 16 + ty) * width + blockIdx.y * 16 + tx] =
      // FIXED: tile[tx][BANKFIX_XOR(ty, tx)];
      tile[tx][ty];
  // CHECK: note: 'tile[16][16], indexed through BANKFIX_XOR' (swizzle) leaves 16 wavefronts of 72; blocks per SM 8 -> 8
}

void launch(float *out, const float *in, int width) {
  transpose<<<dim3(width / 16, width / 16), dim3(16, 16)>>>(out, in, width);
}
