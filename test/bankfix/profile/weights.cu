// Findings come by the measured time of their kernels; those without weight are left
// alone, and so are the ones that did not run. Shapes are those that ran.
//
// RUN: %exits 1 %bankfix check --profile=%S/Inputs/stats.csv %s > %t.log 2>&1
// RUN: FileCheck %s < %t.log
// RUN: %bankfix --profile=%S/Inputs/stats.csv %s -o %t.cu 2>/dev/null
// RUN: %code %t.cu | FileCheck --check-prefix=FIXED %s
//
// CHECK-DAG: 'heavy' took 900.0 us in 3 launches, 89.6 % of the measured time
// CHECK-DAG: 'medium' took 100.0 us in 1 launch, 10.0 % of the measured time
// CHECK-DAG: 'light' took 4.0 us in 8 launches, 0.4 % of the measured time, so it is left alone
// CHECK-DAG: 'never' did not run in the profile, so it is left alone
// CHECK: warning: load of 'b[threadIdx.x][threadIdx.y]'
// CHECK: warning: load of 'a[threadIdx.x][threadIdx.y]'
// CHECK-NOT: warning:
//
// FIXED-DAG: float a[32][{{.*}}33
// FIXED-DAG: float b[32][{{.*}}33
// FIXED-DAG: float c[32][32];
// FIXED-DAG: float d[32][32];

__global__ void medium(float *out) {
  __shared__ float a[32][32];
  a[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x][threadIdx.y];
}

__global__ void heavy(float *out) {
  __shared__ float b[32][32];
  b[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = b[threadIdx.x][threadIdx.y];
}

__global__ void light(float *out) {
  __shared__ float c[32][32];
  c[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = c[threadIdx.x][threadIdx.y];
}

__global__ void never(float *out) {
  __shared__ float d[32][32];
  d[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = d[threadIdx.x][threadIdx.y];
}
