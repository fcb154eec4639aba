// `#pragma pack`, and `_Pragma`, take what a macro stands for, which a build may
// decide.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=pad-row --cuda-headers=builtin %s | FileCheck %s
// RUN: sed "s/^#pragma \(pack(PACKED_TO)\)/_Pragma(\"\1\")/" %s > %t.cu && grep "^_Pragma" %t.cu
// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=pad-row --cuda-headers=builtin %t.cu | FileCheck %s

// CHECK-NOT: ->

#ifndef PACKED_TO
#define PACKED_TO 4
#endif
#pragma pack(PACKED_TO)
struct Pair {
  char first;
  int second;
};
#pragma pack()

__global__ void packed(int *out) {
  // CHECK: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} the macro 'PACKED_TO' is a part of an '#include' or a '#pragma', which may decide where its elements are, and a build may define it otherwise; write there what it stands for
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[(sizeof(Pair) < 8 ? 32 : 0) + j % 8];
}

int main() { packed<<<1, 32>>>(nullptr); }
