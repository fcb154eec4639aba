// A pointer that is one of two arrays: lane by lane, each array's part of a
// request is bounded; for all lanes alike, each array's access is one of two.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s
// RUN: %exits 1 %bankfix check %s 2>/dev/null | FileCheck %s --check-prefix=TEXT
// RUN: %bankfix %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: FileCheck %s --check-prefix=SAYS < %t.log
// RUN: %bankfix verify --cuda-headers=builtin %s > %t.verified 2>&1
// RUN: not grep "differs" %t.verified

#define FILL(a)                                                                \
  a[threadIdx.x] = out[threadIdx.x];                                           \
  __syncthreads();

__global__ void by_lane(float *out) {
  // FIXED: __shared__ float a[1024], b[1024];
  __shared__ float a[1024], b[1024];
  FILL(a)
  FILL(b)
  float *p = threadIdx.x % 2 ? a : b;
  // CHECK: access {"line": [[#@LINE+3]], {{.*}}"array": "a", {{.*}}"certainty": "bounded", {{.*}}"reason": "its pointer leads the lanes of one request to several arrays", "degree": {"min": 1, "max": 4, {{.*}}"requests": 8, "wavefronts": 16,
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"array": "b", {{.*}}"certainty": "bounded", {{.*}}"requests": 8, "wavefronts": 16,
  // TEXT: :[[#@LINE+1]]:22: note: load of 'p[threadIdx.x * 2]' may have up to 4-way bank conflicts: its pointer leads the lanes of one request to several arrays
  out[threadIdx.x] = p[threadIdx.x * 2];
}

__global__ void by_memory(float *out, const int *c) {
  __shared__ float d[1024], e[1024];
  // SAYS: no fix of 'd' by index-macro: line [[#@LINE+10]]: 'p[threadIdx.x * 4]' leads the lanes of one request to several arrays, so what a layout costs depends on where those lie
  e[threadIdx.x] = d[threadIdx.x * 2] = out[threadIdx.x];
  __syncthreads();
  float *p;
  if (c[threadIdx.x])
    p = d;
  else
    p = e;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"array": "d", {{.*}}"certainty": "bounded", {{.*}}"wavefronts": 32,
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"array": "e", {{.*}}"certainty": "bounded", {{.*}}"wavefronts": 32,
  out[threadIdx.x] = p[threadIdx.x * 4];
}

// The same for all lanes: as if there were two accesses, and both are fixed.
__global__ void by_parameter(float *out, int c) {
  // FIXED: f[BANKFIX_PAD32(1024)], g[BANKFIX_PAD32(1024)];
  __shared__ float f[1024], g[1024];
  f[threadIdx.x] = g[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  float *p = c ? f : g;
  // CHECK: access {"line": [[#@LINE+3]], {{.*}}"array": "f", {{.*}}"certainty": "bounded", {{.*}}"reason": "", "degree": {"min": 2, "max": 2, {{.*}}"requests": 8, "wavefronts": 16,
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"array": "g", {{.*}}"certainty": "bounded", {{.*}}"requests": 8, "wavefronts": 16,
  // FIXED: p[BANKFIX_PAD32(threadIdx.x * 2)]
  out[threadIdx.x] = p[threadIdx.x * 2];
}

// Lanes that are led to global memory are none of the request.
__global__ void or_global(float *out, const float *in) {
  __shared__ float h[1024];
  FILL(h)
  const float *p = threadIdx.x % 32 < 16 ? h : in;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"array": "h", {{.*}}"certainty": "exact", {{.*}}"requests": 8, "wavefronts": 16, "ideal": 8, {{.*}}"lanes_active": 0.5,
  out[threadIdx.x] = p[threadIdx.x * 4];
}

void launch(float *out, int *c, int n) {
  by_lane<<<1, 256>>>(out);
  by_memory<<<1, 256>>>(out, c);
  by_parameter<<<1, 256>>>(out, n);
  or_global<<<1, 256>>>(out, out);
}
