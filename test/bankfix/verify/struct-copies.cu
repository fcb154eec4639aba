// A struct is copied in accesses as wide as its own type is aligned, whatever is
// known of the variable that it is in.

// RUN: %bankfix verify --format=json %s | %json-lines | %FileCheck %s

struct S {
  int a;
  float b;
  int c, d;
};
struct Box {
  float2 f[32];
  S b[32];
};

__global__ void copied(S *out, const S *in) {
  __shared__ Box box;
  __shared__ __align__(16) S t[64];
  int i = threadIdx.x;
  // CHECK: before {
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "store", "bytes": 4, {{.*}}"requests": 4, "wavefronts": 16,
  box.b[i] = S{i, 1, 2, 3};
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "store", "bytes": 8, {{.*}}"requests": 1, "wavefronts": 2,
  box.f[i] = make_float2(1, i);
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"op": "store", "bytes": 4, {{.*}}"requests": 4, "wavefronts": 16,
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "load", "bytes": 4, {{.*}}"requests": 4, "wavefronts": 16,
  t[i] = box.b[i];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "store", "bytes": 4, {{.*}}"requests": 4, "wavefronts": 16,
  t[i + 32] = in[i];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"op": "store", "bytes": 16, {{.*}}"requests": 1, "wavefronts": 4,
  *(int4 *)&t[i] = make_int4(1, 2, 3, i);
  out[i] = t[i];
}

void launch(S *out, const S *in) { copied<<<1, 32>>>(out, in); }
