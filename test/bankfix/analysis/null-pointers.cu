// A pointer that is null, or leads to an array, leads to the array wherever
// something is accessed through it.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s
// RUN: %python %S/../../crosscheck.py %bankfix %s | FileCheck %s --check-prefix=AGREE
// AGREE: 2 kernels ran, 0 did not; {{[0-9]+}} exact {{.*}} 0 problems

__global__ void assigned(float *out) {
  __shared__ float s[1024];
  float *p = nullptr;
  p = s;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"array": "s", "op": "store", {{.*}}"certainty": "exact", {{.*}}"wavefronts": 32,
  p[threadIdx.x * 32] = 1;
  __syncthreads();
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"array": "s", "op": "load", {{.*}}"certainty": "exact", {{.*}}"wavefronts": 32,
  out[threadIdx.x] = p[threadIdx.x * 32];
}

__global__ void chosen(float *out) {
  __shared__ float s[32][32];
  float(*p)[32] = threadIdx.x < 16 ? s : NULL;
  if (threadIdx.x < 16)
    // CHECK: access {"line": [[#@LINE+1]], {{.*}}"array": "s", "op": "store", {{.*}}"certainty": "exact", {{.*}}"wavefronts": 16, {{.*}}"lanes_active": 0.5,
    p[threadIdx.x][1] = 1;
  __syncthreads();
  out[threadIdx.x] = s[0][threadIdx.x];
}

void launch(float *out) {
  assigned<<<1, 32>>>(out);
  chosen<<<1, 32>>>(out);
}
