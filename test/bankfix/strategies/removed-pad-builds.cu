// Columns that nobody uses are taken away, if nobody uses them in any build.

// RUN: %exits 1 %bankfix check --objective=wavefronts %s | %FileCheck %s
// RUN: %exits 1 %bankfix --diff --objective=wavefronts %s | %FileCheck %s --check-prefix=DIFF

#ifdef NARROW
#define COLUMNS 10
#else
#define COLUMNS 11
#endif

// CHECK-NOT: (pad-row)
// CHECK: narrow[4][11] -> narrow[11][4], subscripts swapped
// CHECK: wide[4][11] -> wide[4][8]' (pad-row)
// DIFF: +  __shared__ int narrow[COLUMNS][4];
__global__ void rows(int *out, const int *in) {
  __shared__ int narrow[4][COLUMNS];
  narrow[threadIdx.x / 8][threadIdx.x % 8] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = narrow[threadIdx.x / 8][threadIdx.x % 8];
}

// What is left over is as much in both.
#ifdef NARROW
#define WIDTH 12
#else
#define WIDTH 11
#endif

// DIFF: -  __shared__ int wide[4][WIDTH];
// DIFF-NEXT: +  __shared__ int wide[4][(WIDTH) - 3];
__global__ void others(int *out, const int *in) {
  __shared__ int wide[4][WIDTH];
  wide[threadIdx.x / 8][threadIdx.x % 8] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = wide[threadIdx.x / 8][threadIdx.x % 8];
}

void run(int *out, const int *in) {
  rows<<<1, 32>>>(out, in);
  others<<<1, 32>>>(out, in);
}
