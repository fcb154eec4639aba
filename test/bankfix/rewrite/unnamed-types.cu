// The index macro's definition moves the lines below it, where types without a
// name stand: their lines are no part of what they are.

// RUN: %bankfix --strategy=index-macro %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --strategy=index-macro %s 2>&1 \
// RUN: | FileCheck %s --check-prefix=RAN

// RAN-DAG: 'k', {{.*}} 0 after; the same results
// RAN-DAG: 'pairs', {{.*}} the same results
// RAN-DAG: 'each<(lambda at {{.*}}:83:16)>', {{.*}} 0 after; the same results
// RAN-DAG: 'each<(lambda at {{.*}}:84:15)>', {{.*}} 0 after; the same results

#include <cuda_runtime.h>

__global__ void k(float *out) {
  // CHECK: float s[BANKFIX_PAD32(1024)];
  __shared__ float s[1024];
  s[threadIdx.x * 32] = 1;
  __syncthreads();
  // CHECK: s[BANKFIX_PAD32(threadIdx.x * 31 + threadIdx.x)];
  out[threadIdx.x] = s[threadIdx.x * 31 + threadIdx.x];
}

// Variables, members and enumerators.
static struct {
  int first;
} settings;
static union {
  int word;
  float real;
} either;
__constant__ struct {
  int a[4];
} table;
enum { Few = 4 };
namespace {
struct Holder {
  union {
    int word;
    float real;
  };
  struct {
    int inner;
  } named;
  enum { Many = 8 } kind;
};
} // namespace

int settle(Holder &h) {
  settings.first = h.word + Few;
  either.word = h.named.inner + Holder::Many;
  return either.word;
}

__global__ void tabled(int *out) { out[0] = table.a[1]; }

// An array of such a type.
__global__ void pairs(float *out) {
  __shared__ struct {
    float a, b;
  } t[128];
  t[threadIdx.x].a = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = t[127 - threadIdx.x].a;
}

// Lambdas that are copied, kept, and arguments of templates.
template <class F> struct Keeps {
  F f;
};
template <class F> Keeps<F> keep(F f) { return {f}; }
template <class F> __global__ void each(float *out, F f) {
  // CHECK: float s[BANKFIX_PAD32(1024)];
  __shared__ float s[1024];
  s[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = f(s[threadIdx.x * 31 + threadIdx.x]);
}

void launch(float *out) {
  auto twice = [] __device__(float x) { return x * 2; };
  auto next = [] __device__(float x) { return x + 1; };
  auto kept = keep([](int n) { return n; });
  auto generic = [](auto n) { return n; };
  int shared = 0, blocks = 0;
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      &shared, &blocks, tabled, [](int n) { return size_t(n) * 4; });
  k<<<1, 32>>>(out);
  pairs<<<1, 128>>>(out);
  tabled<<<1, 1>>>((int *)out);
  each<<<1, 32>>>(out, twice);
  each<<<1, 32>>>(out, next);
  each<<<kept.f(generic(1)), 32>>>(out, twice);
}
