// What neither an address nor a condition on the way to one depends on is not
// followed, and takes no steps.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s

#define TEN(X) X X X X X X X X X X

__global__ void k(int *out, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x, x = 1, y = n, z = 0;
  for (int i = 0; i < 4000; ++i) {
    x = (x * 5 + 3) & 1023;
    TEN(TEN(y = y * 3 + x; if (y > i) z = y - t;))
    // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 4000, "wavefronts": 8000,
    s[(t * (1 + x % 4) + x) & 1023] = i;
  }
  out[t] = y + z;
}

// What a condition depends on is, though.
__global__ void needed(int *out, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x, y = n, z = 0;
  for (int i = 0; i < 4; ++i) {
    y = y * 3 + i;
    if (y > i)
      z = t;
  }
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"certainty": "bounded",
  if (z > 7)
    s[t] = 1;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"max": 32,
  s[z * 32] = 2;
  out[t] = s[t];
}

void run(int *out, int n) {
  k<<<1, 32>>>(out, n);
  needed<<<1, 32>>>(out, n);
}
