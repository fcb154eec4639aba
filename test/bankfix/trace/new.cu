// Memory that device code allocates, with no header that declares how.
//
// RUN: %exits 0 %bankfix trace %s 2>/dev/null | %FileCheck %s
// RUN: %bankfix verify %s | %FileCheck --check-prefix=VERIFY %s
#include <cstdio>

struct Pair {
  int first, second;
  __device__ Pair(int i) : first(i), second(2 * i) {}
};

// VERIFY: note: 'sums', {{.*}}; the same results
__global__ void sums(int *out) {
  __shared__ int s[32];
  int *many = new int[4];
  Pair *one = new Pair(threadIdx.x);
  many[3] = one->second;
  s[threadIdx.x] = many[3] + one->first;
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x];
  delete one;
  delete[] many;
}

int main() {
  int *out, result[32];
  cudaMalloc(&out, sizeof result);
  sums<<<1, 32>>>(out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  // CHECK: 93 0
  printf("%d %d\n", result[0], result[31]);
}
