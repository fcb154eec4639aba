// Dynamic memory of kernels that get to their launches by way of a variable, or
// of a function that takes the bytes, too.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=index-macro %s | %FileCheck %s
// RUN: %bankfix --objective=wavefronts --strategy=index-macro %s -o %t.cu > %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device -I%S %t.cu
// RUN: %bankfix --objective=wavefronts --strategy=index-macro %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

#include "Inputs/launch-wrappers.h"

#define MAX_BYTES cudaFuncAttributeMaxDynamicSharedMemorySize

__global__ void launched(float *out) {
  // CHECK-DAG: note: 'launched_rows[], 4096 -> 4224 bytes, indexed through BANKFIX_PAD32' (index-macro) leaves
  extern __shared__ float launched_rows[];
  launched_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = launched_rows[threadIdx.x];
}
void host_launched(float *out) {
  // FIXED: launch(launched, dim3(1), dim3(32), BANKFIX_PAD32(1024) * sizeof(float), out);
  launch(launched, dim3(1), dim3(32), 1024 * sizeof(float), out);
}

__global__ void configured(float *out) {
  // CHECK-DAG: note: 'configured_rows[], 4096 -> 4224 bytes, indexed through BANKFIX_PAD32' (index-macro) leaves
  extern __shared__ float configured_rows[];
  configured_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = configured_rows[threadIdx.x];
}
void host_configured(float *out) {
  // FIXED: launchBySettings(configured, dim3(1), dim3(32), BANKFIX_PAD32(1024) * sizeof(float), out);
  launchBySettings(configured, dim3(1), dim3(32), 1024 * sizeof(float), out);
}

__global__ void passed(float *out) {
  // CHECK-DAG: note: 'passed_rows[], 4096 -> 4224 bytes, indexed through BANKFIX_PAD32' (index-macro) leaves
  extern __shared__ float passed_rows[];
  passed_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = passed_rows[threadIdx.x];
}
template <class K, class... A> void handOn(K kernel, size_t bytes, A... args) {
  launch(kernel, dim3(1), dim3(32), bytes, args...);
}
void host_passed(float *out) {
  // FIXED: handOn(passed, BANKFIX_PAD32(1024) * sizeof(float), out);
  handOn(passed, 1024 * sizeof(float), out);
}

__global__ void limited(float *out) {
  // CHECK-DAG: note: 'limited_rows[], 4096 -> 4224 bytes, indexed through BANKFIX_PAD32' (index-macro) leaves
  extern __shared__ float limited_rows[];
  limited_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = limited_rows[threadIdx.x];
}
static void raise(void (*kernel)(float *), int bytes, float *out) {
  cudaFuncSetAttribute(kernel, MAX_BYTES, bytes);
  kernel<<<1, 32, bytes>>>(out);
}
void host_limited(float *out) {
  // FIXED: raise(limited, BANKFIX_PAD32(1024) * sizeof(float), out);
  raise(limited, 1024 * sizeof(float), out);
}

__global__ void held(float *out) {
  // CHECK-DAG: note: 'held_rows[], 4096 -> 4224 bytes, indexed through BANKFIX_PAD32' (index-macro) leaves
  extern __shared__ float held_rows[];
  held_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = held_rows[threadIdx.x];
}
void host_held(float *out) {
  auto kernel = &held;
  // FIXED: cudaFuncSetAttribute(kernel, MAX_BYTES, BANKFIX_PAD32(1024) * sizeof(float));
  cudaFuncSetAttribute(kernel, MAX_BYTES, 1024 * sizeof(float));
  // FIXED: kernel<<<1, 32, BANKFIX_PAD32(1024) * sizeof(float)>>>(out);
  kernel<<<1, 32, 1024 * sizeof(float)>>>(out);
}

__global__ void handed(float *out) {
  // CHECK-DAG: note: 'handed_rows[], 4096 -> 4224 bytes, indexed through BANKFIX_PAD32' (index-macro) leaves
  extern __shared__ float handed_rows[];
  handed_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = handed_rows[threadIdx.x];
}
void host_handed(float *out) {
  auto kernel = handed;
  // FIXED: launchBySettings(kernel, dim3(1), dim3(32), BANKFIX_PAD32(1024) * sizeof(float), out);
  launchBySettings(kernel, dim3(1), dim3(32), 1024 * sizeof(float), out);
}

// Functions that do more with either, or with one of several; and variables that
// may hold another kernel.

