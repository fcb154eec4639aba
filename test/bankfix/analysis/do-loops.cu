// Loops that test last are counted in full where their end is known, however
// many iterations they have.

// RUN: %exits 1 %bankfix check --objective=wavefronts --format=json %s | %json-lines | FileCheck %s

__global__ void k(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x, n = 2000;
  float sum = 0;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"certainty": "exact", {{.*}}"requests": 1000, "wavefronts": 2000, {{.*}}"per_iteration": false
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
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"certainty": "exact", {{.*}}"requests": 3001, "wavefronts": 24008,
  do
    sum += s[t * 8];
  while (i++ < 3000);
  // Within others, of more iterations than are run one by one.
  for (int r = 0; r < 10; ++r) {
    int j = 300;
    do {
      // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 3000, "wavefronts": 6000,
      sum += s[t * 2 + j % 2];
      __syncwarp();
    } while (--j);
  }
  out[t] = sum;
}

void run(float *out) { k<<<1, 32>>>(out); }
