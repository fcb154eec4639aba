// What nvcc takes and Clang calls an error costs the kernels that use it, and
// not the file.

// RUN: %exits 1 %bankfix check --cuda-headers=builtin %s | FileCheck %s
// RUN: %bankfix --cuda-headers=builtin %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %exits 0 %bankfix check --cuda-headers=builtin --fail-on=any --kernel=skipped %s > %t.skipped 2> %t.err
// RUN: not grep 'warning: .* has' %t.skipped

// CHECK: register-names.h:4:31: warning: Clang alone refuses this: invalid % escape in inline assembly string
// CHECK-NOT: note: invalid % escape
// CHECK-DAG: note: Clang alone refuses this: variable-sized object may not be initialized
#include "Inputs/register-names.h"
__device__ unsigned laneId() {
  unsigned n;
  asm volatile("mov.u32 %0, %laneid;" : "=r"(n)); return n;
}
struct Sum {
  int value;
  __device__ Sum() : value(0) {}
};
__host__ int onHost(int n) { return n + 1; }
__host__ __device__ int onBoth(int n) { return onHost(n); }

// CHECK-DAG: kernel 'skippedForAssembly' is skipped: invalid % escape in inline assembly string, in 'laneOfWarp' that it uses
__global__ void skippedForAssembly(float *out) {
  __shared__ float s[1024];
  s[laneOfWarp() * 32] = 1;
  out[0] = s[0];
}
// Registers that are named as nvcc takes it are read: here, how much shared
// memory the block has, which is to stay as it is.
// CHECK-DAG: note: 'sized[32][32], indexed through BANKFIX_XOR' (swizzle)
// FIXED: float sized[32][32];
// FIXED: mov.u32 %0, %dynamic_smem_size;
__global__ void readsRegisters(float *out) {
  __shared__ float sized[32][32];
  unsigned bytes;
  sized[threadIdx.y][threadIdx.x] = laneId();
  __syncthreads();
  // CHECK-DAG: :12: warning: load of 'sized[threadIdx.x][threadIdx.y]' has 32-way
  out[0] = sized[threadIdx.x][threadIdx.y];
  asm("mov.u32 %0, %dynamic_smem_size;" : "=r"(bytes));
  out[1] = bytes;
}
// CHECK-DAG: kernel 'skippedForConstructor' is skipped: initialization is not supported for __shared__ variables
__global__ void skippedForConstructor(int *out) {
  __shared__ Sum sums[1024];
  sums[threadIdx.x * 32].value = 1;
  out[0] = sums[0].value;
}
// CHECK-DAG: kernel 'skippedForHost' is skipped: reference to __host__ function 'onHost' in __host__ __device__ function, in 'onBoth' that it uses
__global__ void skippedForHost(int *out) {
  __shared__ int s[1024];
  s[onBoth(threadIdx.x) * 32] = 1;
  out[0] = s[0];
}
// CHECK-DAG: kernel 'skippedForPointer' is skipped: ordered comparison between pointer and zero
__global__ void skippedForPointer(float *out) {
  __shared__ float s[1024];
  if (out > 0)
    s[threadIdx.x * 32] = 1;
}
// CHECK-DAG: kernel 'skippedForRestrict' is skipped: restrict requires a pointer or reference
__global__ void skippedForRestrict(const __restrict__ float *in, float *out) {
  __shared__ float s[1024];
  s[threadIdx.x * 32] = in[0];
  out[0] = s[0];
}
// FIXED: float tile[32][33];
__global__ void whole(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  // CHECK-DAG: :22: warning: load of 'tile[threadIdx.x][threadIdx.y]' has 32-way
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
// Its launch stays, the variable is lost.
int sized(int n) {
  int values[n] = {0};
  return values[0];
}
void launch(float *out) {
  whole<<<1, dim3(32, 32)>>>(out);
  readsRegisters<<<1, dim3(32, 32)>>>(out);
}

template <class D, class S> struct Cast {
  template <int N> __device__ static void to(D *d, const S *s) {
    for (int i = 0; i < N; ++i)
      d[i] = D(s[i]);
  }
  __device__ static void to(D *d, float s) { *d = D(s); }
};
template <class D, class S> __device__ void castOne(D *d, const S *s) {
  Cast<D, S>::to<1>(d, s);
}
// CHECK-DAG: kernel 'skippedForTemplate' is skipped:
__global__ void skippedForTemplate(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x * 32] = 1;
  castOne(out, &s[threadIdx.x]);
}

// nvcc takes the attributes of all declarations.
struct Joined {
  float a;
  __host__ __device__ float next() const;
};
// CHECK-DAG: note: Clang alone refuses this: __host__ function 'next' cannot overload __host__ __device__ function 'next'
inline float Joined::next() const { return a + 1; }
// CHECK-DAG: warning: load of 'joined[threadIdx.x][threadIdx.y]' has 32-way
__global__ void joins(float *out) {
  __shared__ float joined[32][32];
  joined[threadIdx.y][threadIdx.x] = Joined{out[threadIdx.x]}.next();
  __syncthreads();
  out[threadIdx.x] = joined[threadIdx.x][threadIdx.y];
}
void launchOthers(float *out) { joins<<<1, dim3(32, 32)>>>(out); }
