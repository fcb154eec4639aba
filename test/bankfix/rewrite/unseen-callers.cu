// A device function that nothing in the file calls is there for others, and
// its pointers lead to memory that keeps its layout: what it calls stays, and
// arrays get copies of that.

// RUN: %exits 1 %bankfix check %s | %FileCheck %s
// RUN: %bankfix %s -o %t.cu > %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu

// FIXED:      float column(float *values, int i) { return values[i * 32]; }
// FIXED-NEXT: float other(float *global, int i) { return column(global, i); }
// FIXED:      static __device__ float column_shared(float *values, int i) { return values[i * 33]; }
// FIXED:      column_shared(s, threadIdx.x);
// FIXED:      float pick(float (*rows)[32], int r) { return rows[r][0]; }
// FIXED-NEXT: float others(float (*global)[32]) { return pick(global, 3); }
// FIXED:      static __device__ float pick_shared(float (*rows)[33], int r) { return rows[r][0]; }
// FIXED:      pick_shared(t, threadIdx.x);

__device__ float column(float *values, int i) { return values[i * 32]; }
__device__ float other(float *global, int i) { return column(global, i); }

// CHECK-DAG: note: 's[1024] -> s[1056], rows of 32 -> 33 elements, with a copy of column' (pad-stride)
__global__ void flat(float *out, const float *in) {
  __shared__ float s[1024];
  for (int j = 0; j < 32; ++j)
    s[j * 32 + threadIdx.x] = in[j];
  __syncthreads();
  out[threadIdx.x] = column(s, threadIdx.x);
}

__device__ float pick(float (*rows)[32], int r) { return rows[r][0]; }
__device__ float others(float (*global)[32]) { return pick(global, 3); }

// CHECK-DAG: note: 't[32][32] -> t[32][33], with a copy of pick' (pad-row)
__global__ void tile(float *out, const float *in) {
  __shared__ float t[32][32];
  for (int j = 0; j < 32; ++j)
    t[j][threadIdx.x] = in[j];
  __syncthreads();
  out[threadIdx.x] = pick(t, threadIdx.x);
}

void run(float *out, const float *in) {
  flat<<<1, 32>>>(out, in);
  tile<<<1, 32>>>(out, in);
}
