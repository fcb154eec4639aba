// A kernel is analysed for each shape that changes the result, and a fix has to
// serve all of them.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s
// RUN: %exits 1 %bankfix check --verbose %s | FileCheck %s --check-prefix=TEXT

__global__ void k(float *out, int pitch) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = out[x];
  __syncthreads();
  // TEXT-DAG: :[[#@LINE+2]]:12: warning: load of 'tile[x][y]' has 32-way bank conflicts {{.*}}with blocks of 32x32 threads
  // TEXT-DAG: :[[#@LINE+1]]:12: warning: load of 'tile[x][y]' has 8-way bank conflicts {{.*}}with blocks of 8x32 threads
  out[x] = tile[x][y];
}

// CHECK: kernel {{.*}}"block": [32, 32, 1]
// CHECK: access {{.*}}"index": "[x][y]"{{.*}}"wavefronts": 1024, "ideal": 32
// CHECK: kernel {{.*}}"block": [8, 32, 1]
// CHECK: access {{.*}}"index": "[x][y]"{{.*}}"wavefronts": 64, "ideal": 8

void launch(float *out) {
  k<<<1, dim3(32, 32)>>>(out, 4);
  k<<<2, dim3(32, 32)>>>(out, 8);
  k<<<1, dim3(8, 32)>>>(out, 4);
}
