// Where a block's shape comes from.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s
// RUN: %bankfix check --fail-on=never --block-dim=assumed=32x8 --format=json %s | %json-lines | FileCheck %s --check-prefix=OPTION
// RUN: %bankfix check --verbose --fail-on=never %s | FileCheck %s --check-prefix=TEXT

#define WIDTH 32
constexpr int Height = 8;
enum { Depth = 2 };

#define BODY                                                                   \
  __shared__ float s[1024];                                                    \
  s[threadIdx.x] = 0;

// CHECK: kernel {"name": "literal", {{.*}}"block": [64, 1, 1], "block_from": "launch"
__global__ void literal() { BODY }
// CHECK: kernel {"name": "macros", {{.*}}"block": [32, 8, 2], "block_from": "launch"
__global__ void macros() { BODY }
// CHECK: kernel {"name": "variable", {{.*}}"block": [16, 16, 1], "block_from": "launch"
__global__ void variable() { BODY }
// CHECK: kernel {"name": "computed", {{.*}}"block": [128, 1, 1], "block_from": "launch"
__global__ void computed() { BODY }
// A variable that is assigned to is not guessed at.
// CHECK: kernel {"name": "members", {{.*}}"block_from": "{{launch|assumed}}"
// CHECK-NOT: "block": [1, 1, 1]
__global__ void members() { BODY }

// __launch_bounds__ is a bound, no shape.
// CHECK: kernel {"name": "bounded", {{.*}}"block_from": "assumed"
// OPTION: kernel {"name": "bounded", {{.*}}"block_from": "assumed"
__global__ void __launch_bounds__(64) bounded() { BODY }

// CHECK: kernel {"name": "assumed", {{.*}}"block_from": "assumed"
// OPTION: kernel {"name": "assumed", {{.*}}"block": [32, 8, 1], "block_from": "option"
__global__ void assumed(float *out) {
  __shared__ float t[32][32];
  // TEXT: [[#@LINE+1]]:3: warning: store to 't[threadIdx.x][0]' has up to {{.*}}
  t[threadIdx.x][0] = 0;
  // TEXT: note: assuming blocks of {{[0-9x]+}} threads
}

void launch(float *out) {
  literal<<<1, 64>>>();
  macros<<<1, dim3(WIDTH, Height, Depth)>>>();
  dim3 threads(16, 16);
  variable<<<dim3(4, 4), threads>>>();
  const int n = 4 * WIDTH;
  computed<<<1, n>>>();
  dim3 block;
  block.x = 8;
  block.y = 4;
  members<<<1, block>>>();
}
