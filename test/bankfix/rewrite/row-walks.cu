// Where an inner subscript may leave its row, a pad would make it another
// element.

// RUN: %bankfix --strict-bounds %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: cmp %s %t.cu

#define TRANSPOSE(array)                                                       \
  array[threadIdx.y][threadIdx.x] = 1;                                         \
  __syncthreads();                                                             \
  out[threadIdx.x] = array[threadIdx.x][threadIdx.y];

__global__ void flat(float *out) {
  // CHECK: note: no fix of 'a' by pad-row: line [[#@LINE+3]]: 'a[0][threadIdx.y * 32 + threadIdx.x]' has values of subscript 2 outside 0 to 31
  __shared__ float a[32][32];
  TRANSPOSE(a)
  out[0] += a[0][threadIdx.y * 32 + threadIdx.x];
}

__global__ void previous(float *out) {
  // CHECK: note: no fix of 'b' by pad-row: line [[#@LINE+4]]: 'b[threadIdx.y][x - 1]' has values of subscript 2 outside 0 to 31
  __shared__ float b[32][32];
  TRANSPOSE(b)
  int x = threadIdx.x;
  out[0] += b[threadIdx.y][x - 1];
}

__global__ void next(float *out, int n) {
  // CHECK: note: no fix of 'c' by pad-row: line [[#@LINE+3]]: 'c[threadIdx.y][threadIdx.x + n]' has values of subscript 2 outside 0 to 31
  __shared__ float c[32][32];
  TRANSPOSE(c)
  out[0] += c[threadIdx.y][threadIdx.x + n];
}

__global__ void strided(float *out) {
  // CHECK: note: no fix of 'd' by pad-row: line [[#@LINE+4]]: 'd[0][i]' has values of subscript 2 outside 0 to 31
  __shared__ float d[32][32];
  TRANSPOSE(d)
  for (int i = threadIdx.x; i < 1024; i += 32)
    d[0][i] = 0;
}

__global__ void downwards(float *out) {
  // CHECK: note: no fix of 'e' by pad-row: line [[#@LINE+4]]: 'e[threadIdx.y][i]' has values of subscript 2 outside 0 to 31
  __shared__ float e[32][32];
  TRANSPOSE(e)
  for (int i = 31; i >= -1; --i)
    out[i + 1] += e[threadIdx.y][i];
}

// The walk is in the middle dimension of three.
__global__ void planes(float *out) {
  // CHECK: note: no fix of 'f' by pad-row: line [[#@LINE+4]]: 'f[0][threadIdx.y + 32][threadIdx.x]' has values of subscript 2 outside 0 to 31
  __shared__ float f[2][32][32];
  f[0][threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  f[0][threadIdx.y + 32][threadIdx.x] = 2;
  out[threadIdx.x] = f[1][threadIdx.x][threadIdx.y];
}

void launch(float *out, int n) {
  dim3 block(32, 32);
  flat<<<1, block>>>(out);
  previous<<<1, block>>>(out);
  next<<<1, block>>>(out, n);
  strided<<<1, block>>>(out);
  downwards<<<1, block>>>(out);
  planes<<<1, block>>>(out);
}
