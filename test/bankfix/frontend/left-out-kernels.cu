// Kernels that the preprocessor leaves out are not read, and the summary says
// so, beside others that are.

// RUN: %exits 2 %bankfix check --strict %s 2>&1 | FileCheck %s
// RUN: %bankfix check --format=json %s 2> /dev/null | FileCheck %s --check-prefix=JSON
// RUN: %exits 1 %bankfix check --strict %s --target=sm_90 -- -DUSE_FAST 2>&1 | FileCheck %s --check-prefix=ALL

// CHECK: 1 kernel, 2 accesses, none with bank conflicts; 2 kernels not read: 'hopper': the preprocessor leaves it out; give the macros that it asks for with -D, or another --target
// JSON: "unread": [
// JSON: "hopper"
// JSON: "fast"
// JSON-NOT: "dead"
// JSON-NOT: "plain"
// JSON-NOT: "read"
// ALL: 3 kernels, 6 accesses, {{.*}} with bank conflicts{{.*}}
// ALL-NOT: not read

__global__ void read(float *o) {
  __shared__ float t[1024];
  t[threadIdx.x] = o[threadIdx.x];
  o[threadIdx.x] = t[threadIdx.x];
}

#if __CUDA_ARCH__ >= 900
__global__ void __launch_bounds__(256) hopper(float *o) {
  __shared__ float t[1024];
  t[threadIdx.x * 4] = o[threadIdx.x];
  o[threadIdx.x] = t[threadIdx.x];
}
#endif

#ifdef USE_FAST
template <class T> __global__ void plain(T *o) { o[threadIdx.x] = 0; }
__global__ void fast(float *o);
__global__ void fast(float *o) {
  __shared__ float t[1024];
  t[threadIdx.x * 4] = o[threadIdx.x];
  o[threadIdx.x] = t[threadIdx.x];
}
#endif

#if 0
__global__ void dead(float *o) {
  __shared__ float t[1024];
  t[threadIdx.x * 4] = o[threadIdx.x];
}
#endif

// Of two versions, one is read.
#ifdef OTHER
__global__ void read(float *o) {
  __shared__ float t[2048];
  t[threadIdx.x * 2] = o[threadIdx.x];
}
#endif
