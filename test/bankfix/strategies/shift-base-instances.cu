// An alignment that one instance of a template wants may be too small for the
// elements of another, whose accesses rely on theirs.

// RUN: %bankfix %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s
// RUN: %bankfix --strategy=pad-row,shift-base %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s
// RUN: %bankfix verify --against=%t.cu %s > %t.log

template <class T, int N> __global__ void transposed(T *out, const T *in) {
  // CHECK: __shared__ {{(__align__\([0-9]{2,}\) )?}}T t[N][N + {{[0-9]+}}];
  __shared__ T t[N][N];
  T *row = t[threadIdx.y];
  row[threadIdx.x] = in[threadIdx.y * N + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * N + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}

void launch(float *a, const float *b, double *c, const double *d, short *e, const short *f) {
  transposed<float, 16><<<1, dim3(16, 16)>>>(a, b);
  transposed<double, 32><<<1, dim3(32, 32)>>>(c, d);
  transposed<short, 32><<<1, dim3(32, 32)>>>(e, f);
}
