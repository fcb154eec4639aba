// A device function that nothing in the file calls is there for others, and
// its pointers lead to memory that keeps its layout.

// RUN: %exits 1 %bankfix check %s | %FileCheck %s
// RUN: %bankfix %s -o %t.cu > %t.log
// RUN: cmp %s %t.cu

__device__ float column(float *values, int i) { return values[i * 32]; }
__device__ float other(float *global, int i) { return column(global, i); }

// CHECK: note: no fix of 's' by {{.*}}index-macro{{.*}}: line [[#@LINE-3]]: 'values[i * 32]' is a pointer into it
__global__ void flat(float *out, const float *in) {
  __shared__ float s[1024];
  for (int j = 0; j < 32; ++j)
    s[j * 32 + threadIdx.x] = in[j];
  __syncthreads();
  out[threadIdx.x] = column(s, threadIdx.x);
}

__device__ float pick(float (*rows)[32], int r) { return rows[r][0]; }
__device__ float others(float (*global)[32]) { return pick(global, 3); }

// CHECK: note: no fix of 't' by {{.*}}pad-row{{.*}}: line [[#@LINE-3]]: 'rows
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
