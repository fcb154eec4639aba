// The block that ran stands for launches that the source does not show, and where
// addresses depend on data, what was measured is told, or nothing is to be told.
//
// RUN: %exits 1 %bankfix check --format=json --profile=%S/Inputs/gather.csv %s > %t.json
// RUN: %json-lines < %t.json | FileCheck %s
// RUN: %exits 1 %bankfix check --profile=%S/Inputs/gather.csv %s 2>&1 | FileCheck --check-prefix=TOLD %s
//
// CHECK: "name": "gather"
// CHECK: "block": [64, 2, 1], "block_from": "config"
//
// TOLD: note: the profile counted 2.5-way on average for 'table[in[i] & 255]', whose addresses depend on data
// TOLD: note: the profile counted 1.0-way on average for 'table[in[i + 1] & 255]', whose addresses depend on data
// TOLD: warning: load of 'table[in[i] & 255]'
// TOLD-NOT: warning: load of 'table[in[i + 1]

__global__ void gather(float *out, const int *in) {
  __shared__ float table[256];
  int i = threadIdx.y * blockDim.x + threadIdx.x;
  table[i] = out[i];
  __syncthreads();
  float first = table[in[i] & 255];
  float second = table[in[i + 1] & 255];
  out[i] = first + second;
}