__global__ void doubled(float *out) {
  // CHECK-DAG: note: no fix of 'doubled_rows' by index-macro:
  // FIXED: doubled_rows[threadIdx.x * 32] = 1;
  extern __shared__ float doubled_rows[];
  doubled_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = doubled_rows[threadIdx.x];
}
template <class K, class... A> void doubledBy(K kernel, size_t bytes, A... args) {
  kernel<<<1, 32, 2 * bytes>>>(args...);
}
void host_doubled(float *out) {
  doubledBy(doubled, 4096, out);
}

__global__ void grown(float *out) {
  // CHECK-DAG: note: no fix of 'grown_rows' by index-macro:
  // FIXED: grown_rows[threadIdx.x * 32] = 1;
  extern __shared__ float grown_rows[];
  grown_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = grown_rows[threadIdx.x];
}
template <class K, class... A> void grownBy(K kernel, size_t bytes, A... args) {
  bytes += 64;
  kernel<<<1, 32, bytes>>>(args...);
}
void host_grown(float *out) {
  grownBy(grown, 4096, out);
}

__global__ void looped(float *out) {
  // CHECK-DAG: note: no fix of 'looped_rows' by index-macro:
  // FIXED: looped_rows[threadIdx.x * 32] = 1;
  extern __shared__ float looped_rows[];
  looped_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = looped_rows[threadIdx.x];
}
template <class K, class... A> void loopedBy(K kernel, size_t bytes, A... args) {
  for (int i = 0; i < 2; ++i, bytes *= 2)
    kernel<<<1, 32, bytes>>>(args...);
}
void host_looped(float *out) {
  loopedBy(looped, 4096, out);
}

__global__ void noted(float *out) {
  // CHECK-DAG: note: no fix of 'noted_rows' by index-macro:
  // FIXED: noted_rows[threadIdx.x * 32] = 1;
  extern __shared__ float noted_rows[];
  noted_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = noted_rows[threadIdx.x];
}
void note(size_t bytes);
template <class K, class... A> void notedBy(K kernel, size_t bytes, A... args) {
  note(bytes);
  kernel<<<1, 32, bytes>>>(args...);
}
void host_noted(float *out) {
  notedBy(noted, 4096, out);
}

__global__ void capped(float *out) {
  // CHECK-DAG: note: no fix of 'capped_rows' by index-macro:
  // FIXED: capped_rows[threadIdx.x * 32] = 1;
  extern __shared__ float capped_rows[];
  capped_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = capped_rows[threadIdx.x];
}
template <class K, class... A> void cappedBy(K kernel, size_t bytes, A... args) {
  cudaFuncSetAttribute(kernel, MAX_BYTES, 4096);
  kernel<<<1, 32, bytes>>>(args...);
}
void host_capped(float *out) {
  cappedBy(capped, 4096, out);
}

__global__ void built(float *out) {
  // CHECK-DAG: note: no fix of 'built_rows' by index-macro:
  // FIXED: built_rows[threadIdx.x * 32] = 1;
  extern __shared__ float built_rows[];
  built_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = built_rows[threadIdx.x];
}
template <class K, class... A> void builtBy(K kernel, size_t bytes, A... args) {
#ifdef SMALL
  kernel<<<1, 32, bytes / 2>>>(args...);
#else
  kernel<<<1, 32, bytes>>>(args...);
#endif
}
void host_built(float *out) {
  builtBy(built, 4096, out);
}

__global__ void kept(float *out) {
  // CHECK-DAG: note: no fix of 'kept_rows' by index-macro:
  // FIXED: kept_rows[threadIdx.x * 32] = 1;
  extern __shared__ float kept_rows[];
  kept_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = kept_rows[threadIdx.x];
}
void keep(void *kernel);
template <class K, class... A> void keptBy(K kernel, size_t bytes, A... args) {
  keep((void *)kernel);
  kernel<<<1, 32, bytes>>>(args...);
}
void host_kept(float *out) {
  keptBy(kept, 4096, out);
}

__global__ void again(float *out) {
  // CHECK-DAG: note: no fix of 'again_rows' by index-macro:
  // FIXED: again_rows[threadIdx.x * 32] = 1;
  extern __shared__ float again_rows[];
  again_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = again_rows[threadIdx.x];
}
template <class K, class... A> void againBy(K kernel, size_t bytes, A... args) {
  kernel<<<1, 32, bytes>>>(args...);
  kernel<<<1, 32, 4096>>>(args...);
}
void host_again(float *out) {
  againBy(again, 4096, out);
}

__global__ void reset(float *out) {
  // CHECK-DAG: note: no fix of 'reset_rows' by index-macro:
  // FIXED: reset_rows[threadIdx.x * 32] = 1;
  extern __shared__ float reset_rows[];
  reset_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = reset_rows[threadIdx.x];
}
void set(cudaLaunchConfig_t *settings);
template <class K, class... A> void resetBy(K kernel, size_t bytes, A... args) {
  cudaLaunchConfig_t settings = {};
  settings.blockDim = dim3(32);
  settings.dynamicSmemBytes = bytes;
  set(&settings);
  cudaLaunchKernelEx(&settings, kernel, args...);
}
void host_reset(float *out) {
  resetBy(reset, 4096, out);
}

