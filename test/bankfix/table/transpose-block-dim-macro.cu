// The tile's size comes from the command line; on sm_10 there are 16 banks and
// a half-warp is a request.

// RUN: %exits 1 %bankfix check --verbose --target=sm_10 -DBLOCK_DIM=16 %s 2>&1 | FileCheck %s
// RUN: %exits 1 %bankfix check --target=sm_10 -DBLOCK_DIM=16 --format=json %s | %json-lines | FileCheck %s --check-prefix=JSON
// RUN: %bankfix --verbose --target=sm_10 -DBLOCK_DIM=16 %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device -DBLOCK_DIM=16 %t.cu
// RUN: %exits 0 %bankfix check --verbose --target=sm_10 -DBLOCK_DIM=16 %t.cu > %t.after 2>&1
// RUN: not grep warning: %t.after
// RUN: %bankfix --verbose --target=sm_10 -DBLOCK_DIM=16 %t.cu -o %t.again.cu
// RUN: cmp %t.cu %t.again.cu

// JSON: report {{.*}}"target": "sm_10"
// JSON: kernel {{.*}}"block": [16, 16, 1], "block_from": "launch"{{.*}}"assumptions": ["x < width && y < height{{.*}}"]
// JSON: array {{.*}}"summary": "tile[16][16] -> tile[16][17]"
// JSON: after {"wavefronts": 32, "ideal": 32, "excess": 0}

__global__ void transpose(float *out, const float *in, int width, int height) {
  // FIXED: __shared__ float tile[BLOCK_DIM][(BLOCK_DIM) + 1];
  __shared__ float tile[BLOCK_DIM][BLOCK_DIM];

  unsigned x = blockIdx.x * BLOCK_DIM + threadIdx.x;
  unsigned y = blockIdx.y * BLOCK_DIM + threadIdx.y;
  if (x < width && y < height)
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();

  x = blockIdx.y * BLOCK_DIM + threadIdx.x;
  y = blockIdx.x * BLOCK_DIM + threadIdx.y;
  if (x < height && y < width)
    // CHECK: :[[#@LINE+1]]:27: warning: load of 'tile[threadIdx.x][threadIdx.y]' has up to 16-way bank conflicts: at most 256 wavefronts where 16 suffice [bankfix-shared-load]
    out[y * height + x] = tile[threadIdx.x][threadIdx.y];
  // CHECK-DAG: note: 'tile[16][16] -> tile[16][17]' (pad-row) leaves 32 wavefronts of 272
  // CHECK-DAG: note: assuming x < width && y < height holds for every lane
  // CHECK-DAG: note: assuming x < height && y < width holds for every lane
}

void launch(float *out, const float *in, int width, int height) {
  dim3 grid(width / BLOCK_DIM, height / BLOCK_DIM, 1);
  dim3 threads(BLOCK_DIM, BLOCK_DIM, 1);
  transpose<<<grid, threads>>>(out, in, width, height);
}
