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

#define BRANCH(i)                                                              \
  if (n >> i & 1)                                                              \
    x = x * 3;                                                                 \
  else                                                                         \
    x = x + 5;
#define BRANCHES(i) BRANCH(i) BRANCH(i + 1) BRANCH(i + 2) BRANCH(i + 3)

// What every branch makes is used by both sides of the next one.
__global__ void branches(float *out, const int *in, int n) {
  __shared__ float s[64];
  int x = threadIdx.x;
  BRANCHES(0) BRANCHES(4) BRANCHES(8) BRANCHES(12) BRANCHES(16) BRANCHES(20)
  BRANCHES(0) BRANCHES(4) BRANCHES(8) BRANCHES(12) BRANCHES(16) BRANCHES(20)
  if (in[threadIdx.x])
    x = x + 2;
  // CHECK: "certainty": "bounded"
  out[threadIdx.x] = s[x & 63];
}

void launch(float *out, const int *in) {
  chain<<<1, 32>>>(out, in);
  branches<<<1, 32>>>(out, in, *in);
}
