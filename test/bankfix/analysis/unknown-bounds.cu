// What can be said where no unknown value can be enumerated alone: a bound that
// holds for all of them. It is no finding, and no reason for a fix.

// RUN: %exits 0 %bankfix check --format=json %s | %json-lines | FileCheck %s
// RUN: %exits 0 %bankfix --diff %s | count 0

__global__ void k(float *out, int n, int m, const int *in) {
  __shared__ float s[2048];
  __shared__ float tile[32][32];
  int x = threadIdx.x % 8, y = threadIdx.x / 8;

  // Two pitches: no address need be shared.
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"reason": "the index depends on several unknown values ('n', 'm'); give them with --assume", "degree": {"min": 1, "max": 32, {{.*}}"worst_case": true
  s[x * n + y * m] = 0;

  // Four different addresses at most.
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 4, {{.*}}"worst_case": true
  s[y / 2 * n + y % 2 * m] = 0;

  // Divisors beyond 31 are all alike.
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1, "ideal": 1
  s[threadIdx.x / n] = 0;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1, "ideal": 1
  s[threadIdx.x % n] = 0;

  // A column of the tile: a bank for each lane, whatever the row.
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1, "ideal": 1
  tile[in[threadIdx.x] & 31][threadIdx.x] = 0;

  // Powers of two from 1 on.
  for (int d = 1; d < n; d *= 2)
    // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1, "ideal": 1, {{.*}}"per_iteration": true
    s[threadIdx.x * (2 * d + 1)] = 0;
}

void launch(float *out, int n, int m, int *in) { k<<<1, 32>>>(out, n, m, in); }
