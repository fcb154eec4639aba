// A template that is declared more than once has its instances once, and so has
// one that is specialized explicitly.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | grep ^kernel > %t.kernels
// RUN: FileCheck %s --implicit-check-not=kernel < %t.kernels
// RUN: %bankfix %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED

template <typename T> __global__ void copy(const T *in, T *out);

// CHECK: kernel {"name": "copy", "instance": "<float>", "line": [[#@LINE+1]],
template <typename T> __global__ void copy(const T *in, T *out) {
  extern __shared__ float s[];
  // FIXED: s[threadIdx.x * 33] = in[threadIdx.x];
  s[threadIdx.x * 32] = in[threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x * 32];
}

template <typename T> __global__ void fill(T *out) {}

// CHECK: kernel {"name": "fill", "instance": "<double>", "line": [[#@LINE+1]],
template <> __global__ void fill<double>(double *out) {
  // FIXED: double tile[16][17];
  __shared__ double tile[16][16];
  tile[threadIdx.x][0] = 1;
  out[threadIdx.x] = tile[threadIdx.x][0];
}

void launch(float *f, double *d) {
  copy<float><<<1, 32, 32 * 32 * 4>>>(f, f);
  fill<double><<<1, 16>>>(d);
}
