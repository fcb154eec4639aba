// Which lanes issue an access, and how often.

// RUN: %exits 1 %bankfix check --objective=wavefronts --format=json %s | %json-lines | FileCheck %s
// RUN: %exits 1 %bankfix check --objective=wavefronts --verbose %s | FileCheck %s --check-prefix=TEXT

__global__ void k(float *out, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;

  // CHECK: "line": [[#@LINE+2]], {{.*}}"requests": 1, "wavefronts": 5, "ideal": 1, {{.*}}"lanes_active": 0.15625
  if (t < 5)
    s[t * 32] = 0;

  // CHECK: "line": [[#@LINE+2]], {{.*}}"requests": 1, "wavefronts": 2, "ideal": 1, {{.*}}"lanes_active": 0.5
  if (t % 2 == 0)
    s[t * 2] = 0;

  // CHECK: "line": [[#@LINE+2]], {{.*}}"requests": 4, "wavefronts": 16, "ideal": 4, {{.*}}"per_iteration": false
  for (int i = 0; i < 4; ++i)
    s[t * 4 + i] = 0;

  // 32, 16, ... 1 active lanes.
  // CHECK: "line": [[#@LINE+3]], {{.*}}"requests": 6, "wavefronts": 6, "ideal": 6
  for (int i = 32; i > 0; i /= 2)
    if (t < i)
      s[t + i] = 0;

  // CHECK: "line": [[#@LINE+4]], {{.*}}"wavefronts": 4, "ideal": 1, {{.*}}"per_iteration": true
  // TEXT: :[[#@LINE+3]]:5: warning: store to 's[t * 4 + i]' has 4-way bank conflicts: 4 wavefronts per iteration where 1 suffices
  // TEXT-NOT: warning: store to 's[i]'
  for (int i = 0; i < n; ++i)
    s[t * 4 + i] = 0;

  // CHECK: "line": [[#@LINE+2]], {{.*}}"requests": 32, "wavefronts": 32, "ideal": 32
  for (int i = t; i < 1024; i += 32)
    s[i] = 0;

  // CHECK: "line": [[#@LINE+4]], {{.*}}"requests": 3, "wavefronts": 6, "ideal": 3
  for (int i = 0; i < 100; ++i) {
    if (i == 3)
      break;
    s[t * 2] = 0;
  }

  int i = 0;
  do
    // CHECK: "line": [[#@LINE+1]], {{.*}}"requests": 1, "wavefronts": 2, "ideal": 1
    s[t * 2] = 0;
  while (++i < 1);

  if (t >= 8)
    return;
  // CHECK: "line": [[#@LINE+1]], {{.*}}"requests": 1, "wavefronts": 8, "ideal": 1, {{.*}}"lanes_active": 0.25
  s[t * 32] = 0;
}

void launch(float *out, int n) { k<<<1, 32>>>(out, n); }
