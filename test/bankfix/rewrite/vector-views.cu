// Rows that are read as wider vectors keep the vectors' alignment.

// RUN: %bankfix %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME:     the same results

__global__ void pointed(float *out) {
  // FIXED: float tile[32][36];
  __shared__ __align__(16) float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  // CHECK: note: 'tile[32][32] -> tile[32][36]' (pad-row)
  float4 v = *reinterpret_cast<float4 *>(&tile[threadIdx.x][threadIdx.y % 8 * 4]);
  out[threadIdx.y * blockDim.x + threadIdx.x] = v.x + v.w;
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
  out[threadIdx.y * blockDim.x + threadIdx.x] = sum + two.x;
}

// Two elements at once need an even pitch.
__global__ void atomic(unsigned long long *out) {
  // FIXED: unsigned c[32][34];
  __shared__ __align__(8) unsigned c[32][32];
  c[threadIdx.y][threadIdx.x] = 0;
  __syncthreads();
  atomicAdd((unsigned long long *)&c[threadIdx.x][2 * (threadIdx.y & 15)], 1);
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = c[threadIdx.y][threadIdx.x];
}

// A compiler may rely on the alignment of a whole that is read in part.
__global__ void part(float *out) {
  // FIXED: float tile[32][36];
  __shared__ __align__(16) float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  __syncthreads();
  float4 *row = reinterpret_cast<float4 *>(tile[threadIdx.x]);
  out[threadIdx.y * blockDim.x + threadIdx.x] = row[threadIdx.y % 8].y;
}

// Refused: the last of the four lies in the next row.
__global__ void over(float *out) {
  // CHECK: note: no fix of 'tile' by pad-row: line [[#@LINE+5]]: {{.*}} has values of subscript 2 outside 0 to 31
  // FIXED: float tile[32][32];
  __shared__ __align__(16) float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  __syncthreads();
  float4 v = *reinterpret_cast<float4 *>(&tile[threadIdx.x % 31][threadIdx.y % 8 * 4 + 4]);
  out[threadIdx.y * blockDim.x + threadIdx.x] = v.x;
}

// Refused: as one flat run of vectors.
__global__ void flat(float *out) {
  // CHECK: note: no fix of 'tile' by pad-row: line [[#@LINE+6]]: {{.*}} has values of subscript 2 outside 0 to 31
  // FIXED: float tile[32][32];
  __shared__ __align__(16) float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  __syncthreads();
  float4 *all = reinterpret_cast<float4 *>(tile);
  out[threadIdx.y * blockDim.x + threadIdx.x] = all[threadIdx.x + threadIdx.y * 8 % 224].x;
}

void launch(float *out, unsigned long long *wide) {
  dim3 block(32, 32);
  pointed<<<1, block>>>(out);
  several<<<1, block>>>(out);
  atomic<<<1, block>>>(wide);
  part<<<1, block>>>(out);
  over<<<1, block>>>(out);
  flat<<<1, block>>>(out);
}
