// What another build does with an array by way of a function that returns it,
// or of a macro that names it there, is looked at as its own name is.

// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s
// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin %S/Inputs/undefined.cu | FileCheck %S/Inputs/undefined.cu
// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin %S/Inputs/undefined.cu -- -rdc=true | FileCheck %S/Inputs/undefined.cu --check-prefix=LINKED
// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin %S/Inputs/empty-macro.cu | FileCheck %S/Inputs/empty-macro.cu

// In a macro that a branch defines.
__device__ float *inMacro() {
  // CHECK: no fix of 'm' by {{.*}}: it would not hold in a build with -DX
  __shared__ float m[1024];
  return m;
}
#ifdef X
#define READ inMacro()[threadIdx.x * 32]
#else
#define READ 5
#endif
__global__ void macros(float *out) {
  float *s = inMacro();
  for (int j = 0; j < 32; ++j)
    s[threadIdx.x * 32 + j] = j;
  __syncthreads();
  out[threadIdx.x] = READ + s[threadIdx.x * 32];
}

// In a template of which nothing here makes an instance; and an object that
// converts to it.
__device__ float *inTemplate() {
  // CHECK: no fix of 't' by index-macro: line [[#@LINE+5]]: 'inTemplate' is named in a way that bankfix does not follow; index the array itself there
  __shared__ float t[1024];
  return t;
}
template <class T> __device__ float two(T i) {
  return inTemplate()[i];
}
struct Converts {
  __device__ operator float *() {
    // CHECK: no fix of 'c' by index-macro: line [[#@LINE+6]]: 'Converts' is named in a way
    __shared__ float c[1024];
    return c;
  }
};
template <int M> __device__ float at(int i) {
  if constexpr (M == 1) { Converts c; float *p = c; return p[i]; }
  return 3;
}
__global__ void templates(float *out) {
  float *s = inTemplate(), *u = Converts();
  for (int j = 0; j < 32; ++j)
    s[threadIdx.x * 32 + j] = u[threadIdx.x * 32 + j] = j;
  __syncthreads();
  out[threadIdx.x] = at<0>(1) + s[threadIdx.x * 32] + u[threadIdx.x * 32];
}

// A macro that named the array before a branch defined it anew.
#define LATER d[threadIdx.x * 32]
#ifndef Y
#undef LATER
#define LATER 4
#endif
__global__ void redefined(float *out) {
  // CHECK: no fix of 'd' by {{.*}}: it would not hold in a build with -DY
  __shared__ float d[1024];
  for (int j = 0; j < 32; ++j)
    d[threadIdx.x * 32 + j] = j;
  __syncthreads();
  out[threadIdx.x] = LATER + d[threadIdx.x * 32 + 1];
}
void run(float *a) {
  macros<<<1, 32>>>(a);
  templates<<<1, 32>>>(a);
  redefined<<<1, 32>>>(a);
}
