// Each value of the chain is used twice for the next one: what the index can be
// is found out without going along every path.

// RUN: %exits 1 %bankfix check --format=json %s | FileCheck %s

#define STEP x = (x ^ (x >> 1)) & 63;
#define STEPS STEP STEP STEP STEP STEP STEP STEP STEP

__global__ void chain(float *out, const int *in) {
  __shared__ float s[64];
  int x = in[threadIdx.x];
  STEPS STEPS STEPS STEPS STEPS
  // CHECK: "certainty": "bounded"
  out[threadIdx.x] = s[x];
}

void launch(float *out, const int *in) { chain<<<1, 32>>>(out, in); }
