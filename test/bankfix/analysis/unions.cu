// Members of unions are not counted, and never moved; what is beside a union in a
// struct, and a union as a whole, are.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s
// RUN: %bankfix %s -o %t.cu
// RUN: diff %s %t.cu

union Word { float f; int i; short parts[2]; };
struct Pair { Word word; int id; };

__global__ void k(float *out, const Word *in) {
  __shared__ Word a[32], whole[64];
  __shared__ Pair b[32];
  int t = threadIdx.x;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "unknown", {{.*}}"reason": "bankfix does not follow members of unions"
  a[t * 2 % 32].f = 1;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "unknown", {{.*}}"reason": "bankfix does not follow members of unions"
  a[t].parts[1] = 1;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "unknown", {{.*}}"reason": "bankfix does not follow members of unions"
  b[t].word.i = 2;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"array": "b", "op": "store", {{.*}}"certainty": "exact", {{.*}}"wavefronts": 2, "ideal": 1,
  b[t].id = 3;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"array": "whole", "op": "store", {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1, "ideal": 1,
  whole[t] = in[t];
  __syncthreads();
  Word *p = &a[t];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "unknown", {{.*}}"reason": "bankfix does not follow members of unions"
  out[t] = p->f + b[t].id;
}

void run(float *out, const Word *in) { k<<<1, 32>>>(out, in); }
