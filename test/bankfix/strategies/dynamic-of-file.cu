// Dynamic memory that one text declares for several kernels is each one's own:
// what helps one is not done to the others, unless they share what indexes it.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin --sort=source %s -o %t.cu > %t.log
// RUN: FileCheck %s --input-file=%t.log --check-prefix=LOG
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME: 'strided', {{.*}} 0 after; the same results
// SAME: 'plain', {{.*}} 0 excess wavefronts counted before, 0 after; the same results

extern __shared__ float sums[];

__global__ void strided(float *out, const float *in) {
  int x = threadIdx.x;
  // CHECK: sums[BANKFIX_PAD32(x)] = in[x];
  sums[x] = in[x];
  __syncthreads();
  for (int s = 1; s < 1024; s *= 2) {
    int i = 2 * s * x;
    if (i + s < 1024)
      // CHECK: sums[BANKFIX_PAD32(i)] += sums[BANKFIX_PAD32(i + s)];
      sums[i] += sums[i + s];
    __syncthreads();
  }
  if (x == 0)
    out[0] = sums[0];
}

__global__ void plain(float *out, const float *in) {
  int x = threadIdx.x;
  // CHECK: sums[x] = in[x];
  sums[x] = in[x];
  __syncthreads();
  out[x] = sums[(x + 1) % 1024] + sums[(x + 17) % 1024];
}

// The same, through a function that all kernels call, in each instance.
template <class T> struct Memory {
  __device__ operator T *() {
    extern __shared__ int words[];
    return (T *)words;
  }
};

template <class T> __global__ void interleaved(T *out, const T *in) {
  T *s = Memory<T>();
  int x = threadIdx.x;
  s[x] = in[x];
  __syncthreads();
  for (int k = 1; k < 256; k *= 2) {
    int i = 2 * k * x;
    if (i + k < 256)
      // CHECK: s[BANKFIX_PAD32(i)] += s[BANKFIX_PAD32(i + k)];
      s[i] += s[i + k];
    __syncthreads();
  }
  if (x == 0)
    out[0] = s[0];
}

template <class T> __global__ void sequential(T *out, const T *in) {
  T *s = Memory<T>();
  int x = threadIdx.x;
  // CHECK: s[x] = in[x];
  s[x] = in[x];
  __syncthreads();
  out[x] = s[(x + 1) % 256] + s[(x + 5) % 256];
}

// Kernels that a function indexes it for have one array, as it has one text.
extern __shared__ int shared[];
// CHECK: return shared[BANKFIX_PAD32(i)];
__device__ int get(int i) { return shared[i]; }

__global__ void first(int *out) {
  // CHECK: shared[BANKFIX_PAD32(threadIdx.x * 32)] = 1;
  shared[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = get(threadIdx.x * 32);
}

__global__ void second(int *out) {
  // CHECK: shared[BANKFIX_PAD32(threadIdx.x)] = 1;
  shared[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = get(threadIdx.x);
}

// CHECK: int bytes = size * sizeof(T);
template <class T> void launch(T *out, const T *in, int size) {
  int bytes = size * sizeof(T);
  // CHECK: interleaved<T><<<1, 256, BANKFIX_PAD32(bytes)>>>(out, in);
  // CHECK: sequential<T><<<1, 256, bytes>>>(out, in);
  // LOG: the host is changed to give 'words' 'BANKFIX_PAD32(bytes)' bytes instead of 'bytes'
  interleaved<T><<<1, 256, bytes>>>(out, in);
  sequential<T><<<1, 256, bytes>>>(out, in);
}

void launchAll(float *f, int *i) {
  // CHECK: strided<<<1, 1024, BANKFIX_PAD32(4096)>>>(f, f);
  // CHECK: plain<<<1, 1024, 1024 * sizeof(float)>>>(f, f);
  strided<<<1, 1024, 4096>>>(f, f);
  plain<<<1, 1024, 1024 * sizeof(float)>>>(f, f);
  launch(f, f, 256);
  launch(i, i, 256);
  // CHECK: first<<<1, 32, BANKFIX_PAD32(4096)>>>(i);
  // CHECK: second<<<1, 32, BANKFIX_PAD32(4096)>>>(i);
  first<<<1, 32, 4096>>>(i);
  second<<<1, 32, 4096>>>(i);
}
