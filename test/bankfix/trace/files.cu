// Several files: C++ and CUDA, with names of the same spelling inside.
//
// RUN: %exits 0 %bankfix trace %S/Inputs/main.cpp %s %S/Inputs/other.cu > %t.out 2> %t.report
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// RUN: FileCheck %s < %t.report
void twice(int *p, int n); // Inputs/other.cu

static __device__ int offset = 0;
static __global__ void kernel(int *p, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[n - 1 - threadIdx.x] + offset;
}

extern "C" void reverse(int *p, int n) {
  kernel<<<1, n>>>(p, n);
  twice(p, n);
}

// OUT: 126 0 2
// CHECK: files.cu:9: kernel: 1 launch, 1 block
// CHECK: 11:{{[0-9]+}} store s 4 2 2 2
// CHECK: 13:{{[0-9]+}} load s 4 2 2 2
// CHECK: other.cu:4: kernel: 1 launch, 1 block
// CHECK-NEXT: no access to shared memory
