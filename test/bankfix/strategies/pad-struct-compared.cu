// pad-struct: a comparison that the compiler writes compares every member.

// RUN: %bankfix --strategy=pad-struct -std=c++20 %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s

struct Pair {
  int x, y;
  bool operator==(const Pair &) const = default;
};
__global__ void compared(int *out) {
  // CHECK: __shared__ bankfix_Pair_12 a[64];
  __shared__ Pair a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x;
}

// One that the author writes, those that are named.
struct Own {
  int x, y;
  __device__ bool operator==(const Own &other) const { return x == other.x; }
};
__global__ void written(int *out) {
  // CHECK: __shared__ Own a[64];
  __shared__ Own a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x + (a[t] == a[t ^ 1]);
}

void launch(int *out) {
  compared<<<1, 64>>>(out);
  written<<<1, 64>>>(out);
}
