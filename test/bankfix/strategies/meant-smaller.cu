// Where no usual block fits, a smaller one shows what is accessed, and not what
// its lanes keep to: no layout relies on it.

// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s

// CHECK-NOT: relies on

// It is for 16 x 2 x 3 threads, and reads on into the next row.
__global__ void __launch_bounds__(96) next(unsigned *out, const unsigned *in) {
  // CHECK: :[[#@LINE+1]]:20: note: no fix of 'a' by pad-row: {{.*}} 'a[y][x + 1]' is not proved to keep subscript 2 within 0 to 31 for every block size
  __shared__ float a[16][32];
  const int tx = threadIdx.x;
  int ty = threadIdx.y;
  int tz = threadIdx.z;
  unsigned tid = (tz * 2 + ty) * 16 + tx;
  unsigned acc = 1u;
  for (int f = tid; f < 512; f += 96)
    a[f / 32][f % 32] = in[f];
  __syncthreads();
  a[tid * 5 / 32][tid * 5 % 32] = in[5];
  __syncthreads();
  int x = (int)tid % 32, y = (int)tid / 32 % 16;
  if (y * 32 + x + 1 < 512) {
    acc = acc * 33u + (unsigned)a[y][x + 1];
  }
  __syncthreads();
  acc = acc * 5u + (unsigned)a[tx][7];
  acc = acc * 5u + (unsigned)a[5][tx * 64 / 3 >> 4];
  out[blockIdx.x * 96 + tid] = acc;
}
