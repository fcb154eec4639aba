// A pointer that may not write gives elements' addresses that may not, and the array
// others: where that is all, it is the same address. What a call or a declaration makes
// of its type is not the same.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu > %t.log
// RUN: %FileCheck %s --check-prefix=LOG < %t.log
// RUN: %code %t.cu | %FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --kernel=plain --objective=wavefronts --cuda-headers=builtin %s | %FileCheck %s --check-prefix=SAME
// SAME: the same results

__global__ void plain(const float *in, float *o) {
  __shared__ __align__(16) float s[32 * 16];
  s[threadIdx.x * 16] = in[threadIdx.x];
  s[threadIdx.x * 16 + 4] = in[threadIdx.x];
  const float *at = &s[threadIdx.x * 16];
  __syncthreads();
  // CHECK: float4 v = *(const float4 *)&s[BANKFIX_SWIZZLE_3_28((int)(at - s) + (4))];
  float4 v = *(const float4 *)&at[4];
  o[threadIdx.x] = v.x + at[0];
}

template <class T> __device__ float first(T *p) { return *p; }
__device__ float first(float *p) { return 2 * *p; }

// LOG-DAG: no fix of 'd' by {{.*}}: the proof failed: 'first' changed in more than the planned accesses
__global__ void deduced(const float *in, float *o) {
  __shared__ __align__(16) float d[32 * 16];
  d[threadIdx.x * 16] = in[threadIdx.x];
  const float *at = &d[threadIdx.x * 16];
  __syncthreads();
  // CHECK: o[threadIdx.x] = first(&at[1]);
  o[threadIdx.x] = first(&at[1]);
}

// What a class does with such an address depends on it, too, and its functions are no
// names that differ.
struct Reader {
  __device__ float of(const float *p) { return *p; }
  __device__ float of(float *p) { return 2 * *p; }
  __device__ float at(const float &p) { return p; }
  __device__ float at(float &p) { return 2 * p; }
};
struct Made {
  float value;
  __device__ Made(const float *p) : value(*p) {}
  __device__ Made(float *p) : value(2 * *p) {}
};
template <class T> struct IsConst { static constexpr int Value = 0; };
template <class T> struct IsConst<const T> { static constexpr int Value = 1; };
struct Deduced {
  float value;
  template <class T> __device__ Deduced(T &p) : value(p * (1 + IsConst<T>::Value)) {}
};

// LOG-DAG: no fix of 'm' by {{.*}}: the proof failed: 'methods' changed in more than the planned accesses
__global__ void methods(const float *in, float *o) {
  __shared__ __align__(16) float m[32 * 16];
  m[threadIdx.x * 16 + 1] = in[threadIdx.x];
  const float *at = &m[threadIdx.x * 16];
  __syncthreads();
  Reader r;
  // CHECK: o[threadIdx.x] = r.of(&at[1]);
  o[threadIdx.x] = r.of(&at[1]);
}

// LOG-DAG: no fix of 'e' by {{.*}}: the proof failed: 'references' changed in more than the planned accesses
__global__ void references(const float *in, float *o) {
  __shared__ __align__(16) float e[32 * 16];
  e[threadIdx.x * 16 + 1] = in[threadIdx.x];
  const float *at = &e[threadIdx.x * 16];
  __syncthreads();
  Reader r;
  // CHECK: o[threadIdx.x] = r.at(at[1]);
  o[threadIdx.x] = r.at(at[1]);
}

// LOG-DAG: no fix of 'c' by
__global__ void constructors(const float *in, float *o) {
  __shared__ __align__(16) float c[32 * 16];
  c[threadIdx.x * 16 + 1] = in[threadIdx.x];
  const float *at = &c[threadIdx.x * 16];
  __syncthreads();
  // CHECK: Made made(&at[1]);
  Made made(&at[1]);
  o[threadIdx.x] = made.value;
}

// LOG-DAG: no fix of 't' by
__global__ void templates(const float *in, float *o) {
  __shared__ __align__(16) float t[32 * 16];
  t[threadIdx.x * 16 + 1] = in[threadIdx.x];
  const float *at = &t[threadIdx.x * 16];
  float *other = &t[threadIdx.x * 16];
  __syncthreads();
  Deduced onceMade(other[1]);
  // CHECK: Deduced twiceMade(at[1]);
  Deduced twiceMade(at[1]);
  o[threadIdx.x] = onceMade.value + twiceMade.value;
}

void f(const float *i, float *o) {
  plain<<<1, 32>>>(i, o);
  deduced<<<1, 32>>>(i, o);
  methods<<<1, 32>>>(i, o);
  references<<<1, 32>>>(i, o);
  constructors<<<1, 32>>>(i, o);
  templates<<<1, 32>>>(i, o);
}
