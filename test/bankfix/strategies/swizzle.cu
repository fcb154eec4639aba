// swizzle: permute the banks of each row by XOR; nothing grows.

// RUN: %exits 1 %bankfix check --verbose --strategy=swizzle %s | FileCheck %s
// RUN: %bankfix --verbose --strategy=swizzle %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix --verbose --strategy=swizzle %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// FIXED-DAG: #define BANKFIX_XOR(c, r) ((c) ^ (r))
// FIXED-DAG: #define BANKFIX_SWIZZLE_5_31(i) ((i) ^ (((i) >> 5) & 31))
// FIXED-DAG: #define BANKFIX_XOR_M7(c, r) ((c) ^ ((r) & 7))
// FIXED-DAG: #define BANKFIX_SWIZZLE_1_31(i) ((i) ^ (((i) >> 1) & 31))

// Two rows a warp: no pad leaves both the rows and the columns alone.
__global__ void square(float *out) {
  // FIXED: float tile[16][16];
  __shared__ float tile[16][16];
  // FIXED: tile[threadIdx.y][BANKFIX_XOR(threadIdx.x, threadIdx.y)] = 1;
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:22: warning: load of 'tile[threadIdx.x][threadIdx.y]' has 8-way bank conflicts: 64 wavefronts where 8 suffice
  // FIXED: = tile[threadIdx.x][BANKFIX_XOR(threadIdx.y, threadIdx.x)];
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  // CHECK: note: 'tile[16][16], indexed through BANKFIX_XOR' (swizzle) leaves 16 wavefronts of 72; blocks per SM 8 -> 8
}

// A flat array; the index is a sum, an unsigned and a signed one.
__global__ void flat(float *out) {
  // FIXED: float s[1024];
  __shared__ float s[1024];
  int ty = threadIdx.y;
  for (int j = ty; j < 32; j += 16)
    // FIXED: s[BANKFIX_SWIZZLE_5_31(j * 32 + (int)threadIdx.x)] = 1;
    s[j * 32 + (int)threadIdx.x] = 1;
  __syncthreads();
  for (int j = ty; j < 32; j += 16)
    // FIXED: += s[BANKFIX_SWIZZLE_5_31(threadIdx.x * 32 + j)];
    out[threadIdx.x] += s[threadIdx.x * 32 + j];
  for (int j = ty; j < 32; j += 16)
    out[threadIdx.x] += s[(threadIdx.x + 16) % 32 * 32 + j];
}

// Vectors keep their 16 bytes together: whole elements move.
__global__ void vectors(float4 *out) {
  // FIXED: float4 v[32][8];
  __shared__ float4 v[32][8];
  // FIXED: v[threadIdx.y][BANKFIX_XOR_M7(threadIdx.x % 8, threadIdx.y)] = out[0];
  v[threadIdx.y][threadIdx.x % 8] = out[0];
  __syncthreads();
  // CHECK: warning: load of 'v[threadIdx.x][threadIdx.y % 8]' has 8-way
  // FIXED: = v[threadIdx.x][BANKFIX_XOR_M7(threadIdx.y % 8, threadIdx.x)];
  out[threadIdx.x] = v[threadIdx.x][threadIdx.y % 8];
}

// Pairs of elements at all distances of a butterfly: the second row of the
// banks has to be the mirror image of the first, or anything that does as well.
__global__ void butterfly(float *out) {
  // FIXED: float m[64];
  __shared__ float m[64];
  int lane = threadIdx.x;
  for (int k = 0; k < 5; ++k) {
    int low = (lane >> k << (k + 1)) | (lane & ((1 << k) - 1));
    // CHECK: warning: store to 'm[low]' has 2-way
    // FIXED: m[BANKFIX_SWIZZLE_1_31(low)] = out[lane];
    m[low] = out[lane];
    // FIXED: m[BANKFIX_SWIZZLE_1_31(low | 1 << k)] = out[lane + 32];
    m[low | 1 << k] = out[lane + 32];
    __syncwarp();
  }
  // CHECK: note: 'm[64], indexed through BANKFIX_SWIZZLE_1_31' (swizzle) leaves 10 wavefronts of 20
}

// Padding that the author wrote is taken away.
__global__ void padded(float *out) {
  // FIXED: float p[16][16];
  __shared__ float p[16][16 + 1];
  // FIXED: p[threadIdx.y][BANKFIX_XOR(threadIdx.x, threadIdx.y)] = 1;
  p[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  // CHECK: warning: load of 'p[threadIdx.x][threadIdx.y]' has 2-way
  out[threadIdx.x] = p[threadIdx.x][threadIdx.y];
  // CHECK: note: 'p[16][17] -> p[16][16], indexed through BANKFIX_XOR' (swizzle) leaves 16 wavefronts of 32
}

// Refused: no power of two divides a row.
__global__ void odd(float *out) {
  // FIXED: float rows[32][31];
  __shared__ float rows[32][31];
  // CHECK: note: no fix of 'rows' by swizzle: no such layout lowers its wavefronts
  rows[threadIdx.x][threadIdx.x % 31] = 1;
}

// Refused: another place would be read for the next subscript.
__global__ void walked(float *out) {
  // FIXED: float w[32][32];
  __shared__ float w[32][32];
  w[0][threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  // CHECK: note: no fix of 'w' by swizzle: line [[#@LINE-2]]: 'w[0][threadIdx.y * 32 + threadIdx.x]' has values of subscript 2 outside 0 to 31
  out[threadIdx.x] = w[threadIdx.x][threadIdx.y];
}

enum Column { First, Last = 15 };

// An enumerator becomes an int to be an index, and what the row is to meet it.
__global__ void enumerated(float *out, int n) {
  __shared__ float e[32][32];
  unsigned u = threadIdx.x;
  // FIXED: e[u][BANKFIX_XOR(n & 1, u)] = 1;
  e[u][n & 1] = 1;
  __syncthreads();
  // FIXED: = e[u >> 5][BANKFIX_XOR((Column)(n & 15), u >> 5)];
  out[u] = e[u >> 5][(Column)(n & 15)];
  // CHECK: note: 'e[32][32], indexed through BANKFIX_XOR' (swizzle) leaves 2 wavefronts of 33
}

void launch(float *out, float4 *vector) {
  square<<<1, dim3(16, 16)>>>(out);
  flat<<<1, dim3(32, 16)>>>(out);
  vectors<<<1, dim3(32, 32)>>>(vector);
  butterfly<<<1, 32>>>(out);
  padded<<<1, dim3(16, 16)>>>(out);
  odd<<<1, 32>>>(out);
  walked<<<1, dim3(32, 32)>>>(out);
  enumerated<<<1, 32>>>(out, 3);
}
