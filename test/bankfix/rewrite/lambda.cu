// A lambda that leaves its rows; and one whose parameter has the array's type,
// which follows.

// RUN: %bankfix %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu

__global__ void captured(float *out) {
  // CHECK-DAG: note: no fix of 'a' by pad-row: line [[#@LINE+6]]: 'a[0][i]' has values of subscript 2 outside 0 to 31
  // FIXED: float a[32][32];
  __shared__ float a[32][32];
  a[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x][threadIdx.y];
  auto element = [&](int i) { return a[0][i]; };
  out[0] = element(threadIdx.x + 32);
}

__global__ void passed(float *out) {
  // CHECK-DAG: note: 'b[32][32] -> b[32][33]' (pad-row)
  // FIXED: float b[32][33];
  __shared__ float b[32][32];
  b[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = b[threadIdx.x][threadIdx.y];
  // FIXED: auto last = [](float(&rows)[32][33]) { return rows[31][31]; };
  auto last = [](float(&rows)[32][32]) { return rows[31][31]; };
  out[0] = last(b);
}

void launch(float *out) {
  captured<<<1, dim3(32, 32)>>>(out);
  passed<<<1, dim3(32, 32)>>>(out);
}
