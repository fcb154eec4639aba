// What costs the most comes first, and the kernels stand at the end.

// RUN: %exits 1 %bankfix check --objective=wavefronts %s | FileCheck %s
// RUN: %exits 1 %bankfix check --objective=wavefronts --sort=source %s | FileCheck %s --check-prefix=SOURCE
// RUN: %exits 1 %bankfix check --objective=wavefronts --quiet %s | FileCheck %s --check-prefix=QUIET

// CHECK: warning: load of 'large[32 * threadIdx.x]'
// CHECK: warning: load of 'small[2 * threadIdx.x]'
// CHECK: {{^$}}
// CHECK-NEXT: {{^}}wavefronts of one block before after ideal{{$}}
// CHECK-NEXT: {{^}}second {{[0-9]+ [0-9]+ [0-9]+}} {{.*}}order.cu:
// CHECK-NEXT: {{^}}first {{[0-9]+ [0-9]+ [0-9]+}} {{.*}}order.cu:
// SOURCE: warning: load of 'small[2 * threadIdx.x]'
// SOURCE: warning: load of 'large[32 * threadIdx.x]'
// QUIET-NOT: before
__global__ void first(float *out, const float *in) {
  __shared__ float small[64];
  small[threadIdx.x] = in[threadIdx.x];
  small[threadIdx.x + 32] = in[threadIdx.x + 32];
  __syncthreads();
  out[threadIdx.x] = small[2 * threadIdx.x];
}

__global__ void second(float *out, const float *in) {
  __shared__ float large[1024];
  for (int i = 0; i < 32; ++i)
    large[32 * i + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = large[32 * threadIdx.x];
}

void run(float *out, float *in) {
  first<<<1, 32>>>(out, in);
  second<<<1, 32>>>(out, in);
}
