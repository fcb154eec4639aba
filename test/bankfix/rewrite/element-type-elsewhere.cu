// A type that is not the array's alone is not replaced; nor is one wrapped that
// has no name where wrappers are declared.

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
  // CHECK: note: no fix of 'd' by pad-struct: the host sets its size, and such a declaration keeps its type
  __syncthreads();
  out[t] = d[63 - t].x;
}

__global__ void local(float *out, const float *in) {
  struct Pair {
    float x, y;
  };
  // CHECK: :[[#@LINE+4]]:{{.*}}store to 'l[t].x'
  // CHECK: note: no fix of 'l' by pad-struct: only the function or class that declares 'Pair' can name it, so it cannot be wrapped
  __shared__ Pair l[64];
  int t = threadIdx.x;
  l[t].x = in[t];
  __syncthreads();
  out[t] = l[63 - t].x + sizeof(Pair);
}

__global__ void alias(float *out, const float *in) {
  typedef float2 Also;
  // CHECK: :[[#@LINE+4]]:{{.*}}store to 'm[t].x'
  // CHECK: note: no fix of 'm' by pad-struct: only the function or class that declares 'Also' can name it
  __shared__ Also m[64];
  int t = threadIdx.x;
  m[t].x = in[t];
  __syncthreads();
  out[t] = m[63 - t].x;
}

class Owner {
  struct Hidden {
    float x, y;
  };

public:
  struct Open {
    float x, y;
  };
  friend __global__ void hidden(float *out, const float *in);
  static __device__ void run(float *out, const float *in) {
    // CHECK: :[[#@LINE+4]]:{{.*}}store to 'n[t].x'
    // CHECK: note: no fix of 'n' by pad-struct: only the function or class that declares '{{.*}}Open' can name it
    __shared__ Open n[64];
    int t = threadIdx.x;
    n[t].x = in[t];
    __syncthreads();
    out[t] = n[63 - t].x + sizeof(Open);
  }
};
__global__ void open(float *out, const float *in) { Owner::run(out, in); }

__global__ void hidden(float *out, const float *in) {
  // CHECK: :[[#@LINE+4]]:{{.*}}store to 'o[t].x'
  // CHECK: note: no fix of 'o' by pad-struct: only the function or class that declares 'Owner::Hidden' can name it
  __shared__ Owner::Hidden o[64];
  int t = threadIdx.x;
  o[t].x = in[t];
  __syncthreads();
  out[t] = o[63 - t].x + sizeof(Owner::Hidden);
}

void launch(float *out, const float *in) {
  local<<<1, 64>>>(out, in);
  alias<<<1, 64>>>(out, in);
  open<<<1, 64>>>(out, in);
  hidden<<<1, 64>>>(out, in);
  member<<<1, 64>>>(out, in);
  dynamic<<<1, 64, 64 * sizeof(float2)>>>(out, in);
}
