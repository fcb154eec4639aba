// Adjacent accesses of one lane, which compilers may merge into vectors: counted
// both ways. What each kernel becomes was read from the code that CUDA 13.0
// makes for sm_80 and sm_90.

// RUN: %exits 1 %bankfix check --block-dim=32 --format=json %s | %json-lines | FileCheck %s
// RUN: %exits 1 %bankfix check --block-dim=32 --format=json %s | %validate
// RUN: %exits 1 %bankfix check --verbose --block-dim=32 %s 2>/dev/null | FileCheck %s --check-prefix=TEXT

// A row for each lane, in a loop of known length: 8 loads of 16 bytes.
// CHECK: "name": "rows32"
__global__ void rows32(float *out) {
  __shared__ float s[32][32];
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    // CHECK: "certainty": "bounded", {{.*}}"wavefronts": 1024, "ideal": 32, {{.*}}"merged": {"bytes": 16, "wavefronts": 256, "ideal": 32}
    // TEXT: :[[#@LINE+2]]:12: warning: load of 's[threadIdx.x][k]' has up to 32-way bank conflicts: at most 1024 wavefronts where 32 suffice [bankfix-shared-load]
    // TEXT: :[[#@LINE+1]]:12: note: compilers may merge it with its neighbours into accesses of 16 bytes: 256 wavefronts where 32 suffice
    sum += s[threadIdx.x][k];
  out[threadIdx.x] = sum;
}

// No row but the first is aligned: 32 loads of 4 bytes.
// CHECK: "name": "rows33"
__global__ void rows33(float *out) {
  __shared__ float s[32][33];
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    // CHECK: "certainty": "exact", {{.*}}"wavefronts": 32, "ideal": 32, {{.*}}"lanes_active": 1, "per_iteration"
    sum += s[threadIdx.x][k];
  out[threadIdx.x] = sum;
}

// 8 loads of 16 bytes without conflicts. That is no finding.
// CHECK: "name": "rows36"
__global__ void rows36(float *out) {
  __shared__ float s[32][36];
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    // CHECK: "certainty": "bounded", {{.*}}"wavefronts": 128, "ideal": 32, {{.*}}"merged": {"bytes": 16, "wavefronts": 32, "ideal": 32}
    // TEXT-NOT: :[[#@LINE+1]]:{{[0-9]+}}: warning
    sum += s[threadIdx.x][k];
  out[threadIdx.x] = sum;
}

// The members of a struct: one access.
struct alignas(16) Four {
  float x, y, z, w;
};
// CHECK: "name": "members"
__global__ void members(float *out) {
  __shared__ Four s[32];
  // CHECK-COUNT-4: "wavefronts": 4, "ideal": 1, {{.*}}"merged": {"bytes": 16, "wavefronts": 4, "ideal": 4}
  out[0] = s[threadIdx.x].x + s[threadIdx.x].y + s[threadIdx.x].z + s[threadIdx.x].w;
}

// A load between two stores, and a store between two loads; bytes.
// CHECK: "name": "apart"
__global__ void apart(float *out) {
  __shared__ float s[256];
  __shared__ unsigned char b[256];
  // CHECK-COUNT-11: "certainty": "exact"{{.*}}"lanes_active": 1, "per_iteration"
  s[threadIdx.x * 2] = 0;
  out[0] = s[threadIdx.x * 2];
  s[threadIdx.x * 2 + 1] = 0;
  out[1] = s[threadIdx.x * 2 + 1];
  __syncthreads();
  out[2] = s[threadIdx.x * 4];
  __syncthreads();
  out[3] = s[threadIdx.x * 4 + 1];
  __syncthreads();
  out[4] = b[threadIdx.x * 2] + b[threadIdx.x * 2 + 1];
  // The second may write what the first did.
  s[threadIdx.x * 2] = 1;
  s[threadIdx.x * 3] = 2;
  s[threadIdx.x * 2 + 1] = 3;
}

