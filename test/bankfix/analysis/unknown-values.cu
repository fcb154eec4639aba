// Values that only the run knows.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s
// RUN: %exits 1 %bankfix check --assume=pitch=33 --format=json %s | %json-lines | FileCheck %s --check-prefix=ODD
// RUN: %exits 1 %bankfix check --assume pitch=48 --format=json %s | %json-lines | FileCheck %s --check-prefix=EVEN

__global__ void k(float *out, int pitch, int n, int m) {
  // CHECK: kernel {{.*}}"assumptions": ["n > 7 holds for every lane"]
  __shared__ float s[2048];

  // A pitch of 1 is free, one of 32 is 32-way.
  // CHECK: access {"line": [[#@LINE+3]], {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 32, {{.*}}"wavefronts": 32, "ideal": 1
  // ODD: access {"line": [[#@LINE+2]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1, "ideal": 1
  // EVEN: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 16, "ideal": 1
  s[threadIdx.x * pitch] = 0;

  // What is added does not matter.
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 4, "ideal": 1
  s[threadIdx.x * 4 + n] = 0;

  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"certainty": "bounded", {{.*}}"wavefronts": 2, "ideal": 1
  if (n > 7)
    s[threadIdx.x * 2] = 0;

  // An unknown multiple, whatever it comes from.
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 32, {{.*}}"wavefronts": 32, "ideal": 1
  s[threadIdx.x * (n / m)] = 0;

  // 3t modulo m: all small divisors are tried, larger ones change nothing.
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 2,
  s[threadIdx.x * 3 % m] = 0;
}

void launch(float *out, int pitch, int n, int m) { k<<<1, 32>>>(out, pitch, n, m); }
