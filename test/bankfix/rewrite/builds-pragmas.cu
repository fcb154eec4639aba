// A macro may write the pragma that brings another one back.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=pad-row --cuda-headers=builtin %s | FileCheck %s

// CHECK-NOT: ->

#define PRAGMA(text) _Pragma(#text)
#define Q 32
#pragma push_macro("Q")
#undef Q
#define Q 0
#ifdef ALT_BROUGHT
PRAGMA(pop_macro("Q"))
#endif

__global__ void brought(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_BROUGHT
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[Q + j % 8];
}

#ifdef ALT_PACKED
#define PACKED PRAGMA(pack(1))
#else
#define PACKED
#endif
PACKED
struct Pair {
  char first;
  int second;
};
#pragma pack()

__global__ void packed(int *out) {
  // CHECK: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_PACKED
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[(sizeof(Pair) < 8 ? 32 : 0) + j % 8];
}

int main() { brought<<<1, 32>>>(nullptr), packed<<<1, 32>>>(nullptr); }
