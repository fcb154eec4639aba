// Each branch of a choice between two elements reads its own, so there are two
// requests, each with its lanes. A struct is copied from one of two places.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s
// RUN: %python %S/../../crosscheck.py %bankfix %s | FileCheck %s --check-prefix=AGREE
// AGREE: 4 kernels ran, 0 did not; {{[0-9]+}} exact {{.*}} 0 problems

struct __align__(8) Base {
  float a;
  int b;
};
struct Derived : Base {
  int c;
};
struct __align__(16) Triple {
  float x, y, z;
  __device__ Triple() {}
};

__global__ void elements(float *o, const float *in) {
  __shared__ float s[128], u[128];
  int t = threadIdx.x;
  s[t] = in[t];
  u[t] = in[t];
  __syncthreads();
  // CHECK: access {"line": [[#@LINE+2]], "column": 23, {{.*}}"array": "s", {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 2, "ideal": 1
  // CHECK: access {"line": [[#@LINE+1]], "column": 34, {{.*}}"array": "u", {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 4, "ideal": 1
  float a = (t & 1) ? s[t * 2] : u[t * 4];
  // CHECK: access {"line": [[#@LINE+2]], "column": 19, {{.*}}"array": "s", {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 1, "ideal": 1
  // CHECK: access {"line": [[#@LINE+1]], "column": 30, {{.*}}"array": "s", {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 2, "ideal": 1
  a += (t < 16) ? s[t * 2] : s[t * 4];
  o[t] = a;
}

__global__ void structs(Derived *o, const Derived *in) {
  __shared__ Derived s[32];
  int t = threadIdx.x;
  // The padding at the end is left out.
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "store", "bytes": 4, {{.*}}"requests": 3, "wavefronts": 12, "ideal": 3
  s[t] = in[t];
  __syncthreads();
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "load", "bytes": 8, {{.*}}"requests": 2, "wavefronts": 8, "ideal": 4
  Derived d = (t & 1) ? s[t ^ 4] : s[t ^ 8];
  o[t] = d;
}

__global__ void padded(float *o) {
  __shared__ Triple s[32];
  int t = threadIdx.x;
  Triple one;
  one.x = one.y = one.z = t;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "store", "bytes": 4, {{.*}}"requests": 3, "wavefronts": 12, "ideal": 3
  s[t] = one;
  __syncthreads();
  o[t] = s[t ^ 1].z;
}

// Pointers that several lanes choose alike are followed through the choice.
__global__ void pointers(float *o, int n) {
  __shared__ float a[64], b[64];
  float *p = a, *q = b;
  p += 1;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"array": "b", {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 2, "ideal": 1
  (n > 2 ? p : q)[threadIdx.x * 2] = 3;
  __syncthreads();
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"array": "a", {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 1, "ideal": 1
  o[threadIdx.x] = p[threadIdx.x];
}

void host(float *f, Derived *d) {
  elements<<<1, 32>>>(f, f);
  structs<<<1, 32>>>(d, d);
  padded<<<1, 32>>>(f);
  pointers<<<1, 32>>>(f, 1);
}
