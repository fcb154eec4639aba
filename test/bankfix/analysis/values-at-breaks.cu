// Where lanes may leave a loop or an iteration, they take along what variables
// hold there.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s

// CHECK: kernel {"name": "left"
__global__ void left(unsigned *out, int m) {
  __shared__ int s[1024];
  int i = 1;
  for (int k = 0; k < 3; ++k)
    if (m > 3) {
      i = 32;
      break;
    }
  // CHECK-NEXT: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 32,
  out[0] = s[threadIdx.x * i];
}

// CHECK: kernel {"name": "next"
__global__ void next(unsigned *out, int m) {
  __shared__ int s[1024];
  int i = 1;
  for (int k = 0; k < 3; ++k) {
    // CHECK-NEXT: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 32,
    out[0] = s[threadIdx.x * i];
    if (m > k) {
      i = 32;
      continue;
    }
    out[1] = i;
  }
}

// An access that only those come to who left earlier.
// CHECK: kernel {"name": "reached"
__global__ void reached(unsigned *out, int m) {
  __shared__ int s[1024];
  unsigned sum = 1;
  for (int j = 0; j < 3; ++j) {
    if (sum > 9)
      // CHECK-NEXT: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"requests": 2,
      out[0] = s[threadIdx.x];
    for (int k = 0; k < 3; ++k)
      if (m > 3) {
        sum = sum * 7 + out[0];
        break;
      }
  }
}

// Each lane leaves with its own.
// CHECK: kernel {"name": "apart"
__global__ void apart(unsigned *out) {
  __shared__ int s[1024];
  int i = 0;
  while (out[threadIdx.x * 8 + i] != 0)
    ++i;
  int j = 0;
  for (; j < 8; ++j)
    if (out[threadIdx.x + j] == 0)
      break;
  // CHECK-NEXT: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 32,
  out[0] = s[j * 32];
}

void launch(unsigned *out, int m) {
  left<<<1, 32>>>(out, m);
  next<<<1, 32>>>(out, m);
  reached<<<1, 32>>>(out, m);
  apart<<<1, 32>>>(out);
}
