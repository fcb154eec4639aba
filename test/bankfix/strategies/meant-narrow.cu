// A block that is narrow by one array is as high as others are: what few threads
// keep to, more do not.

// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s

// CHECK-NOT: relies on

// It is for 4 x 32 threads, and reads on into the next row.
__global__ void next(unsigned *out, const unsigned *in) {
  // CHECK: :[[#@LINE+1]]:19: note: no fix of 'a' by {{.*}} 'a[9][(tid % 8) + 1].x' has values of subscript 2 outside 0 to 7
  __shared__ int2 a[32][8];
  __shared__ int c[128];
  int tid = threadIdx.y * blockDim.x + threadIdx.x;
  unsigned acc = 1;
  for (int r = threadIdx.x; r < 32; r += 4)
    for (int k = threadIdx.y; k < 8; k += 32)
      a[r][k] = make_int2(r * 5 + k + in[k], 5);
  c[tid % 128] = tid;
  __syncthreads();
  acc = acc * 33u + a[9][(tid % 8) + 1].x;
  acc = acc * 31u + c[threadIdx.x * 32];
  out[blockIdx.x * 128 + tid] = acc;
}
