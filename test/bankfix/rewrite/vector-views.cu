// Rows that are read as wider vectors keep the vectors' alignment.

// RUN: %bankfix %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT: {{differ|not run}}
// SAME:     the same results

__global__ void pointed(float *out) {
  // FIXED: float tile[32][36];
  __shared__ __align__(16) float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  // CHECK: note: 'tile[32][32] -> tile[32][36]' (pad-row)
  float4 v = *reinterpret_cast<float4 *>(&tile[threadIdx.x][threadIdx.y % 8 * 4]);
  out[threadIdx.x] = v.x + v.w;
}

__global__ void several(float *out) {
  // FIXED: float tile[32][36];
  __shared__ __align__(16) float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  float4 *row = reinterpret_cast<float4 *>(tile[threadIdx.x]);
  float sum = 0;
  for (int i = 0; i < 8; ++i) {
    float4 v = row[i];
    sum += v.y;
  }
  float2 two = reinterpret_cast<float2 &>(tile[threadIdx.x][2]);
  out[threadIdx.x] = sum + two.x;
}

// Refused: a compiler may rely on the alignment of a whole that is read in part.
__global__ void part(float *out) {
  // CHECK: note: no fix of 'tile' by pad-row: line [[#@LINE+6]]: 'row[threadIdx.y % 8].y' is not proved to keep subscript 2 within 0 to 31
  // FIXED: float tile[32][32];
  __shared__ __align__(16) float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  __syncthreads();
  float4 *row = reinterpret_cast<float4 *>(tile[threadIdx.x]);
  out[threadIdx.x] = row[threadIdx.y % 8].y;
}

// Refused: the last of the four lies in the next row.
__global__ void over(float *out) {
  // CHECK: note: no fix of 'tile' by pad-row: line [[#@LINE+5]]: {{.*}} is not proved to keep subscript 2 within 0 to 31
  // FIXED: float tile[32][32];
  __shared__ __align__(16) float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  __syncthreads();
  float4 v = *reinterpret_cast<float4 *>(&tile[threadIdx.x % 31][threadIdx.y]);
  out[threadIdx.x] = v.x;
}

// Refused: as one flat run of vectors.
__global__ void flat(float *out) {
  // CHECK: note: no fix of 'tile' by pad-row: line [[#@LINE+6]]: {{.*}} is not proved to keep subscript 2 within 0 to 31
  // FIXED: float tile[32][32];
  __shared__ __align__(16) float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  __syncthreads();
  float4 *all = reinterpret_cast<float4 *>(tile);
  out[threadIdx.x] = all[threadIdx.x + threadIdx.y * 8 % 224].x;
}

void launch(float *out) {
  dim3 block(32, 32);
  pointed<<<1, block>>>(out);
  several<<<1, block>>>(out);
  part<<<1, block>>>(out);
  over<<<1, block>>>(out);
  flat<<<1, block>>>(out);
}
