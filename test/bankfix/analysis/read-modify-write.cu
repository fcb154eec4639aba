// `+=` and `++` are a load and a store, a plain read or write is one access,
// and an atomic is one of its own kind.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s

__global__ void k(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  // CHECK-NOT: access
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "store", {{.*}}"wavefronts": 2, "ideal": 1
  s[t * 2] = 0;
  // CHECK-NOT: access
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"op": "load", {{.*}}"wavefronts": 2, "ideal": 1
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "store", {{.*}}"wavefronts": 2, "ideal": 1
  s[t * 2] += 3;
  // CHECK-NOT: access
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"op": "load", {{.*}}"wavefronts": 2, "ideal": 1
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "store", {{.*}}"wavefronts": 2, "ideal": 1
  s[t * 2]++;
  // CHECK-NOT: access
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "atomic", {{.*}}"index": "[t * 2]", {{.*}}"wavefronts": 2, "ideal": 1
  atomicAdd(&s[t * 2], 1);

  // The same address serialises; no layout helps, and it is not in the excess.
  // CHECK-NOT: access
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "atomic", {{.*}}"index": "[0]", {{.*}}"ideal": 1, "excess": 0, "serialization": 31
  atomicAdd(&s[0], 1);
  // CHECK-NOT: access
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "atomic", {{.*}}"index": "[t]", {{.*}}"wavefronts": 1, "ideal": 1
  out[t] = atomicCAS(&s[t], 1, 2);
}

// What a use of an assignment reads is what was stored; a volatile element is
// loaded again.
__global__ void chained(int *out) {
  __shared__ int s[64];
  __shared__ volatile int v[64];
  int t = threadIdx.x;
  // CHECK: kernel {"name": "chained"
  // CHECK-NOT: access
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "store", {{.*}}"wavefronts": 2, "ideal": 1
  int sum = s[t * 2] = 1;
  // CHECK-NOT: access
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"op": "store", {{.*}}"wavefronts": 2, "ideal": 1
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "load", {{.*}}"wavefronts": 2, "ideal": 1
  sum += v[t * 2] = 2;
  // CHECK-NOT: access
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "store", {{.*}}"wavefronts": 2, "ideal": 1
  v[t * 2] = 3;
  // CHECK-NOT: access
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"op": "load", {{.*}}"wavefronts": 2, "ideal": 1
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "store", {{.*}}"wavefronts": 2, "ideal": 1
  sum += ++v[t * 2];
  // Nothing is loaded where nobody wants it.
  // CHECK-NOT: access
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"op": "store", {{.*}}"wavefronts": 1, "ideal": 1
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "store", {{.*}}"wavefronts": 2, "ideal": 1
  sum += (s[t] = 1, s[t * 2] = 2);
  // CHECK-NOT: access
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "store", {{.*}}"wavefronts": 1, "ideal": 1
  (s[t * 2], s[t]) = 1;
  // CHECK-NOT: access
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "load", {{.*}}"wavefronts": 2, "ideal": 1
  sum += (s[t], s[t * 2]);
  // CHECK-NOT: access {
  out[t] = sum;
}

void launch(int *out) {
  k<<<1, 32>>>(out);
  chained<<<1, 32>>>(out);
}
