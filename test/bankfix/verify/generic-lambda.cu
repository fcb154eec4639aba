// A lambda with `auto` parameters is a template, whose instance is what runs.

// RUN: %bankfix verify --format=json %s | %json-lines | FileCheck %s

__global__ void k(float *o, const float *in) {
  __shared__ float tile[32][32];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"array": "tile", "op": "store", {{.*}}"requests": 32, "wavefronts": 32, "ideal": 32
  auto st = [&](auto r, auto c, float v) { tile[r][c] = v; };
  st(threadIdx.y, threadIdx.x, in[threadIdx.y * 32 + threadIdx.x]);
  __syncthreads();
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"array": "tile", "op": "load", {{.*}}"requests": 32, "wavefronts": 1024, "ideal": 32
  o[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
void host(float *f) { k<<<1, dim3(32, 32)>>>(f, f); }
