// Elements of a size that no number has can be padded alone: why they are not is
// said, whatever else is refused.

// RUN: %bankfix check --verbose --fail-on=never %s | FileCheck %s

struct Six {
  float a, b, c, d, e, f;
};
__device__ float last(const Six *of) { return of[1].f; }

__global__ void pointer(float *out) {
  // CHECK: note: no fix of 's' by pad-struct: a pointer or a reference to its elements is declared with their type
  __shared__ Six s[65];
  int t = threadIdx.x;
  s[t].a = s[t].f = out[t];
  __syncthreads();
  out[t] = last(s + t) + s[63 - t].a;
}

// Of 12 bytes: whatever conflicts are left, no padding helps.
struct Three {
  float a, b, c;
};
__global__ void odd(float *out) {
  // CHECK: note: no fix of 'o' by pad-struct: its elements of 12 bytes are not an even number of words
  __shared__ Three o[1024];
  int t = threadIdx.x;
  o[t * 32 % 1024].a = out[t];
  __syncthreads();
  out[t] = o[t * 16].a;
}

void launch(float *out) {
  pointer<<<1, 64>>>(out);
  odd<<<1, 64>>>(out);
}
