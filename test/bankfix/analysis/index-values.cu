// What an index is computed from.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s

#define STRIDE 8

__device__ const int Shift = 3;

__global__ void k(float *out, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;

  int a = t;
  a *= 2;
  a += 1;
  // CHECK: "line": [[#@LINE+1]], {{.*}}"certainty": "exact"{{.*}}"wavefronts": 2, "ideal": 1
  s[a] = 0;
  a = t << 2;
  // CHECK: "line": [[#@LINE+1]], {{.*}}"certainty": "exact"{{.*}}"wavefronts": 4, "ideal": 1
  s[a] = 0;
  // CHECK: "line": [[#@LINE+1]], {{.*}}"certainty": "exact"{{.*}}"wavefronts": 8, "ideal": 1
  s[t * STRIDE] = 0;
  // CHECK: "line": [[#@LINE+1]], {{.*}}"certainty": "exact"{{.*}}"wavefronts": 8, "ideal": 1
  s[t << Shift] = 0;
  // Lanes below 16 are 2 words apart, the others meet lane 0.
  // CHECK: "line": [[#@LINE+1]], {{.*}}"certainty": "exact"{{.*}}"wavefronts": 1, "ideal": 1
  s[t < 16 ? t * 2 : 0] = 0;
  int b = t % 2 ? t * 32 : 0;
  // CHECK: "line": [[#@LINE+1]], {{.*}}"certainty": "exact"{{.*}}"wavefronts": 17, "ideal": 1
  s[b] = 0;
  // CHECK: "line": [[#@LINE+1]], {{.*}}"certainty": "exact"{{.*}}"wavefronts": 2, "ideal": 1
  s[min(t * 2, 1023)] = 0;
  // CHECK: "line": [[#@LINE+1]], {{.*}}"certainty": "exact"{{.*}}"wavefronts": 1, "ideal": 1
  s[max(t, 5)] = 0;
  // 8t in a byte wraps at lane 32: 8-way.
  // CHECK: "line": [[#@LINE+1]], {{.*}}"certainty": "exact"{{.*}}"wavefronts": 8, "ideal": 1
  s[(unsigned char)(t * 8)] = 0;
  // In a byte, 16t is 0, 16, ... 240, twice: 8 rows in each of two banks.
  // CHECK: "line": [[#@LINE+1]], {{.*}}"certainty": "exact"{{.*}}"wavefronts": 8, "ideal": 1
  s[(unsigned char)(t * 16)] = 0;
  // Unsigned numbers wrap.
  // CHECK: "line": [[#@LINE+1]], {{.*}}"certainty": "exact"{{.*}}"wavefronts": 1, "ideal": 1
  s[(threadIdx.x - 16u) & 31u] = 0;
  // An offset that is the same for all lanes moves every bank alike.
  // CHECK: "line": [[#@LINE+1]], {{.*}}"wavefronts": 2, "ideal": 1
  s[t * 2 + n] = 0;
}

void launch(float *out, int n) { k<<<1, 32>>>(out, n); }
