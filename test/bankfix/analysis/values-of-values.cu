// A value that many others are made of is looked at once: there are more ways to
// it here than can be walked.

// RUN: %bankfix check --fail-on=never --cuda-headers=builtin --format=json %s | FileCheck %s

// CHECK: "accesses"
// CHECK: "certainty": "{{bounded|exact}}"
__global__ void chosen(int *out, int n) {
  __shared__ double a[8][9];
  const int tid = threadIdx.y * 16 + threadIdx.x;
  for (int i = tid; i < 72; i += 256)
    a[i / 9][i % 9] = i;
  __syncthreads();
  int sum = 0;
  for (int k = tid % 8; k < 8; ++k)
    for (int l = tid % 5; l < 5; ++l) {
      int i = blockIdx.x != 0 ? k : k;
      if ((n & 1) == 0 || threadIdx.y > 15)
        i = (tid >> 5) + (blockIdx.x & 3);
      sum += a[__hadd(i, 4)][__umulhi(i, 2147483648u)];
    }
  out[tid] = sum;
}

void launch(int *out, int n) { chosen<<<4, dim3(16, 16)>>>(out, n); }
