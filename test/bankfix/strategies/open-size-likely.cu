// How many blocks fit on a processor, where only the run knows the size: a small
// block is taken to ask for what it accesses, and not for what the largest does.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu > %t.log
// RUN: FileCheck %s --input-file=%t.log
// RUN: %clang-device %t.cu

// CHECK-NOT: blocks would fit
// CHECK: 's[], {{.*}}, indexed through BANKFIX_PAD32'
// CHECK-NOT: blocks would fit

template <class T> __global__ void reduce(T *out, const T *in, unsigned n) {
  extern __shared__ float s[];
  unsigned x = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  s[x] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned k = 1; k < blockDim.x; k *= 2) {
    int at = 2 * k * x;
    if (at < blockDim.x)
      s[at] += s[at + k];
    __syncthreads();
  }
  if (x == 0)
    out[blockIdx.x] = s[0];
}

void launch(int threads, int blocks, float *out, const float *in, unsigned n) {
  dim3 block(threads, 1, 1), grid(blocks, 1, 1);
  int bytes = threads <= 32 ? 2 * threads * sizeof(float) : threads * sizeof(float);
  reduce<float><<<grid, block, bytes>>>(out, in, n);
}
