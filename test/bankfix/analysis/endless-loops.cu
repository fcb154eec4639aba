// Loops that only a break ends, after many iterations that are all decided.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s

__global__ void k(float *out) {
  __shared__ float s[2048];
  int t = threadIdx.x, i = 0;
  for (;;) {
    // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 300, "wavefronts": 600,
    s[t * 2] = i;
    if (++i == 300)
      break;
  }
  do {
    // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 300, "wavefronts": 1200,
    s[t * 4 + i] = i;
    if (--i == 0)
      break;
  } while (true);
  out[t] = s[t];
}

void run(float *out) { k<<<1, 32>>>(out); }
