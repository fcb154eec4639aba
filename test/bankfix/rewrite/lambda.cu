// A lambda is another function: what it does with an array is not followed.

// RUN: %bankfix %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: cmp %s %t.cu

__global__ void captured(float *out) {
  // CHECK: note: no fix of 'a' by pad-row:
  __shared__ float a[32][32];
  a[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x][threadIdx.y];
  auto element = [&](int i) { return a[0][i]; };
  out[0] = element(threadIdx.x + 32);
}

__global__ void passed(float *out) {
  // CHECK: note: no fix of 'b' by pad-row:
  __shared__ float b[32][32];
  b[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = b[threadIdx.x][threadIdx.y];
  auto last = [](float(&rows)[32][32]) { return rows[31][31]; };
  out[0] = last(b);
}

void launch(float *out) {
  captured<<<1, dim3(32, 32)>>>(out);
  passed<<<1, dim3(32, 32)>>>(out);
}
