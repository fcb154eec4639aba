// The shape of a block may be in a local array whose elements are set one by
// one, as hosts that were written for OpenCL have it.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s

// CHECK: kernel {"name": "known"{{.*}} "block": [32, 2, 1]
template <int N> __global__ void known(float *out) {
  __shared__ float t[2048];
  t[threadIdx.x * N + threadIdx.y] = 1;
  out[0] = t[0];
}
// CHECK: kernel {"name": "doubled"{{.*}} "block": [64, 2, 1]
__global__ void doubled(float *out) {
  __shared__ float t[2048];
  t[threadIdx.x * 8] = 1;
  out[0] = t[0];
}
// What something unseen may have set is not known.
// CHECK-COUNT-6: kernel {"name": "unknown"{{.*}} "block_from": "assumed"
template <int N> __global__ void unknown(float *out) {
  __shared__ float t[2048];
  t[threadIdx.x * 2 + N] = 1;
  out[0] = t[0];
}

void set(int *);

void run(float *out, int n) {
  size_t block[2];
  block[0] = 32;
  block[1] = 4 / 2;
  size_t grid[2] = {size_t(n), 1};
  known<8><<<dim3(grid[0], grid[1]), dim3(block[0], block[1])>>>(out);

  int twice[] = {32, 1};
  for (int i = 0; i < 2; ++i)
    twice[i] *= 2;
  doubled<<<1, dim3(twice[0], twice[1])>>>(out);

  int called[2] = {64, 1};
  set(called);
  unknown<0><<<1, called[0]>>>(out);
  int pointed[2] = {64, 1}, *to = pointed;
  *to = 32;
  unknown<1><<<1, pointed[0]>>>(out);
  int referred[2] = {64, 1}, &first = referred[0];
  first = 32;
  unknown<2><<<1, referred[0]>>>(out);
  int some[2] = {64, 1};
  some[n] = 32;
  unknown<3><<<1, some[0]>>>(out);
  int each[2] = {64, 1};
  for (int &one : each)
    one = 32;
  unknown<4><<<1, each[0]>>>(out);
  static int kept[2] = {64, 1};
  unknown<5><<<1, kept[0]>>>(out);
  kept[0] = n;
}
