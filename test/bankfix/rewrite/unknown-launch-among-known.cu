// With 32 threads a subscript stays in its row. A launch whose block size is
// not known may have more.

// RUN: %bankfix --sort=source %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: cmp %s %t.cu

__global__ void variable(float *out) {
  // CHECK: note: no fix of 'a' by pad-row: line [[#@LINE+2]]: 'a[0][threadIdx.x]' is not proved to keep subscript 2 within 0 to 31
  __shared__ float a[32][32];
  a[0][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x & 31][0];
}

__global__ void throughPointer(float *out) {
  // CHECK: note: no fix of 'b' by pad-row: line [[#@LINE+2]]: 'b[0][threadIdx.x]' has values of subscript 2 outside 0 to 31
  __shared__ float b[32][32];
  b[0][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = b[threadIdx.x & 31][0];
}

__global__ void throughRuntime(float *out) {
  // CHECK: note: no fix of 'c' by pad-row: line [[#@LINE+2]]: 'c[0][threadIdx.x]' has values of subscript 2 outside 0 to 31
  __shared__ float c[32][32];
  c[0][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = c[threadIdx.x & 31][0];
}

void launch(float *out, int n) {
  variable<<<1, 32>>>(out);
  variable<<<1, n>>>(out);

  throughPointer<<<1, 32>>>(out);
  auto kernel = throughPointer;
  kernel<<<1, 1024>>>(out);

  throughRuntime<<<1, 32>>>(out);
  void *arguments[] = {&out};
  cudaLaunchKernel((const void *)throughRuntime, dim3(1), dim3(1024), arguments, 0, 0);
}
