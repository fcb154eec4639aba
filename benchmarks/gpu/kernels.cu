// Access patterns whose counts are known, one a kernel, for the GPU to count. Loops
// that are not about what compilers merge stay loops: an access, an instruction.

#include <cuda_runtime.h>

#include <cstdio>

// Lane l reads word N * l of strideN.
__global__ void stride1(int *out, int from) {
  __shared__ int words[32 * 1];
#pragma unroll 1
  for (int i = threadIdx.x; i < 32 * 1; i += 32)
    words[i] = from + i;
  __syncthreads();
  out[threadIdx.x] = words[1 * threadIdx.x];
}

__global__ void stride2(int *out, int from) {
  __shared__ int words[32 * 2];
#pragma unroll 1
  for (int i = threadIdx.x; i < 32 * 2; i += 32)
    words[i] = from + i;
  __syncthreads();
  out[threadIdx.x] = words[2 * threadIdx.x];
}

__global__ void stride32(int *out, int from) {
  __shared__ int words[32 * 32];
#pragma unroll 1
  for (int i = threadIdx.x; i < 32 * 32; i += 32)
    words[i] = from + i;
  __syncthreads();
  out[threadIdx.x] = words[32 * threadIdx.x];
}

__global__ void stride33(int *out, int from) {
  __shared__ int words[32 * 33];
#pragma unroll 1
  for (int i = threadIdx.x; i < 32 * 33; i += 32)
    words[i] = from + i;
  __syncthreads();
  out[threadIdx.x] = words[33 * threadIdx.x];
}

// Elements of Type, lane l reads element Stride * l.
template <typename Type, int Stride> __device__ Type fetched(int from) {
  __shared__ Type elements[32 * Stride];
#pragma unroll 1
  for (int i = threadIdx.x; i < 32 * Stride; i += 32)
    elements[i] = Type(from + i);
  __syncthreads();
  return elements[Stride * threadIdx.x];
}

__global__ void bytes(int *out, int from) {
  out[threadIdx.x] = fetched<signed char, 4>(from);
}
__global__ void shorts(int *out, int from) {
  out[threadIdx.x] = fetched<short, 2>(from);
}
__global__ void doubles(int *out, int from) {
  out[threadIdx.x] = static_cast<int>(fetched<double, 2>(from));
}

// A row of 16 bytes for each lane, at a pitch of 128 bytes.
__global__ void vectors(int *out, int from) {
  __shared__ int4 rows[32][8];
  for (int k = 0; k < 8; ++k)
    rows[k * 4 + threadIdx.x / 8][threadIdx.x % 8] =
        make_int4(from, k, threadIdx.x, 1);
  __syncthreads();
  int4 row = rows[threadIdx.x][from & 7];
  out[threadIdx.x] = row.x + row.y + row.z + row.w;
}

// The same 16 bytes for all lanes.
__global__ void broadcast(int *out, int from) {
  __shared__ int4 rows[32];
  rows[threadIdx.x] = make_int4(from, threadIdx.x, 2, 3);
  __syncthreads();
  int4 row = rows[from & 31];
  out[threadIdx.x] = row.x + row.y + row.z + row.w;
}

// Four neighbours of each lane: the compiler may merge them into one load.
__global__ void neighbours(int *out, int from) {
  __shared__ __align__(16) int words[32][8];
  for (int k = 0; k < 8; ++k)
    words[threadIdx.x][k] = from + k;
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < 4; ++k)
    sum += words[threadIdx.x ^ 1][k];
  out[threadIdx.x] = sum;
}

// A column, by half of the lanes; and a diagonal.
__global__ void halfColumn(int *out, int from) {
  __shared__ int tile[32][32];
#pragma unroll 1
  for (int k = 0; k < 32; ++k)
    tile[k][threadIdx.x] = from + k;
  __syncthreads();
  int sum = tile[threadIdx.x][(threadIdx.x + 1) & 31];
  if (threadIdx.x < 16)
    sum += tile[threadIdx.x][5];
  out[threadIdx.x] = sum;
}

// Additions to 4 counters by 32 lanes.
__global__ void counters(int *out, int from) {
  __shared__ int count[4];
  if (threadIdx.x < 4)
    count[threadIdx.x] = from;
  __syncthreads();
  atomicAdd(&count[threadIdx.x & 3], from);
  __syncthreads();
  out[threadIdx.x] = count[threadIdx.x & 3];
}

int main() {
  int *out = nullptr;
  cudaMalloc(&out, 32 * sizeof(int));
  stride1<<<1, 32>>>(out, 1);
  stride2<<<1, 32>>>(out, 1);
  stride32<<<1, 32>>>(out, 1);
  stride33<<<1, 32>>>(out, 1);
  bytes<<<1, 32>>>(out, 1);
  shorts<<<1, 32>>>(out, 1);
  doubles<<<1, 32>>>(out, 1);
  vectors<<<1, 32>>>(out, 1);
  broadcast<<<1, 32>>>(out, 1);
  neighbours<<<1, 32>>>(out, 1);
  halfColumn<<<1, 32>>>(out, 1);
  counters<<<1, 32>>>(out, 1);
  cudaError_t status = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(status));
  cudaFree(out);
  return status != cudaSuccess;
}
