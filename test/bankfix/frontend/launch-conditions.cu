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

// What another file may have set since was another value then.
extern int level;
extern volatile int state;
void configure(int n);
__global__ void rows(float *c, const float *a) {
  __shared__ float t[16][16];
  t[threadIdx.y][threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  c[threadIdx.y] = t[threadIdx.y][0];
}
void runRows(float *c, const float *a, int n) {
  int side = level > 2 ? 16 : 32;
  configure(n);
  if (side == 16)
    rows<<<1, dim3(level > 2 ? 16 : 32, 4)>>>(c, a);
}
__global__ void more(float *c, const float *a) {
  __shared__ float t[16][16];
  t[threadIdx.y][threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  c[threadIdx.y] = t[threadIdx.y][0];
}
void runMore(float *c, const float *a) {
  int side = state > 2 ? 16 : 32;
  if (side == 16)
    more<<<1, dim3(state > 2 ? 16 : 32, 4)>>>(c, a);
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
  if (side == 32)
    columns<32><<<1, threads>>>(c, a, w);
  else if ((unsigned)side < 10)
    columns<8><<<1, threads>>>(c, a, w);
  else
    columns<16><<<1, threads>>>(c, a, w);
}

// CHECK-DAG: kernel {{.*}}"name": "rows"{{.*}}"block": [16, 4, 1]
// CHECK-DAG: kernel {{.*}}"name": "rows"{{.*}}"block": [32, 4, 1]
// CHECK-DAG: kernel {{.*}}"name": "more"{{.*}}"block": [16, 4, 1]
// CHECK-DAG: kernel {{.*}}"name": "more"{{.*}}"block": [32, 4, 1]