__global__ void added(float *out) {
  // CHECK-DAG: note: no fix of 'added_rows' by index-macro:
  // FIXED: added_rows[threadIdx.x * 32] = 1;
  extern __shared__ float added_rows[];
  added_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = added_rows[threadIdx.x];
}
template <class K, class... A> void addedBy(K kernel, size_t bytes, A... args) {
  cudaLaunchConfig_t settings = {};
  settings.blockDim = dim3(32);
  settings.dynamicSmemBytes = bytes;
  settings.dynamicSmemBytes += 64;
  cudaLaunchKernelEx(&settings, kernel, args...);
}
void host_added(float *out) {
  addedBy(added, 4096, out);
}

__global__ void either(float *out) {
  // CHECK-DAG: note: no fix of 'either_rows' by index-macro:
  // FIXED: either_rows[threadIdx.x * 32] = 1;
  extern __shared__ float either_rows[];
  either_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = either_rows[threadIdx.x];
}
template <class K, class... A> void eitherBy(K kernel, size_t bytes, A... args) {
  cudaLaunchConfig_t one = {}, other = {};
  one.blockDim = other.blockDim = dim3(32);
  one.dynamicSmemBytes = bytes;
  other.dynamicSmemBytes = 4096;
  cudaLaunchKernelEx(&one, kernel, args...);
  cudaLaunchKernelEx(&other, kernel, args...);
}
void host_either(float *out) {
  eitherBy(either, 4096, out);
}

__global__ void macro(float *out) {
  // CHECK-DAG: note: no fix of 'macro_rows' by index-macro:
  // FIXED: macro_rows[threadIdx.x * 32] = 1;
  extern __shared__ float macro_rows[];
  macro_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = macro_rows[threadIdx.x];
}
template <class K, class... A> void macroBy(K kernel, size_t bytes, A... args) {
#define GROWN(n) ((n) + 64)
  kernel<<<1, 32, GROWN(bytes)>>>(args...);
}
void host_macro(float *out) {
  macroBy(macro, 4096, out);
}

__global__ void referred(float *out) {
  // CHECK-DAG: note: no fix of 'referred_rows' by index-macro:
  // FIXED: referred_rows[threadIdx.x * 32] = 1;
  extern __shared__ float referred_rows[];
  referred_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = referred_rows[threadIdx.x];
}
template <class K> void referredBy(K kernel, const size_t &bytes, float *out) {
  kernel<<<1, 32, bytes>>>(out);
}
void host_referred(float *out) {
  referredBy(referred, 4096, out);
}

__global__ void later(float *out) {
  // CHECK-DAG: note: no fix of 'later_rows' by index-macro:
  // FIXED: later_rows[threadIdx.x * 32] = 1;
  extern __shared__ float later_rows[];
  later_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = later_rows[threadIdx.x];
}
template <class K, class... A> void laterBy(K kernel, size_t bytes, A... args) {
  auto go = [=] { kernel<<<1, 32, bytes>>>(args...); };
  go();
}
void host_later(float *out) {
  laterBy(later, 4096, out);
}

__global__ void named(float *out) {
  // CHECK-DAG: note: no fix of 'named_rows' by index-macro:
  // FIXED: named_rows[threadIdx.x * 32] = 1;
  extern __shared__ float named_rows[];
  named_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = named_rows[threadIdx.x];
}
void host_named(float *out) {
  auto by = launch<void (*)(float *), float *>;
  by(named, 1, 32, 4096, out);
}

__global__ void other(float *out) {
  // CHECK-DAG: note: no fix of 'other_rows' by index-macro:
  // FIXED: other_rows[threadIdx.x * 32] = 1;
  extern __shared__ float other_rows[];
  other_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = other_rows[threadIdx.x];
}
void host_other(float *out) {
  auto kernel = other;
  if (!out)
    kernel = doubled;
  kernel<<<1, 32, 4096>>>(out);
}

__global__ void given(float *out) {
  // CHECK-DAG: note: no fix of 'given_rows' by index-macro:
  // FIXED: given_rows[threadIdx.x * 32] = 1;
  extern __shared__ float given_rows[];
  given_rows[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = given_rows[threadIdx.x];
}
void give(void (**kernel)(float *));
void host_given(float *out) {
  auto kernel = given;
  give(&kernel);
  kernel<<<1, 32, 4096>>>(out);
}
