// Host code is followed to the values that a launch gets.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s

#include <algorithm>
#include <cstdlib>

#define BODY                                                                   \
  __shared__ float s[1024];                                                    \
  s[threadIdx.x] = 0;

// CHECK: kernel {"name": "helper_64", {{.*}}"block": [64, 1, 1], "block_from": "launch"
__global__ void helper_64() { BODY }
// CHECK: kernel {"name": "braces", {{.*}}"block": [2, 3, 1], "block_from": "launch"
__global__ void braces() { BODY }
// CHECK: kernel {"name": "loop", {{.*}}"block": [32, 1, 1], "block_from": "launch"
// CHECK: kernel {"name": "loop", {{.*}}"block": [64, 1, 1], "block_from": "launch"
__global__ void loop() { BODY }
// CHECK: kernel {"name": "either", {{.*}}"block": [64, 1, 1], "block_from": "launch"
// CHECK: kernel {"name": "either", {{.*}}"block": [128, 1, 1], "block_from": "launch"
__global__ void either() { BODY }
// CHECK: kernel {"name": "first", {{.*}}"block": [32, 1, 1], "block_from": "launch"
__global__ void first() { BODY }
// CHECK: kernel {"name": "second", {{.*}}"block": [96, 1, 1], "block_from": "launch"
__global__ void second() { BODY }
// CHECK: kernel {"name": "runtime_call", {{.*}}"block": [16, 16, 1], "block_from": "launch"
__global__ void runtime_call(float *p, int n) { BODY }
// CHECK: kernel {"name": "config", {{.*}}"block": [24, 2, 1], "block_from": "launch"
__global__ void config(int n) { BODY }
// CHECK: kernel {"name": "width", "instance": "<512>", {{.*}}"block": [512, 1, 1], "block_from": "launch"
// CHECK: kernel {"name": "width", "instance": "<32>", {{.*}}"block": [32, 1, 1], "block_from": "launch"
template <int Width> __global__ void width() { BODY }
// CHECK: kernel {"name": "computed", {{.*}}"block": [128, 1, 1], "block_from": "launch"
__global__ void computed() { BODY }
// CHECK: kernel {"name": "unknown", {{.*}}"block_from": "assumed"
__global__ void unknown() { BODY }

static void helper(int threads, dim3 b) {
  helper_64<<<1, threads>>>();
  braces<<<1, b>>>();
}

void chooseWidth(int threads) {
  dim3 block(threads, 1, 1);
  switch (threads) {
  case 512:
    width<512><<<1, block>>>();
    break;
  case 32:
    width<32><<<1, block>>>();
    break;
  }
}

int roundUp(int n) { return (n + 31) / 32 * 32; }

void run(int n, bool large) {
  helper(64, {2, 3});
  for (int t = 32; t <= 64; t *= 2)
    loop<<<1, t>>>();
  either<<<1, large ? 64 : 128>>>();
  void (*kernel)() = &first;
  for (int i = 0; i < 2; i++) {
    if (i == 1)
      kernel = second;
    kernel<<<1, 32 + 64 * i>>>();
  }
  float *p = nullptr;
  void *args[] = {&p, &n};
  cudaLaunchKernel((void *)runtime_call, dim3(4), dim3(16, 16), args, 0, 0);
  cudaLaunchConfig_t c = {0};
  c.gridDim = 4;
  c.blockDim = dim3(24, 2);
  cudaLaunchKernelEx(&c, config, 9);
  computed<<<1, std::min(roundUp(100), 256)>>>();
  unknown<<<1, roundUp(n)>>>();
}
