// A template is edited once, with a layout that all its instances can have.

// RUN: %bankfix %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME:     the same results

// FIXED: #define BANKFIX_PAD32_1024(i)
template <typename T, int TILE> __global__ void transpose(T *out) {
  // FIXED: T tile[TILE][TILE + 1];
  __shared__ T tile[TILE][TILE];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

template <int N> __device__ float pick(float *values) {
  // FIXED: return values[BANKFIX_PAD32_1024(threadIdx.x * N + threadIdx.y)];
  return values[threadIdx.x * N + threadIdx.y];
}

template <int N> __global__ void picks(float *out) {
  // FIXED: float values[BANKFIX_PAD32_1024(32 * N)];
  __shared__ float values[32 * N];
  for (int i = 0; i < N; i += 32)
    // FIXED: values[BANKFIX_PAD32_1024(threadIdx.y * N + threadIdx.x + i)] = i;
    values[threadIdx.y * N + threadIdx.x + i] = i;
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = pick<N>(values);
}

// A member of a class template.
template <int N> struct Tile {
  static __device__ void turn(float *out) {
    // FIXED: float rows[N][N + 1];
    __shared__ float rows[N][N];
    rows[threadIdx.y][threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.y * blockDim.x + threadIdx.x] = rows[threadIdx.x][threadIdx.y];
  }
};
template <int N> __global__ void turned(float *out) { Tile<N>::turn(out); }

// Only one of the instances is slow; both have the same text.
template <bool Columns> __global__ void either(float *out) {
  // FIXED: float e[32][33];
  __shared__ float e[32][32];
  e[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  if constexpr (Columns)
    out[threadIdx.y * blockDim.x + threadIdx.x] = e[threadIdx.x][threadIdx.y];
  else
    out[threadIdx.y * blockDim.x + threadIdx.x] = e[threadIdx.y][threadIdx.x];
}

// Refused: what one instance may do with rows, the other may not.
template <int Reach> __global__ void leaving(float *out) {
  // FIXED: float l[32][32];
  // CHECK: note: no fix of 'l' by pad-row: line [[#@LINE+5]]: 'l[threadIdx.y][threadIdx.x + Reach]' has values of subscript 2 outside 0 to 31
  __shared__ float l[32][32];
  l[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.y < 31)
    l[threadIdx.y][threadIdx.x + Reach] = 2;
  out[threadIdx.y * blockDim.x + threadIdx.x] = l[threadIdx.x][threadIdx.y];
}

// Refused: a name that no instance has.
template <bool Sized> __global__ void discarded(float *out) {
  // CHECK: note: no fix of 'd' by pad-row: line [[#@LINE+6]]: 'd' is named in a way that bankfix does not follow
  // FIXED: float d[32][32];
  __shared__ float d[32][32];
  d[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  if constexpr (Sized)
    out[threadIdx.y * blockDim.x + threadIdx.x] = d[0][threadIdx.x * 33];
  else
    out[threadIdx.y * blockDim.x + threadIdx.x] = d[threadIdx.x][threadIdx.y];
}

void launch(float *out, double *doubles) {
  transpose<float, 32><<<1, dim3(32, 32)>>>(out);
  transpose<float, 16><<<1, dim3(16, 16)>>>(out);
  transpose<double, 32><<<1, dim3(32, 32)>>>(doubles);
  picks<32><<<1, dim3(32, 32)>>>(out);
  picks<64><<<1, dim3(32, 32)>>>(out);
  turned<32><<<1, dim3(32, 32)>>>(out);
  turned<64><<<1, dim3(64, 16)>>>(out);
  either<true><<<1, dim3(32, 32)>>>(out);
  either<false><<<1, dim3(32, 32)>>>(out);
  leaving<0><<<1, dim3(32, 32)>>>(out);
  leaving<1><<<1, dim3(32, 32)>>>(out);
  discarded<false><<<1, dim3(32, 32)>>>(out);
}
