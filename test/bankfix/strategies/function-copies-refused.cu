// Functions of which arrays get no copies, as these would not be the same.

// RUN: %exits 1 %bankfix check --sort=source --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s

#include "Inputs/odd-helpers.cuh"

// CHECK-DAG: no fix of 'a' by index-macro: {{.*}}odd-helpers.cuh:7: 'a[i]' is in another file than the array
// CHECK-DAG: no fix of 'b' by index-macro: {{.*}}odd-helpers.cuh:10: 'a[i]' is in another file than the array
// CHECK-DAG: no fix of 'c' by index-macro: {{.*}}odd-helpers.cuh:14: 'a[i + SHIFT]' is in another file than the array
// CHECK-DAG: no fix of 'd' by index-macro: {{.*}}odd-helpers.cuh:18: 'a[i]' is in another file than the array
// CHECK-DAG: shared access 'e' is not analysed: line [[#]]: its address is used in 'again', which calls itself
// CHECK-DAG: no fix of 'f' by index-macro: {{.*}}odd-helpers.cuh:36: 'a[i]' is in another file than the array
// CHECK-DAG: no fix of 'g' by index-macro: {{.*}}odd-helpers.cuh:26: 'a[i ^ Traits<T>::K]' is in another file than the array
// CHECK-DAG: no fix of 'h' by index-macro: {{.*}}odd-helpers.cuh:31: 'a[i]' is in another file than the array
namespace util {
template <class T> struct Traits {
  enum { K = 1 };
};
} // namespace util

__global__ void named(float *out, const float *in) {
  __shared__ float g[1024], h[1024];
  int t = threadIdx.x;
  g[t] = h[t] = in[t];
  __syncthreads();
  out[t] = util::through(g, t % 32 * 32 + t / 32) + ticking(h, t % 32 * 32 + t / 32);
}

__global__ void kernel(float *out, const float *in) {
  __shared__ float a[1024], b[1024], c[1024], d[1024], e[1024], f[1024];
  int t = threadIdx.x;
  a[t] = b[t] = c[t] = d[t] = e[t] = f[t] = in[t];
  __syncthreads();
  out[t] = counted(a, t % 32 * 32 + t / 32) + overloaded(b, t % 32 * 32 + t / 32) +
           shifted(c, t % 32 * 32 + t / 32) + numbered(d, t % 32 * 32 + t / 32) +
           again(e, t % 32 * 32 + t / 32) + Of::member(f, t % 32 * 32 + t / 32);
}

void run(float *out, const float *in) {
  kernel<<<1, 1024>>>(out, in);
  named<<<1, 1024>>>(out, in);
}
