// `#ifdef R`, `#define N R`: with -DR, N may be any number. It is N that is
// asked for its values, as R need not be there.

// RUN: %bankfix --objective=wavefronts --strategy=pad-row,pad-stride --allow-occupancy-loss --cuda-headers=builtin %s -o %t.cu > %t.log
// RUN: %FileCheck %s < %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %clang-device -DRADIUS=0 -DBLOCK=16 %t.cu
// RUN: %clang-device -DBLOCK_HALF=8 %t.cu
// RUN: not %clang-device -DBLOCK=24 %t.cu 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not %clang-device -DRADIUS=2 %t.cu 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: %bankfix --objective=wavefronts --strategy=pad-row,pad-stride --allow-occupancy-loss --cuda-headers=builtin %t.cu -o - | cmp - %t.cu

#ifdef BLOCK
#define TILE BLOCK
#elif defined(BLOCK_HALF)
#define TILE (2 * BLOCK_HALF)
#else
#define TILE 32
#endif
#ifdef RADIUS
#define OFF (RADIUS / 2)
#else
#define OFF 0
#endif
#ifdef WIDTH
constexpr int shift = WIDTH;
#else
constexpr int shift = 0;
#endif

// OTHER: bankfix: the layout of 'tile' is proved for these values alone
__global__ void turn(float *out, const float *in) {
  // FIXED: __shared__ float tile[TILE][(TILE) + 1];
  // FIXED-NEXT: static_assert(((TILE) == {{.*}}(TILE) == 16 || {{.*}}(TILE) == 32
  __shared__ float tile[TILE][TILE];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * TILE + x];
  __syncthreads();
  out[y * TILE + x] = tile[x][y];
}

// FAR: bankfix: the layout of 't' is proved for these values alone
__global__ void shifted(int *out, const int *in) {
  // FIXED: static_assert((OFF) == 0 && (~OFF * 3) == ~(OFF) * 3, "bankfix: the layout of 't' is proved for these values alone");
  __shared__ int t[1100];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j * 32 + x] = in[j * 32 + x];
  __syncthreads();
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x * 32 + j + OFF];
}

// No macro says in every build what `shift` is.
// CHECK-DAG: [[#@LINE+2]]:{{.*}} no fix of 'u' {{.*}} a build may define 'WIDTH', see line [[#@LINE-30]], otherwise, which decides where its elements are and is no integer
__global__ void wide(int *out, const int *in) {
  __shared__ int u[1100];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    u[j * 32 + x] = in[j * 32 + x];
  __syncthreads();
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = u[x * 32 + j + shift];
}

void launch(float *out, const float *in) {
  turn<<<1, dim3(TILE, TILE)>>>(out, in);
  shifted<<<1, 32>>>((int *)out, (const int *)in);
  wide<<<1, 32>>>((int *)out, (const int *)in);
}
