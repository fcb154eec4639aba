// What is volatile, by whatever name, is accessed as it is written: compilers
// make no vectors of it.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s

typedef volatile float Watched;

__global__ void kernel(float *out) {
  __shared__ float plain[64][4];
  __shared__ Watched byName[64][4];
  int t = threadIdx.x;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"array": "plain", {{.*}}"merged"
  plain[t][0] = plain[t][1] = 1;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"array": "byName", "op": "store", {{.*}}"certainty": "exact"
  byName[t][0] = byName[t][1] = 1;
  __syncthreads();
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"array": "plain", "op": "load", {{.*}}"certainty": "exact"
  out[t] = *(volatile float *)&plain[t][2] + *(volatile float *)&plain[t][3];
}

void launch(float *out) { kernel<<<1, 64>>>(out); }
