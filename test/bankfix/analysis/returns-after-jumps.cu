// Lanes that may have gone on to the next iteration, or out of a switch, do not
// surely return where the others do: what follows the loop is still counted.
// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s

// CHECK: kernel {"name": "continued",
__global__ void continued(int n) {
  __shared__ int s[64];
  for (int i = 0; i < 2; ++i) {
    if (n > 3)
      continue;
    return;
  }
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"requests": 1, "wavefronts": 2,
  s[threadIdx.x * 2] = 4;
}

// CHECK: kernel {"name": "switched",
__global__ void switched(const int *in) {
  __shared__ int s[64];
  for (int i = 0; i < 2; ++i) {
    switch (in[threadIdx.x] & 3) {
    case 0:
      break;
    default:
      return;
    }
  }
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"requests": 1, "wavefronts": 2,
  s[threadIdx.x * 2] = 4;
}

__device__ void call(int *s, int n) {
  for (int i = 0; i < 2; ++i) {
    if (n > 3)
      continue;
    return;
  }
  s[threadIdx.x * 2] = 4;
}
// CHECK: kernel {"name": "called",
__global__ void called(int n) {
  __shared__ int s[64];
  for (int i = 0; i < 4; ++i)
    // CHECK: access {"line": 38, {{.*}}"certainty": "bounded", {{.*}}"requests": 4, "wavefronts": 8,
    call(s, n + i);
}

// What is decided anew in each iteration is.
// CHECK: kernel {"name": "decided",
__global__ void decided(int n) {
  __shared__ int s[64];
  for (int i = 0; i < 2; ++i) {
    if (n + i > 3)
      continue;
    s[threadIdx.x] = 4;
  }
  if (threadIdx.x >= 16)
    return;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 1, {{.*}}"lanes_active": 0.5,
  s[threadIdx.x * 2] = 4;
}

void run(const int *in, int n) {
  continued<<<1, 32>>>(n);
  switched<<<1, 32>>>(in);
  called<<<1, 32>>>(n);
  decided<<<1, 32>>>(n);
}
