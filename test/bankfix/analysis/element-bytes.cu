// Elements of 1 to 16 bytes: phases, words and broadcasts.

// RUN: %exits 1 %bankfix check --objective=wavefronts --format=json %s | %json-lines | FileCheck %s

__global__ void k(float *out) {
  __shared__ char c[1024];
  __shared__ short h[1024];
  __shared__ float f[1024];
  __shared__ double d[512];
  __shared__ float4 v[256];
  __shared__ double2 w[256];
  int t = threadIdx.x;

  // Four bytes of a word are one access.
  // CHECK: "index": "[t]", "certainty": "exact"{{.*}}"wavefronts": 1, "ideal": 1, "excess": 0
  c[t] = 0;
  // CHECK: "index": "[t * 4]"{{.*}}"wavefronts": 1, "ideal": 1, "excess": 0
  c[t * 4] = 0;
  // CHECK: "index": "[t * 8]"{{.*}}"wavefronts": 2, "ideal": 1, "excess": 1
  c[t * 8] = 0;
  // CHECK: "array": "h", {{.*}}"bytes": 2, "index": "[t * 4]"{{.*}}"wavefronts": 2, "ideal": 1, "excess": 1
  h[t * 4] = 0;
  // CHECK: "array": "f", {{.*}}"index": "[t * 3]"{{.*}}"wavefronts": 1, "ideal": 1, "excess": 0
  f[t * 3] = 0;
  // Half a warp a phase.
  // CHECK: "array": "d", {{.*}}"bytes": 8, "index": "[t]"{{.*}}"wavefronts": 2, "ideal": 2, "excess": 0
  d[t] = 0;
  // CHECK: "array": "d", {{.*}}"index": "[t * 2]"{{.*}}"wavefronts": 4, "ideal": 2, "excess": 2
  d[t * 2] = 0;
  // A quarter of a warp a phase.
  // CHECK: "array": "v", {{.*}}"bytes": 16, "index": "[t]"{{.*}}"wavefronts": 4, "ideal": 4, "excess": 0
  v[t] = make_float4(0, 0, 0, 0);
  // CHECK: "array": "v", {{.*}}"bytes": 16, "index": "[t * 8]"{{.*}}"wavefronts": 32, "ideal": 4, "excess": 28
  v[t * 8] = make_float4(0, 0, 0, 0);
  // A member of a vector is an access of its own size.
  // CHECK: "array": "v", {{.*}}"bytes": 4, "index": "[t]"{{.*}}"wavefronts": 4, "ideal": 1, "excess": 3
  v[t].z = 0;
  // CHECK: "array": "w", {{.*}}"bytes": 8, "index": "[t]"{{.*}}"wavefronts": 4, "ideal": 2, "excess": 2
  w[t].y = 0;
}

void launch(float *out) { k<<<1, 32>>>(out); }
