// The initialiser or the width of a member may be an array's size.

// RUN: %bankfix --strategy=pad-row %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: cmp %s %t.cu

__global__ void initialiser(float *out) {
  // CHECK: note: no fix of 'a' by pad-row:
  __shared__ float a[32][32];
  a[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x][threadIdx.y];
  struct Header { int bytes = sizeof(a); };
  Header header;
  out[0] = header.bytes;
}

__global__ void width(float *out, int n) {
  // CHECK: note: no fix of 'b' by pad-row:
  __shared__ float b[32][32];
  b[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = b[threadIdx.x][threadIdx.y];
  struct Bits { unsigned low : sizeof(b[0]) / 4 - 20; };
  Bits bits;
  bits.low = n;
  out[0] = bits.low;
}

__shared__ float c[32][32];
struct FileHeader { int bytes = sizeof(c); };

__global__ void fileScope(float *out) {
  // CHECK: note: no fix of 'c' by pad-row:
  c[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = c[threadIdx.x][threadIdx.y];
  FileHeader header;
  out[0] = header.bytes;
}

void launch(float *out) {
  dim3 block(32, 32);
  initialiser<<<1, block>>>(out);
  width<<<1, block>>>(out, 5);
  fileScope<<<1, block>>>(out);
}
