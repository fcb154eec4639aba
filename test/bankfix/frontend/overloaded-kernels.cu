// Kernels of one name are told apart by what a launch gives them: the text of
// one is no place that uses another.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin -o %t.cu %s > %t.log
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --cuda-headers=builtin %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin -o %t.again.cu %t.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME: 'turn<float>', {{.*}} 0 after; the same results

// CHECK-LABEL: void turn(T *out, const T *in)
template <typename T> __global__ void turn(T *out, const T *in) {
  extern __shared__ T rows[];
  int t = threadIdx.x;
  for (int k = 0; k < 32; k++)
    // CHECK: rows[{{.*(BANKFIX_[A-Z0-9_]+\(|33).*}}] = in[k];
    rows[t * 32 + k] = in[k];
  __syncthreads();
  out[t] = rows[t];
}

// CHECK-LABEL: void turn(T *out, const T *in, int from)
template <typename T> __global__ void turn(T *out, const T *in, int from) {
  extern __shared__ char raw[];
  T *s = (T *)raw;
  int t = threadIdx.x;
  for (int k = 0; k < 32; k++)
    // CHECK: s[BANKFIX_[[P:[A-Z0-9_]+]](t * 32 + k)] = in[from + k];
    s[t * 32 + k] = in[from + k];
  __syncthreads();
  out[t] = s[t];
}

// A function that is no kernel, by its name.
void turn(int);

// Which of two a pointer is, its type says.
__global__ void held(float *out, const float *in) {
  extern __shared__ float s[];
  for (int k = 0; k < 32; k++)
    s[threadIdx.x * 32 + k] = in[k];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void held(int *out, const int *in) {
  out[threadIdx.x] = in[threadIdx.x];
}

void run(float *f, double *d, int *i) {
  turn(1);
  // CHECK: turn<<<1, 32, {{.+}}>>>(f, f);
  turn<<<1, 32, 1024 * sizeof(float)>>>(f, f);
  // CHECK: turn<<<1, 32, {{BANKFIX_.+}}>>>(f, f, 2);
  turn<<<1, 32, 1024 * sizeof(float)>>>(f, f, 2);
  // CHECK: turn<<<1, 32, {{BANKFIX_.+}}>>>(d, d, 2);
  turn<<<1, 32, 1024 * sizeof(double)>>>(d, d, 2);
  // CHECK: held<<<1, 32, BANKFIX_{{.+}}(4096)>>>(f, f);
  held<<<1, 32, 4096>>>(f, f);
  void (*last)(float *, const float *) = held;
  // CHECK: last<<<1, 32, BANKFIX_{{.+}}(8192)>>>(f, f);
  last<<<1, 32, 8192>>>(f, f);
  // CHECK: held<<<1, 32>>>(i, i);
  held<<<1, 32>>>(i, i);
}
