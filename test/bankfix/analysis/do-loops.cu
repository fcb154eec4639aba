// Loops that test last are counted in full where their end is known, however
// many iterations they have.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s

__global__ void k(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x, n = 100000;
  float sum = 0;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"certainty": "exact", {{.*}}"requests": 50000, "wavefronts": 100000, {{.*}}"per_iteration": false
  do {
    sum += s[t * 2];
    n -= 2;
  } while (n > 0);
  // At least once, and once more than the condition holds.
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 4,
  do
    sum += s[t * 4];
  while (++n < 0);
  int i = 0;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"certainty": "exact", {{.*}}"requests": 30001, "wavefronts": 240008,
  do
    sum += s[t * 8];
  while (i++ < 30000);
  // Within others, of more iterations than are run one by one.
  for (int r = 0; r < 1000; ++r) {
    int j = 1000;
    do {
      // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 1000000, "wavefronts": 2000000,
      sum += s[t * 2 + j % 2];
      __syncwarp();
    } while (--j);
  }
  out[t] = sum;
}

void run(float *out) { k<<<1, 32>>>(out); }
