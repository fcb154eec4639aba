// What lanes have alike in the first iterations, they may not have in later
// ones, nor behind a loop that may have none.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s

// CHECK: kernel {"name": "before"
__global__ void before(float *out, int n) {
  __shared__ float s[1024];
  int v = 0, w = 0;
  for (int i = 0; i < n; ++i) {
    // CHECK-NEXT: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 32,
    out[i] = s[v];
    v = w;
    w = threadIdx.x * 32;
  }
}

// CHECK: kernel {"name": "threeBefore"
__global__ void threeBefore(float *out, int n) {
  __shared__ float s[1024];
  int u = 0, v = 0, w = 0;
  for (int i = 0; i < n; ++i) {
    // CHECK-NEXT: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 32,
    out[i] = s[u];
    u = v;
    v = w;
    w = threadIdx.x * 32;
  }
}

// All lanes have these alike in every iteration.
// CHECK: kernel {"name": "alike"
__global__ void alike(float *out, int n) {
  __shared__ float s[1024];
  int v = 0, w = 0;
  for (int i = 0; i < n; ++i) {
    // CHECK-NEXT: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"degree": {"min": 1, "max": 1,
    out[i] = s[v];
    v = w;
    w = i * i & 1023;
  }
}

// CHECK: kernel {"name": "within"
__global__ void within(float *out, int n, int m) {
  __shared__ float s[1024];
  int v = 0, w = 0;
  for (int j = 0; j < m; ++j) {
    // CHECK-NEXT: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 32,
    out[j] = s[v];
    for (int i = 0; i < n; ++i) {
      v = w;
      w = threadIdx.x * 32;
    }
  }
}

// CHECK: kernel {"name": "behind"
__global__ void behind(float *out, int n) {
  __shared__ float s[1024];
  int v = threadIdx.x * 32;
  for (int i = 0; i < n; ++i)
    v = n & 1;
  // CHECK-NEXT: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 32,
  out[0] = s[v];
  int w = threadIdx.x * 32, k = 0;
  do
    w = n & 1;
  while (++k < n);
  // CHECK-NEXT: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"degree": {"min": 1, "max": 1,
  out[1] = s[w];
}

void launch(float *out, int n) {
  before<<<1, 32>>>(out, n);
  threeBefore<<<1, 32>>>(out, n);
  alike<<<1, 32>>>(out, n);
  within<<<1, 32>>>(out, n, n);
  behind<<<1, 32>>>(out, n);
}
