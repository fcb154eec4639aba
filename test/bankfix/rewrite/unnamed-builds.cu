// Branches that another build compiles may reach memory that nobody names, in
// what runs with an array, whatever else they spell.

// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s
// CHECK-NOT: ->

#ifdef ALT
#define READ(v) asm volatile("ld.shared.s32 %0, [64];" : "=r"(v))
#else
#define READ(v) (void)v
#endif
__global__ void macro(int *out, int v) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}}it would not hold in a build with -DALT{{.*}}reaches shared memory by an address
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  READ(v);
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + v;
}

__device__ int extra() {
  int g = 0;
#ifdef ALT
  asm volatile("ld.shared.s32 %0, [64];" : "=r"(g));
#endif
  return g;
}

__global__ void helper(int *out, int v) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}}it would not hold in a build with -DALT{{.*}}reaches shared memory by an address
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  v += extra();
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + v;
}

__global__ void itself(int *out, int v) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}}it would not hold in a build with -DALT{{.*}}reaches shared memory by an address
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
#ifdef ALT
  asm volatile("st.shared.s32 [64], 5;");
#endif
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + v;
}

#ifdef ALT
#define TEXT "ld.shared.s32 %0, [64];"
#else
#define TEXT "mov.s32 %0, 1;"
#endif
__global__ void text(int *out, int v) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}}it would not hold in a build with -DALT{{.*}}reaches shared memory by an address
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  asm volatile(TEXT : "=r"(v));
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + v;
}

int main() {
  macro<<<1, 32>>>(nullptr, 0);
  helper<<<1, 32>>>(nullptr, 0);
  itself<<<1, 32>>>(nullptr, 0);
  text<<<1, 32>>>(nullptr, 0);
}
