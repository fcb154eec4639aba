// A main file is no header because it does not end in .cu: its templates are
// instantiated here alone.

// RUN: cp %s %t.cpp
// RUN: %bankfix %t.cpp -o %t.fixed.cpp > /dev/null
// RUN: %code %t.fixed.cpp | FileCheck %s
// RUN: cp %s %t.cc
// RUN: %bankfix %t.cc -o %t.fixed.cc > /dev/null
// RUN: %code %t.fixed.cc | FileCheck %s
// RUN: cp %s %t.inl
// RUN: %bankfix %t.inl -o %t.fixed.inl > /dev/null
// RUN: cmp %t.inl %t.fixed.inl

// CHECK: T tile[32][33];
template <typename T> __global__ void transpose(T *out, const T *in) {
  __shared__ T tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void launch(float *out, const float *in) {
  transpose<<<1, dim3(32, 32)>>>(out, in);
}
