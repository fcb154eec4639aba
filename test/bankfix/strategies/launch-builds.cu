// What a walk over a host function finds of a kernel's bytes holds for the
// builds that have the same text: where others may have more, the size stays.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=index-macro %s | FileCheck %s

#include <cuda_runtime.h>

// CHECK-NOT: (index-macro)

// What reads the bytes may depend on them.
__global__ void read(float *out) {
  // CHECK-DAG: no fix of 'read_rows' by index-macro: line [[#@LINE+10]]: the launch's bytes in '&config' cannot be changed in place
  extern __shared__ float read_rows[];
  read_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = read_rows[threadIdx.x];
}
void host_read(float *out) {
  cudaLaunchConfig_t config = {dim3(1), dim3(32)};
  config.dynamicSmemBytes = 4096;
  if (config.dynamicSmemBytes <= 4096)
    cudaLaunchKernelEx(&config, read, out);
}

__global__ void branched(float *out) {
  // CHECK-DAG: no fix of 'branched_rows' by index-macro: line [[#@LINE+12]]: the launch's bytes in '&config' cannot be changed in place
  extern __shared__ float branched_rows[];
  branched_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = branched_rows[threadIdx.x];
}
void host_branched(float *out) {
  cudaLaunchConfig_t config = {dim3(1), dim3(32)};
  config.dynamicSmemBytes = 8192;
#ifdef ALT_SMALL
  config.dynamicSmemBytes = 4096;
#endif
  cudaLaunchKernelEx(&config, branched, out);
}

#ifdef ALT_TRIM
#define TRIM(c) (c).dynamicSmemBytes = 4096
#else
#define TRIM(c)
#endif
__global__ void trimmed(float *out) {
  // CHECK-DAG: no fix of 'trimmed_rows' by index-macro: line [[#@LINE+10]]: the launch's bytes in '&config' cannot be changed in place
  extern __shared__ float trimmed_rows[];
  trimmed_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = trimmed_rows[threadIdx.x];
}
void host_trimmed(float *out) {
  cudaLaunchConfig_t config = {dim3(1), dim3(32)};
  config.dynamicSmemBytes = 8192;
  TRIM(config);
  cudaLaunchKernelEx(&config, trimmed, out);
}

// A variable may be given to others there.
void again(void (*kernel)(float *), float *out) { kernel<<<1, 32, 4096>>>(out); }
__global__ void held(float *out) {
  // CHECK-DAG: no fix of 'held_rows' by index-macro: {{.*}}'held' is named here, and bankfix does not follow it to its launch
  extern __shared__ float held_rows[];
  held_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = held_rows[threadIdx.x];
}
void host_held(float *out) {
  auto kernel = held;
#ifdef ALT_AGAIN
  again(kernel, out);
#endif
  kernel<<<1, 32, 4096>>>(out);
}

// A function may do more with the bytes.
#ifndef TRACE
#define TRACE()
#endif
template <class K> void traced(K kernel, size_t bytes, float *out) {
  TRACE();
  kernel<<<1, 32, bytes>>>(out);
}
__global__ void wrapped(float *out) {
  // CHECK-DAG: no fix of 'wrapped_rows' by index-macro: {{.*}}'wrapped' is named here, and bankfix does not follow it to its launch
  extern __shared__ float wrapped_rows[];
  wrapped_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = wrapped_rows[threadIdx.x];
}
void host_wrapped(float *out) { traced(wrapped, 4096, out); }

// Or take them as another type.
#ifndef BYTES
#define BYTES size_t
#endif
template <class K> void typed(K kernel, BYTES bytes, float *out) { kernel<<<1, 32, bytes>>>(out); }
__global__ void narrow(float *out) {
  // CHECK-DAG: no fix of 'narrow_rows' by index-macro: {{.*}}'narrow' is named here, and bankfix does not follow it to its launch
  extern __shared__ float narrow_rows[];
  narrow_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = narrow_rows[threadIdx.x];
}
void host_narrow(float *out) { typed(narrow, 4096, out); }

// What is nothing here may launch it with other bytes.
#ifndef BEFORE
#define BEFORE
#endif
__global__ void preceded(float *out) {
  // CHECK-DAG: no fix of 'preceded_rows' by index-macro: {{.*}}the macro 'BEFORE' is nothing where the array is used
  extern __shared__ float preceded_rows[];
  preceded_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = preceded_rows[threadIdx.x];
}
void host_preceded(float *out) {
  BEFORE
  preceded<<<1, 32, 4096>>>(out);
}
