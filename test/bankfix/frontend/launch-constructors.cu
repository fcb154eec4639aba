// A struct whose constructor hands its arguments on says how a kernel is
// launched.

// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin --format=json %s | FileCheck %s

struct Shape {
  dim3 grid, block;
  size_t bytes;
  cudaStream_t stream;
  Shape(const dim3 &g, const dim3 &b, size_t n, cudaStream_t s)
      : grid(g), block(b), bytes(n), stream(s) {}
};
struct Doubled {
  dim3 block;
  Doubled(dim3 b) : block(b) { block.y *= 2; }
};

template <int Of> __device__ void turn(float *a) {
  __shared__ float t[32][32];
  for (int j = threadIdx.y; j < 32; j += blockDim.y)
    t[j][threadIdx.x] = a[j * 32 + threadIdx.x];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += blockDim.y)
    a[j * 32 + threadIdx.x] = t[threadIdx.x][j];
}

// CHECK: "name": "direct"
// CHECK: "block": [
// CHECK-NEXT: 32,
// CHECK-NEXT: 8,
// CHECK: "block_from": "launch"
__global__ void direct(float *a) { turn<0>(a); }
// CHECK: "name": "wrapped"
// CHECK: "block": [
// CHECK-NEXT: 32,
// CHECK-NEXT: 4,
// CHECK: "block_from": "launch"
__global__ void wrapped(float *a) { turn<1>(a); }
// CHECK: "name": "changed"
// CHECK: "block_from": "assumed"
__global__ void changed(float *a) { turn<2>(a); }

template <typename K> void launch(K kernel, const Shape &s, float *a) {
  kernel<<<s.grid, s.block, s.bytes, s.stream>>>(a);
}

void run(float *a, cudaStream_t s) {
  dim3 grid(4), block(32, 8);
  const Shape shape = Shape(grid, block, 0, s);
  direct<<<shape.grid, shape.block, shape.bytes, shape.stream>>>(a);
  launch(wrapped, Shape(grid, dim3(32, 4), 0, s), a);
  Doubled doubled(block);
  changed<<<grid, doubled.block>>>(a);
}
