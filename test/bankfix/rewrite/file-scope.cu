// An array at file scope belongs to all kernels of the file.

// RUN: %bankfix --strategy=pad-row,index-macro %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s
// RUN: FileCheck %s --check-prefix=REFUSED < %t.log
// RUN: %clang-device %t.cu
// RUN: %bankfix --strategy=pad-row,index-macro %t.cu -o %t.again.cu > %t.log 2>&1
// RUN: cmp %t.cu %t.again.cu

// CHECK: __shared__ float both[32][33];
__shared__ float both[32][32];

// CHECK: __shared__ float flat[BANKFIX_PAD32(1024)];
__shared__ float flat[1024];

// CHECK: __shared__ float walked[32][32];
__shared__ float walked[32][32];
// REFUSED-DAG: note: no fix of 'walked' by pad-row: line [[#@LINE+19]]: 'walked[0][threadIdx.y * 32 + threadIdx.x]' has values

// CHECK: __shared__ float measured[32][32];
__shared__ float measured[32][32];
// REFUSED-DAG: note: no fix of 'measured' by pad-row: line [[#@LINE+1]]:
int bytes() { return sizeof(measured); }

__global__ void writer(float *out) {
  both[threadIdx.y][threadIdx.x] = out[0];
  // CHECK: flat[BANKFIX_PAD32(threadIdx.y * 32 + threadIdx.x)] = out[1];
  flat[threadIdx.y * 32 + threadIdx.x] = out[1];
  measured[threadIdx.y][threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = both[threadIdx.x][threadIdx.y] + measured[threadIdx.x][threadIdx.y];
  // CHECK: = flat[BANKFIX_PAD32(threadIdx.x * 32 + threadIdx.y)];
  out[threadIdx.y] = flat[threadIdx.x * 32 + threadIdx.y];
}

__global__ void walker(float *out) {
  walked[0][threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  out[0] = walked[threadIdx.x][threadIdx.y];
  // CHECK: += both[threadIdx.y][0] + flat[BANKFIX_PAD32(threadIdx.x)];
  out[1] += both[threadIdx.y][0] + flat[threadIdx.x];
}

void launch(float *out) {
  writer<<<1, dim3(32, 32)>>>(out);
  walker<<<1, dim3(32, 32)>>>(out);
}
