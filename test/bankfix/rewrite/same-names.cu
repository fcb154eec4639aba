// An edit reaches the planned array and nothing else of its name.

// RUN: %bankfix %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %exits 0 %bankfix check %t.cu

// CHECK: {{^}}float tile[32][32];
float tile[32][32];
// CHECK: { return tile[i][i]; }
float onHost(int i) { return tile[i][i]; }

struct Holder {
  // CHECK: {{^}}  float tile[32][32];
  float tile[32][32];
};

__global__ void conflicting(float *out) {
  // CHECK: __shared__ float tile[32][33];
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  {
    // CHECK: {{^}}    float tile[32][32];
    float tile[32][32];
    tile[0][threadIdx.x] = out[0];
    out[1] = tile[0][threadIdx.x];
  }
  {
    // CHECK: {{^}}    __shared__ float tile[32][32];
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = out[2];
    out[3] = tile[threadIdx.y][threadIdx.x];
  }
}

__global__ void clean(float *out) {
  // CHECK: __shared__ float tile[32][32];
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = out[0];
  out[threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}

// CHECK: parameter(float tile[32][32])
__device__ float parameter(float tile[32][32]) { return tile[1][2]; }

namespace other {
__global__ void conflicting(float *out) {
  // CHECK: __shared__ float tile[64][33];
  __shared__ float tile[64][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  tile[threadIdx.y + 32][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y] + tile[threadIdx.x + 32][threadIdx.y];
}
}

void launch(float *out) {
  dim3 block(32, 32);
  conflicting<<<1, block>>>(out);
  clean<<<1, block>>>(out);
  other::conflicting<<<1, block>>>(out);
}
