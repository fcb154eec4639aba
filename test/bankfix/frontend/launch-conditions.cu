// A condition on what other conditions have chosen says which of these held, so
// that each branch launches with its own block.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s

template <int B> __global__ void product(float *c, const float *a, int w) {
  __shared__ float As[B][B];
  int x = threadIdx.x, y = threadIdx.y;
  As[y][x] = a[(blockIdx.y * B + y) * w + x];
  __syncthreads();
  float s = 0;
  for (int k = 0; k < B; k++)
    s += As[y][k] * As[k][x];
  c[(blockIdx.y * B + y) * w + x] = s;
}

template <int B> __global__ void columns(float *c, const float *a, int w) {
  __shared__ float t[B][B];
  t[threadIdx.y][threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  c[threadIdx.y] = t[threadIdx.x][threadIdx.y];
}

// CHECK-DAG: kernel {{.*}}"name": "product"{{.*}}"block": [16, 16, 1]
// CHECK-DAG: kernel {{.*}}"name": "product"{{.*}}"block": [32, 32, 1]
// CHECK-NOT: kernel {{.*}}"name": "product"
// CHECK-DAG: kernel {{.*}}"name": "columns"{{.*}}"block": [8, 8, 1]
// CHECK-DAG: kernel {{.*}}"name": "columns"{{.*}}"block": [16, 16, 1]
// CHECK-DAG: kernel {{.*}}"name": "columns"{{.*}}"block": [32, 32, 1]
// CHECK-NOT: kernel {{.*}}"name": "columns"
void run(float *c, const float *a, int w, int major) {
  int side = major < 2 ? 16 : 32;
  dim3 threads(side, side);
  if (side == 16)
    product<16><<<w / side, threads>>>(c, a, w);
  else
    product<32><<<w / side, threads>>>(c, a, w);
}

// Of three, by order, and behind a conversion.
void runColumns(float *c, const float *a, int w, int major) {
  int side = 8;
  if (major > 2)
    side = 16;
  if (major > 7)
    side = 32;
  dim3 threads(side, side);
  if ((unsigned)side < 10)
    columns<8><<<1, threads>>>(c, a, w);
  else if (side != 32)
    columns<16><<<1, threads>>>(c, a, w);
  else
    columns<32><<<1, threads>>>(c, a, w);
}
