// pad-stride: two rows at once, in memory that is no whole number of rows.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME:     the same results

#define SIDE 16

// CHECK: 'tile[], 4624 -> 9232 bytes, rows of 24 -> 48 elements' (pad-stride)
__global__ void smooth(float *out, const float *in, int size) {
  extern __shared__ float tile[];
  int edge = size / 2, pitch = SIDE + 2 * edge;
  for (int row = threadIdx.y; row < pitch; row += SIDE)
    for (int column = threadIdx.x; column < pitch; column += SIDE)
      // FIXED: tile[(pitch + 24) * row + column] = in[row * 64 + column];
      tile[pitch * row + column] = in[row * 64 + column];
  __syncthreads();
  float sum = 0;
  for (int row = 0; row < 2 * edge; ++row)
    for (int column = 0; column < 2 * edge; ++column)
      // FIXED: sum += tile[(pitch + 24) * (threadIdx.y + row) + (threadIdx.x + column)];
      sum += tile[pitch * (threadIdx.y + row) + (threadIdx.x + column)];
  out[threadIdx.y * SIDE + threadIdx.x] = sum;
}

void launch(float *out, const float *in, int size) {
  int bytes = (2 * size + SIDE) * (2 * size + SIDE) * sizeof(float);
  // FIXED: smooth<<<1, dim3(SIDE, SIDE), bytes + bytes / 24 * 24>>>(out, in, size);
  smooth<<<1, dim3(SIDE, SIDE), bytes>>>(out, in, size);
}

int main() { launch(0, 0, 9); }
