// No build is made worse for the sake of another.

// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s

__global__ void turn(float *out, const float *in) {
#if __CUDA_ARCH__ >= 900
  const int W = 33;
#else
  const int W = 32;
#endif
  // CHECK: :[[#@LINE+1]]:20: note: no fix of 't' by index-macro: it would cost more in a build with -D__CUDA_ARCH__=900: 't' would take 126 wavefronts there instead of 64
  __shared__ float t[32 * 33];
  int x = threadIdx.x, y = threadIdx.y;
  t[y * W + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = t[x * W + y];
}

void run(float *out, const float *in) { turn<<<1, dim3(32, 32)>>>(out, in); }
