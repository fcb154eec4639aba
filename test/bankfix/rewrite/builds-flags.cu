// What -D says of a macro with parameters is one build's, too.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=pad-row --cuda-headers=builtin %s -- "-DQ(n)=0" | FileCheck %s

// CHECK-NOT: ->

__global__ void given(int *out) {
  // CHECK: [[#@LINE+1]]:{{.*}} no fix of 't' by pad-row: 't': a build may define 'Q' otherwise, which decides where its elements are and is no integer
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[Q(3) + j % 8];
}

int main() { given<<<1, 32>>>(nullptr); }
