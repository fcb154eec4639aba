// What bankfix does not follow is said to be unknown, with a reason; nothing is
// silently left out.

// RUN: %exits 0 %bankfix check %s | FileCheck %s
// RUN: %bankfix %s -o %t.cu > %t.log && cmp %s %t.cu

struct Planes { float re[32][32], im[32][32]; };

__global__ void structure(float *out) {
  __shared__ Planes planes;
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: note: shared access 'planes.re[threadIdx.x][0]' is not analysed: {{.+}} [bankfix-unknown]
  planes.re[threadIdx.x][0] = 0;
}

__global__ void joined(float *out) {
  __shared__ union { float f[32][32]; int i[32][32]; } both;
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: note: shared access 'both.f[threadIdx.x][0]' is not analysed: {{.+}} [bankfix-unknown]
  both.f[threadIdx.x][0] = 0;
}

__global__ void pointer(float *out) {
  __shared__ float a[32][32];
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: note: shared access 'a[0]' is not analysed: {{.+}} [bankfix-unknown]
  float *row = a[0];
  row[threadIdx.x * 32] = 0;
}

__device__ float column(float (*rows)[32]) { return rows[threadIdx.x][0]; }

__global__ void argument(float *out) {
  __shared__ float b[32][32];
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: note: shared access '{{.*}}' is not analysed: {{.+}} [bankfix-unknown]
  out[0] = column(b);
}

__device__ float own() {
  __shared__ float c[32][32];
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: note: shared access 'c[threadIdx.x][0]' is not analysed: {{.+}} [bankfix-unknown]
  return c[threadIdx.x][0];
}

__global__ void caller(float *out) { out[0] = own(); }

__global__ void dynamic(float *out) {
  extern __shared__ float d[];
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: note: shared access 'd[threadIdx.x * 32]' is not analysed: {{.+}} [bankfix-unknown]
  d[threadIdx.x * 32] = 0;
}

void launch(float *out) {
  structure<<<1, 32>>>(out);
  joined<<<1, 32>>>(out);
  pointer<<<1, 32>>>(out);
  argument<<<1, 32>>>(out);
  caller<<<1, 32>>>(out);
  dynamic<<<1, 32, 4096>>>(out);
}
