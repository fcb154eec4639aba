// Where a header is missing, parts of the host code have no type at all; the
// kernels are judged all the same.

// RUN: %exits 1 %bankfix check %s 2>&1 | FileCheck %s
// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s --check-prefix=JSON

#include "missing.h"

__global__ void column(int *out) {
  __shared__ int a[1024];
  a[threadIdx.x] = 1;
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:22: warning: load of 'a[threadIdx.x * 32]' has
  out[threadIdx.x] = a[threadIdx.x * 32];
}

struct Known {
  int a, b;
  Known(int, int);
};

void host(int *out) {
  Missing m(1, 2);
  Known *p = new Missing(1, 2);
  Known *q = missing(new Known(1, 2), {1, 2});
  Known pair({1, 2}, missing);
  int list[] = {1, missing};
  for (auto v : missing) {
    Known first(v, 1);
    Known second = v.x({1, 2}, 3);
    Known third{v, 2};
  }
  column<<<1, 32>>>(out);
}

template <class T> void any(T v) {
  T copy(v, 2);
  auto result = v({1, 2});
  v.x = {1, 2};
}

// The block is known where only the grid is not, unless what is missing may
// change it.
// JSON: kernel {"name": "given", {{.*}}"block": [96, 1, 1], "block_from": "launch"
__global__ void given(int *out) {
  __shared__ int a[1024];
  a[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x * 8];
}

// JSON: kernel {"name": "changed", {{.*}}"block_from": "assumed"
__global__ void changed(int *out) {
  __shared__ int a[1024];
  a[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x * 8];
}

// JSON: kernel {"name": "missed", {{.*}}"block_from": "assumed"
__global__ void missed(int *out) {
  __shared__ int a[1024];
  a[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x * 8];
}

void sized(int *out, int n) {
  const dim3 block(96);
  const dim3 grid(missing(n, block.x), missing(n, block.y));
  dim3 one(missing(n)), partly(missing(n), 3), own(96);
  given<<<grid, block>>>(out);
  given<<<missing(n), 96>>>(missing(out));
  changed<<<missing(own), own>>>(out);
  missed<<<1, partly>>>(out);
}
