// What bankfix knows of PyTorch is not all of it: where a source uses more, the
// header is missing, as it would be without; that costs only what needs it.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.log 2>&1
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED

// CHECK: torch-lacks.cu:[[#@LINE+2]]:{{[0-9]+}}: warning: 'torch/extension.h' file not found, and bankfix's own in its place lacks some of what is used
// CHECK-NOT: error
#include <torch/extension.h>

__global__ void k(float *out) {
  // FIXED: __shared__ float t[32][33];
  __shared__ float t[32][32];
  t[threadIdx.x][threadIdx.y] = out[0];
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x][threadIdx.y];
}

// CHECK-DAG: note: no member named 'nobodyKnowsThis' in namespace 'torch'
// CHECK-DAG: note: no type named 'NorThis' in namespace 'torch'
void host(torch::Tensor out) {
  torch::Tensor more = torch::nobodyKnowsThis(out);
  k<<<1, dim3(32, 8)>>>(more.data_ptr<float>());
}

void other(torch::NorThis out) {
  k<<<1, dim3(32, 16)>>>(out.data_ptr<float>());
}
