// A function that calls itself is not followed, and messages say that. What a
// struct's implicit assignment does, and where a range-based `for` looks, are
// named by what the source has.

// RUN: %bankfix check --fail-on=never %s 2>&1 | FileCheck %s
// RUN: %bankfix check --fail-on=never %s 2>&1 | not grep -e 'no kernel calls' -e 'reads shared memory itself'
// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s --check-prefix=JSON

// CHECK: no fix of 's' by index-macro: line [[#@LINE+2]]: its address is used in 'rec', which calls itself
__device__ int rec(int *p, int k) {
  return k > 9 ? 0 : rec(p, k + 1) + p[k];
}
__global__ void recursive(int *o) {
  __shared__ int s[512];
  s[threadIdx.x * 2] = 1;
  __syncthreads();
  // JSON: access {"line": [[#@LINE+1]], {{.*}}"reason": "line [[#@LINE+1]]: its address is used in 'rec', which calls itself; write that as a loop"
  o[0] = rec(s, 0);
}

__global__ void pointers(float *o) {
  __shared__ float s[1024];
  float *m = s + 512;
  s[threadIdx.x * 2] = 0;
  // CHECK: no fix of 's' by index-macro: line [[#@LINE+1]]: 's[(m + 1) - s]' depends on addresses in it
  o[threadIdx.x] += s[(m + 1) - s];
  // A difference of addresses reads nothing.
  // JSON-NOT: "line": [[#@LINE+1]],
  o[threadIdx.x] += &s[1] - &s[0];
}
void host(float *f, int *i) {
  recursive<<<1, 32>>>(i);
  pointers<<<1, 32>>>(f);
}
