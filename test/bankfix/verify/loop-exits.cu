// What precedes a break or a return belongs to the iteration that it ends: lanes
// that leave a loop in different iterations do so one after the other.

// RUN: %bankfix verify --format=json %s | %json-lines | %FileCheck %s

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | \
// RUN:   %FileCheck %s --check-prefix=STATIC

__device__ int found(const int *s, int at) {
  for (int i = 0; i < 4; ++i)
    if (i == at % 4)
      // CHECK: before {
      // CHECK: access {"line": [[#@LINE+2]], {{.*}}"requests": 4, "wavefronts": 8,
      // STATIC: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 4, "wavefronts": 8,
      return s[at * 2 + i];
  return 0;
}

__global__ void returned(int *out) {
  __shared__ int s[128];
  out[threadIdx.x] = found(s, threadIdx.x);
}

__global__ void broken(int *out) {
  __shared__ int s[128];
  for (int k = 0; k < 8; ++k) {
    if (k == threadIdx.x % 8) {
      for (int j = 0; j < 2; ++j)
        // CHECK: before {
        // CHECK: access {"line": [[#@LINE+2]], {{.*}}"requests": 16, "wavefronts": 16,
        // STATIC: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 16, "wavefronts": 16,
        out[threadIdx.x] += s[threadIdx.x + k];
      break;
    }
  }
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"requests": 1, "wavefronts": 1,
  // STATIC: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 1,
  out[threadIdx.x] += s[threadIdx.x];
}

__global__ void nested(int *out) {
  __shared__ int s[128];
  for (int k = 0; k < 4; ++k) {
    int j = 0;
    while (true) {
      if (j == threadIdx.x % 2) {
        // CHECK: before {
        // CHECK: access {"line": [[#@LINE+2]], {{.*}}"requests": 7, "wavefronts": 13,
        // STATIC: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 7, "wavefronts": 13,
        s[threadIdx.x * 2] += j;
        break;
      }
      ++j;
    }
    // CHECK: access {"line": [[#@LINE+2]], {{.*}}"requests": 4, "wavefronts": 4,
    // STATIC: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 4, "wavefronts": 4,
    s[threadIdx.x + 64] = k;
    if (k == 2 + threadIdx.x / 31)
      // CHECK: access {"line": [[#@LINE+2]], {{.*}}"requests": 2, "wavefronts": 2,
      // STATIC: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 2, "wavefronts": 2,
      return (void)(out[threadIdx.x] = s[threadIdx.x]);
  }
}

void launch(int *out) {
  returned<<<1, 32>>>(out);
  broken<<<1, 32>>>(out);
  nested<<<1, 32>>>(out);
}
