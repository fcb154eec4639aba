// Counts are those of the launches that are known, and say so where there is
// another one.

// RUN: %exits 1 %bankfix check --sort=source --objective=wavefronts %s | FileCheck %s
// RUN: %exits 1 %bankfix check --verbose --objective=wavefronts --kernel=both %s | FileCheck %s --check-prefix=VERBOSE
// RUN: %exits 1 %bankfix check --format=json --objective=wavefronts --kernel=both %s | FileCheck %s --check-prefix=JSON
// RUN: %exits 1 %bankfix check --verbose --objective=wavefronts --kernel=both --block-dim=both=32,8 %s | FileCheck %s --check-prefix=TOLD

// VERBOSE: note: assuming blocks of 32x8 threads alone, as the one of the launch in line 30 is not known; --block-dim=both=X,Y,Z tells it
// JSON: "assumptions": [
// JSON-NEXT: "blocks of 32x8 threads alone, as the one of the launch in line 30 is not known"
// TOLD-NOT: assuming

// CHECK: 't[threadIdx.x][threadIdx.y]' has 32-way bank conflicts with blocks of 32x8 threads: 256 wavefronts where 8 suffice
__global__ void both(float *o) {
  __shared__ float t[32][32];
  t[threadIdx.y][threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  o[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}
// CHECK: 't[threadIdx.x][threadIdx.y]' has 32-way bank conflicts: 256 wavefronts where 8 suffice
__global__ void one(float *o) {
  __shared__ float t[32][32];
  t[threadIdx.y][threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  o[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}
void run(float *o, dim3 block) {
  both<<<1, dim3(32, 8)>>>(o);
  both<<<1, block>>>(o);
  one<<<1, dim3(32, 8)>>>(o);
}
