// Other files may instantiate a template that a header holds in other ways.

// RUN: %bankfix %s -o %t.cuh | FileCheck %s
// RUN: cmp %s %t.cuh

template <typename T> __global__ void instance(T *out) {
  // CHECK: no fix of 'tile' by pad-row: line [[#@LINE+1]]: it is used in the template 'instance', which other files may instantiate
  __shared__ T tile[32][32];
  tile[threadIdx.x][threadIdx.y] = out[0];
}

inline void launch(float *out) { instance<<<1, dim3(32, 32)>>>(out); }
