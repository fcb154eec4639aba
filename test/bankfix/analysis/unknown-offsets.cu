// Unknown values that are added to an index move all lanes alike, however many
// there are.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s

__global__ void k(float *out, int n, int m) {
  __shared__ float s[2048];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 4, "ideal": 1
  s[threadIdx.x * 4 + n + m] = 0;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 4, "ideal": 1
  s[threadIdx.x * 4 + n * m + blockIdx.x - 1] = 0;
}

void launch(float *out, int n, int m) { k<<<1, 32>>>(out, n, m); }
