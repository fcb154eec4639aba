// Shared memory that an object converts to: the pointer is the array's start.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %t.cu -o %t.again.cu > /dev/null
// RUN: diff %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME: the same results

// Of what nothing makes an instance of, only where the array is matters.
template <class T> struct SharedMemory {
  __device__ inline operator T *() {
    // CHECK: extern __shared__ int words[];
    extern __shared__ int words[];
    return (T *)words;
  }
  __device__ inline operator const T *() const {
    extern __shared__ int words[];
    return (T *)words;
  }
};

// Elements of another size, which share the text that indexes them.
template <> struct SharedMemory<double> {
  __device__ inline operator double *() {
    extern __shared__ double pairs[];
    return (double *)pairs;
  }
  __device__ inline operator const double *() const {
    extern __shared__ double pairs[];
    return (double *)pairs;
  }
};

template <class T> __global__ void reduce(T *in, T *out, unsigned n) {
  // CHECK: T *s = SharedMemory<T>();
  T *s = SharedMemory<T>();
  unsigned tid = threadIdx.x;
  // CHECK: s[BANKFIX_[[P:[A-Z]+_?[0-9_]+]](tid)] = tid < n ? in[tid] : 0;
  s[tid] = tid < n ? in[tid] : 0;
  __syncthreads();
  for (unsigned k = 1; k < blockDim.x; k *= 2) {
    int index = 2 * k * tid;
    if (index < blockDim.x)
      // CHECK: s[BANKFIX_[[P]](index)] += s[BANKFIX_[[P]](index + k)];
      s[index] += s[index + k];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = s[0];
}
// CHECK: reduce<float><<<1, 256, BANKFIX_ROUND64(256 * sizeof(float))>>>(a, a, 256);
void floats(float *a) {
  reduce<float><<<1, 256, 256 * sizeof(float)>>>(a, a, 256);
}
void ints(int *a) { reduce<int><<<1, 256, 256 * sizeof(int)>>>(a, a, 256); }

void doubles(double *a) {
  reduce<double><<<1, 256, 256 * sizeof(double)>>>(a, a, 256);
}
