// A pad that is taken away is proved unused for one size alone: instances of a
// template with several keep theirs.

// RUN: %bankfix --objective=wavefronts --strategy=swizzle --cuda-headers=builtin %s -o %t.cu | %FileCheck %s
// RUN: cmp %s %t.cu

// CHECK: note: no fix of 'b' by swizzle: 'b': it would be for the sizes of one instance of the template alone; declare it without its padding
template <int Rows, int Columns, int Each>
__global__ void tiles(float *out, const float *in, int steps) {
  __shared__ float b[Rows][Columns + 1];
  const int x = threadIdx.x, t = threadIdx.y * 16 + x;
  float sum = 0;
  for (int step = 0; step < steps; ++step) {
    for (int i = t; i < Rows * Columns; i += 256) {
      int row = i / Columns, column = i % Columns;
      b[row][column] = in[step * 4096 + i];
    }
    __syncthreads();
    for (int k = 0; k < Rows; ++k)
      for (int j = 0; j < Each; ++j)
        sum += b[k][x * Each + j];
    __syncthreads();
  }
  out[t] = sum;
}

void launch(float *out, const float *in, int n) {
  tiles<8, 128, 8><<<1, dim3(16, 16)>>>(out, in, n);
  tiles<16, 64, 4><<<1, dim3(16, 16)>>>(out, in, n);
}
