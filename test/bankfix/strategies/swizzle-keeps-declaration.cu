// A swizzle changes subscripts alone, so it does not matter where the sizes
// are declared, and who asks for them.

// RUN: %bankfix %s -o %t.cu --verify
// RUN: %code %t.cu | FileCheck %s
// RUN: %bankfix check %t.cu
// RUN: %bankfix check --fail-on=never --strategy=pad-row %s 2>&1 | FileCheck %s --check-prefix=PAD

typedef float Tile[32][32];
__device__ Tile kept;

__global__ void transpose(float *out, const float *in, int pitch) {
  // PAD: no fix of 'tile' by pad-row: line [[#@LINE-3]]: the type 'Tile', which declares its dimensions, is named for something else, too
  // CHECK: {{^}}  __shared__ Tile tile;
  __shared__ Tile tile;
  int x = threadIdx.x, y = threadIdx.y;
  // CHECK: tile[y][BANKFIX_XOR(x, y)] = in[y * pitch + x];
  tile[y][x] = in[y * pitch + x];
  __syncthreads();
  // CHECK: out[y * pitch + x] = tile[x][BANKFIX_XOR(y, x)];
  out[y * pitch + x] = tile[x][y];
}

__global__ void cleared(float *out, const float *in, int pitch) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  // PAD: no fix of 'tile' by pad-row: line [[#@LINE+2]]: 'sizeof(tile) / sizeof(float)' depends on its size
  // CHECK: i < sizeof(tile) / sizeof(float); i += 1024)
  for (int i = y * 32 + x; i < sizeof(tile) / sizeof(float); i += 1024)
    tile[i / 32][i % 32] = pitch;
  __syncthreads();
  // CHECK: out[y * pitch + x] = tile[x][BANKFIX_XOR(y, x)];
  out[y * pitch + x] = tile[x][y];
}

void launch(float *out, const float *in, int pitch) {
  transpose<<<1, dim3(32, 32)>>>(out, in, pitch);
  cleared<<<1, dim3(32, 32)>>>(out, in, pitch);
}