// Adjacent once only, while the code is the same each time.
// CHECK: "name": "once"
__global__ void once(float *out) {
  __shared__ float s[256];
  float sum = 0;
  for (int d = 1; d < blockDim.x; d *= 2)
    // CHECK-COUNT-2: "certainty": "exact"{{.*}}"lanes_active": 1, "per_iteration"
    sum += s[2 * threadIdx.x] + s[2 * threadIdx.x + d];
  out[threadIdx.x] = sum;
}

void launch(float *out) {
  rows32<<<1, 32>>>(out);
  rows33<<<1, 32>>>(out);
  rows36<<<1, 32>>>(out);
  members<<<1, 32>>>(out);
  apart<<<1, 32>>>(out);
  once<<<1, 32>>>(out);
}

// What is used several times is loaded once: 8 loads of 16 bytes, not 128.
// CHECK: "name": "again"
__global__ void again(float *out) {
  __shared__ float s[32][32];
  float sum[4] = {};
  for (int k = 0; k < 32; ++k)
    for (int f = 0; f < 4; ++f)
      // CHECK: "requests": 128, "wavefronts": 4096, "ideal": 128, {{.*}}"merged": {"bytes": 16, "wavefronts": 256, "ideal": 32}
      sum[f] += f * s[threadIdx.x][k];
  out[threadIdx.x] = sum[0] + sum[1] + sum[2] + sum[3];
}

// But not where something stands between.
// CHECK: "name": "storedbetween"
__global__ void storedbetween(float *out) {
  __shared__ float s[32][32], t[32];
  for (int k = 0; k < 32; ++k)
    for (int f = 0; f < 4; ++f)
      // CHECK: "array": "s", {{.*}}"certainty": "exact", {{.*}}"requests": 128, "wavefronts": 4096
      t[threadIdx.x] = f * s[threadIdx.x][k];
  out[threadIdx.x] = t[threadIdx.x];
}

// The same in kernels that take too many steps to run all iterations.
// CHECK: "name": "longer"
__global__ void longer(float *out) {
  __shared__ float s[32][32];
  float sum = 0;
  for (int m = 0; m < 4096; ++m)
    for (int k = 0; k < 32; ++k)
      // CHECK: "requests": 131072, "wavefronts": 4194304, {{.*}}"merged": {"bytes": 16, "wavefronts": {{[0-9]+}}, "ideal": {{[0-9]+}}}
      sum += m * s[threadIdx.x][k];
  out[threadIdx.x] = sum;
}

// Elements of two bytes: four at most in one access, of which the address is a
// multiple; rows of an odd number of them are loaded one by one.
// CHECK: "name": "shorts8"
__global__ void shorts8(int *out) {
  __shared__ short s[32][8];
  int sum = 0;
  for (int k = 0; k < 8; ++k)
    // CHECK: "certainty": "bounded", {{.*}}"wavefronts": 32, "ideal": 8, {{.*}}"merged": {"bytes": 8, "wavefronts": 8, "ideal": 4}
    sum += s[threadIdx.x][k];
  out[threadIdx.x] = sum;
}

// CHECK: "name": "shorts10"
__global__ void shorts10(int *out) {
  __shared__ short s[32][10];
  int sum = 0;
  for (int k = 0; k < 8; ++k)
    // CHECK: "merged": {"bytes": 4, "wavefronts": 4, "ideal": 4}
    sum += s[threadIdx.x][k];
  out[threadIdx.x] = sum;
}

// CHECK: "name": "shorts9"
__global__ void shorts9(int *out) {
  __shared__ short s[32][9];
  int sum = 0;
  for (int k = 0; k < 8; ++k)
    // CHECK: "certainty": "exact", {{.*}}"wavefronts": 16, "ideal": 8
    sum += s[threadIdx.x][k];
  out[threadIdx.x] = sum;
}
