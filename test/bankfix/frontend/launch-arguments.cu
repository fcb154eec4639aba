// A literal launch argument is a known value of that parameter.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s

#define PITCH 16

__global__ void literal(float *s2, int pitch) {
  __shared__ float s[2048];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 16, "ideal": 1
  s[threadIdx.x * pitch] = 0;
}

__global__ void passed(float *s2, int pitch) {
  __shared__ float s[2048];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"wavefronts": 32, "ideal": 1
  s[threadIdx.x * pitch] = 0;
}

__global__ void changed(float *s2, int pitch) {
  __shared__ float s[2048];
  ++pitch;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1, "ideal": 1
  s[threadIdx.x * pitch] = 0;
}

void launch(float *s, int n) {
  literal<<<1, 32>>>(s, PITCH);
  passed<<<1, 32>>>(s, n);
  changed<<<1, 32>>>(s, 16);
}
