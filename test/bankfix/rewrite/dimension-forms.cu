// A dimension grows in the form in which it is written.

// RUN: %bankfix %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %exits 0 %bankfix check %t.cu
// RUN: %bankfix %t.cu -o %t.again.cu && cmp %t.cu %t.again.cu

#define N 32
#define M 30 + 2
#define ID(x) x
constexpr int Size = 32;
const int Wide = 1;
enum { Edge = 32 };
template <int A, int B> struct Sum { static constexpr int value = A + B; };

#define TRANSPOSE(array)                                                       \
  array[threadIdx.y][threadIdx.x] = 1;                                         \
  __syncthreads();                                                             \
  out[threadIdx.x] += array[threadIdx.x][threadIdx.y];

__global__ void k(float *out) {
  // CHECK: float a[N][N + 1];
  __shared__ float a[N][N];
  TRANSPOSE(a)
  // CHECK: float b[M][M + 1];
  __shared__ float b[M][M];
  TRANSPOSE(b)
  // CHECK: float c[Size][Size + 1];
  __shared__ float c[Size][Size];
  TRANSPOSE(c)
  // CHECK: float d[32][(1<<5) + 1];
  __shared__ float d[32][1<<5];
  TRANSPOSE(d)
  // CHECK: float e[Edge][8*4 + 1];
  __shared__ float e[Edge][8*4];
  TRANSPOSE(e)
  // CHECK: float f[32][(Wide ? 32 : 16) + 1];
  __shared__ float f[32][Wide ? 32 : 16];
  TRANSPOSE(f)
  // CHECK: float g[32][(64 | 0) / 2 + 1];
  __shared__ float g[32][(64 | 0) / 2];
  TRANSPOSE(g)
  // CHECK: float h[32][(32 & 48) + 1];
  __shared__ float h[32][32 & 48];
  TRANSPOSE(h)
  out[0] += 1;
}

__global__ void more(float *out) {
  // CHECK: float a[32][{{0x20 \+ 1|33}}];
  __shared__ float a[32][0x20];
  TRANSPOSE(a)
  // CHECK: float b[32][{{32u \+ 1|33}}];
  __shared__ float b[32][32u];
  TRANSPOSE(b)
  // CHECK: float c[32][ID(32) + 1];
  __shared__ float c[32][ID(32)];
  TRANSPOSE(c)
  // CHECK: float d[32][Sum<16, 16>::value + 1];
  __shared__ float d[32][Sum<16, 16>::value];
  TRANSPOSE(d)
  // CHECK: float e[32] [ 33 /* columns */ ], one, f[32][33], *p;
  __shared__ float e[32] [ 32 /* columns */ ], one, f[32][32], *p;
  TRANSPOSE(e)
  TRANSPOSE(f)
  p = out;
  one = *p;
  // CHECK:      float g
  // CHECK-NEXT:    [32] // rows
  // CHECK-NEXT:    [33] // columns
  __shared__ float g
    [32] // rows
    [32] // columns
    ;
  TRANSPOSE(g)
  // CHECK: float __attribute__((aligned(8))) h[32][{{.*}}];
  __shared__ float __attribute__((aligned(8))) h[32][sizeof(double) * 4];
  TRANSPOSE(h)
  out[0] += one;
}

void launch(float *out) {
  k<<<1, dim3(32, 32)>>>(out);
  more<<<1, dim3(32, 32)>>>(out);
}
