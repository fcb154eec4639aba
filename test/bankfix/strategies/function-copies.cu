// Functions that are in another file, or get other memory, too: arrays get
// copies of them, which change with their layouts.

// RUN: %exits 1 %bankfix check --sort=source --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s
// RUN: %bankfix --sort=source --objective=wavefronts --cuda-headers=builtin %s -o %t.cu -- -I%S > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device -I%S %t.cu
// RUN: %bankfix verify --objective=wavefronts --cuda-headers=builtin %s > %t.verify
// RUN: %bankfix --sort=source --objective=wavefronts --cuda-headers=builtin %t.cu -o %t.again.cu -- -I%S > %t.log
// RUN: cmp %t.cu %t.again.cu

#include "Inputs/helpers.cuh"

// FIXED:       namespace util {
// FIXED-NEXT:  namespace {
// FIXED-EMPTY:
// FIXED-NEXT:  __device__ void poke_shared(float *a, int i, float v) { a[BANKFIX_PAD32(i)] = v; }
// FIXED-EMPTY:
// FIXED-NEXT:  } // namespace
// FIXED-NEXT:  } // namespace util
// FIXED-EMPTY:
// FIXED-NEXT:  namespace util {
// FIXED-EMPTY:
// FIXED-NEXT:  template <class T> static __device__ T peek_shared(const T *a, int i) { return a[BANKFIX_PAD32(i)]; }
// FIXED-EMPTY:
// FIXED-NEXT:  } // namespace util
// FIXED-EMPTY:
// FIXED-NEXT:  namespace {
namespace {

// Its comment stays before it.
__global__ void turn(float *out, const float *in) {
  // CHECK-DAG: :[[#@LINE+1]]:20: note: 's[1024] -> s[1056], indexed through BANKFIX_PAD32, with copies of poke and peek' (index-macro) leaves 64 wavefronts of 1056
  __shared__ float s[1024];
  int t = threadIdx.x;
  // FIXED: util::poke_shared(s, t, util::peek(in, t));
  util::poke(s, t, util::peek(in, t));
  __syncthreads();
  // FIXED: util::poke(out, t, util::peek_shared(s, t % 32 * 32 + t / 32));
  util::poke(out, t, util::peek(s, t % 32 * 32 + t / 32));
}

} // namespace

// Both ways: one copy for each.
// FIXED: static __device__ inline void move_shared(float *to, int i, const float *from, int j) { to[BANKFIX_PAD32(i)] = from[j]; }
// FIXED: static __device__ inline void move_shared2(float *to, int i, const float *from, int j) { to[i] = from[BANKFIX_PAD32(j)]; }
__global__ void there_and_back(float *out, const float *in) {
  // CHECK-DAG: :[[#@LINE+1]]:20: note: 's[1024] -> s[1056], indexed through BANKFIX_PAD32, with a copy of move' (index-macro)
  __shared__ float s[1024];
  // FIXED: util::move_shared(s, threadIdx.x, in, threadIdx.x);
  util::move(s, threadIdx.x, in, threadIdx.x);
  __syncthreads();
  // FIXED: util::move_shared2(out, threadIdx.x, s, threadIdx.x % 32 * 32 + threadIdx.x / 32);
  util::move(out, threadIdx.x, s, threadIdx.x % 32 * 32 + threadIdx.x / 32);
}

// One that calls another: both are copied.
// FIXED: T peek_shared2(const T *a, int i) { return a[BANKFIX_PAD32(i)]; }
// FIXED: __device__ static float both_shared(const float *a, int i) {
// FIXED:   return TWICE(1) * util::peek_shared2(a, i) + util::peek_shared2(a, i ^ 1);
__global__ void nested(float *out, const float *in) {
  // CHECK-DAG: :[[#@LINE+1]]:20: note: 's[1024] -> s[1056], indexed through BANKFIX_PAD32, with copies of both and peek' (index-macro)
  __shared__ float s[1024];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  // FIXED: out[threadIdx.x] = both_shared(s, threadIdx.x % 32 * 32 + threadIdx.x / 32);
  out[threadIdx.x] = both(s, threadIdx.x % 32 * 32 + threadIdx.x / 32);
}

// One of this file, in a namespace of it, that gets global memory, too.
namespace own {
// FIXED: __device__ float first(const float *a, int i) { return a[i]; }
__device__ float first(const float *a, int i) { return a[i]; }
// FIXED: static __device__ float first_shared(const float *a, int i) { return a[BANKFIX_PAD32(i)]; }
__global__ void of_both(float *out, const float *in) {
  // CHECK-DAG: :[[#@LINE+1]]:20: note: 's[1024] -> s[1056], indexed through BANKFIX_PAD32, with a copy of first' (index-macro)
  __shared__ float s[1024];
  // FIXED: s[BANKFIX_PAD32(threadIdx.x)] = first(in, threadIdx.x);
  s[threadIdx.x] = first(in, threadIdx.x);
  __syncthreads();
  // FIXED: out[threadIdx.x] = first_shared(s, threadIdx.x % 32 * 32 + threadIdx.x / 32);
  out[threadIdx.x] = first(s, threadIdx.x % 32 * 32 + threadIdx.x / 32);
}
} // namespace own

// Nothing is copied that has no conflict, or that no layout helps.
// FIXED-NOT: _shared(
// FIXED:     float s[1024];
// FIXED:     out[threadIdx.x] = util::peek(s, threadIdx.x);
__global__ void fine(float *out, const float *in) {
  __shared__ float s[1024];
  util::poke(s, threadIdx.x, in[threadIdx.x]);
  out[threadIdx.x] = util::peek(s, threadIdx.x);
}

void run(float *out, const float *in) {
  turn<<<1, 1024>>>(out, in);
  there_and_back<<<1, 1024>>>(out, in);
  nested<<<1, 1024>>>(out, in);
  own::of_both<<<1, 1024>>>(out, in);
  fine<<<1, 1024>>>(out, in);
}
