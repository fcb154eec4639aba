// REQUIRES: cuda-toolkit
// With a toolkit's headers, what nvcc includes and declares on its own is there,
// too.

// RUN: %exits 1 %bankfix check --cuda-headers=sdk %s 2>&1 | FileCheck %s
// RUN: %exits 1 %bankfix check --cuda-headers=sdk --kernel=counts %s 2>&1 | FileCheck %s --check-prefix=MANAGED
// CHECK-NOT: {{error|note: .*skipped|refuses}}
// CHECK: warning: store to 's[threadIdx.x * 32]' has 32-way
// CHECK-NOT: {{error|note: .*skipped|refuses}}

__global__ void k(float4 *out, int *n) {
  __shared__ float s[1024];
  s[threadIdx.x * 32] = min(3, n[0]);
  __stcs(out, make_float4(s[0], 1, 1, 1));
  assert(n[0]);
  printf("%lld", (long long)clock());
}
void launch(float4 *out, int *n) {
  float most = max(2.0f, out[0].x) + min(3, 4) + min(3u, 4u) + isfinite(out[0].x);
  srand(time(0) + clock());
  static_assert(sizeof(sin(3.0f)) == sizeof(float), "as in <cmath>");
  printf("%f %zu", most, strlen("abc"));
  k<<<1, 32>>>(out, n);
}
__managed__ int count;
__global__ void counts(float *out) {
  __shared__ float managed[1024];
  // MANAGED: warning: store to 'managed[threadIdx.x * 32]' has
  managed[threadIdx.x * 32] = 1;
  out[count++] = managed[0];
}
int counted() { return count; }
