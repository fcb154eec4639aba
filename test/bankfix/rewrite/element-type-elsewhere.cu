// A type that is not the array's alone is not replaced.

// RUN: %bankfix check --fail-on=never --strategy=pad-struct %s | FileCheck %s

struct Box {
  float2 a[64];
};

__global__ void member(float *out, const float *in) {
  __shared__ Box box;
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{.*}}store to 'box.a[t].x'
  box.a[t].x = in[t];
  // CHECK: note: no fix of 'box.a' by pad-struct: its declaration declares more, or comes from a macro, so its type cannot be changed alone
  __syncthreads();
  out[t] = box.a[63 - t].x;
}

__global__ void dynamic(float *out, const float *in) {
  extern __shared__ float2 d[];
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{.*}}store to 'd[t].x'
  d[t].x = in[t];
  // CHECK: note: no fix of 'd' by pad-struct: its declaration declares more, or comes from a macro, so its type cannot be changed alone
  __syncthreads();
  out[t] = d[63 - t].x;
}

void launch(float *out, const float *in) {
  member<<<1, 64>>>(out, in);
  dynamic<<<1, 64, 64 * sizeof(float2)>>>(out, in);
}
