// A launch's size that has another text in another branch stays: only one of
// them would grow.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=index-macro %s | FileCheck %s

__global__ void split(float *out, const float *in) {
  // CHECK: [[#@LINE+1]]:{{.*}} no fix of 'bytes' by index-macro: line [[#@LINE+14]]: the launch's bytes in '4096 + 128' cannot be changed in place
  extern __shared__ float bytes[];
  for (int i = 0; i < 32; ++i)
    bytes[threadIdx.x * 32 + i] = in[i];
  __syncthreads();
  out[threadIdx.x] = bytes[threadIdx.x];
}

void run(float *out, const float *in) {
  split<<<1, 32,
#ifdef EXACT
          4096
#else
          // CHECK-NOT: the host is changed
          4096 + 128
#endif
          >>>(out, in);
}
