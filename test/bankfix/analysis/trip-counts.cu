// How often a loop runs whose trip count only the run knows, in terms of what
// it depends on.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s
// RUN: %exits 1 %bankfix check --format=json %s | %validate
// RUN: %exits 1 %bankfix check %s 2>/dev/null | FileCheck %s --check-prefix=TEXT

__global__ void k(float *out, int n, int m, const int *in) {
  __shared__ float s[2048];
  int t = threadIdx.x;

  // CHECK: access {"line": [[#@LINE+3]], {{.*}}"per_iteration": true, "trips": "n / 16"
  // TEXT: :[[#@LINE+2]]:5: warning: store to 's[t * 32]' has 32-way bank conflicts: 64 wavefronts per iteration where 2 suffice (64 wavefronts x n / 16 in all) [
  for (int i = 0; i < n / 16; ++i)
    s[t * 32] = 0;

  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"trips": "(n + 15) / 16"
  for (int i = 0; i < n; i += 16)
    s[t * 2] = 0;

  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"trips": "n - 1"
  for (int i = n; i > 1; --i)
    s[t * 2] = 0;

  // Known loops are counted, unknown ones multiplied.
  // CHECK: access {"line": [[#@LINE+4]], {{.*}}"requests": 8, {{.*}}"trips": "n * ((m + 1) / 2)"
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; j += 2)
      for (int l = 0; l < 4; ++l)
        s[t * 2 + l] = 0;

  // The first lane of the block runs it most often.
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"trips": "(n + 63) / 64"
  for (int i = t; i < n; i += 64)
    s[t * 2] = 0;

  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"per_iteration": true
  for (int d = 1; d < n; d *= 2)
    s[t * 2] = 0;

  // CHECK: access {"line": [[#@LINE+4]], {{.*}}"per_iteration": true
  for (int i = 0; i < n; ++i) {
    if (in[i] == 0)
      break;
    s[t * 2] = 0;
  }
}

// The count of a variable that goes down to zero is that of a positive one.
__global__ void down(float *out, int n, int m) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  // CHECK: access {"line": [[#@LINE+3]], {{.*}}"trips": "n"
  int q = n;
  while (q--)
    s[t * 2] = 0;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"trips": "n"
  for (int i = 0; i != n; ++i)
    s[t * 2] = 0;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"trips": "m * n"
  for (int i = 0; i < n * m; ++i)
    s[t * 2] = 0;
  int i = 0;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"trips": "(n + 3) / 4"
  do {
    s[t * 2] = 0;
    i += 4;
  } while (i < n);
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"trips": "m"
  do {
    s[t * 2] = 0;
  } while (--m);
}

// A step that only the run knows divides, too.
__global__ void strides(float *out, int n, int s) {
  __shared__ float a[2048];
  int t = threadIdx.x;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"trips": "(n + s - 1) / s"
  for (int i = 0; i < n; i += s)
    a[t * 2] = 0;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"trips": "(n + s) / (s + 1)"
  for (int i = n; i > 0; i -= s + 1)
    a[t * 2] = 0;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"trips": "(n - 64 * blockIdx.x + 64 * gridDim.x - 1) / (64 * gridDim.x)"
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x)
    a[t * 2] = 0;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"trips": "(163 - n) / (64 - n)"
  for (int i = 0; i < 100; i += 64 - n)
    a[t * 2] = 0;
  int i = 0;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"trips": "(n + s - 1) / s"
  do {
    a[t * 2] = 0;
    i += s;
  } while (i < n);
  // It may never be there.
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"per_iteration": true
  for (int i = 0; i != n; i += s)
    a[t * 2] = 0;
}

// Whether there is a first iteration is known; of the others it is not, so all
// are counted as those of one loop.
__global__ void first(float *out, int n) {
  __shared__ float a[2048];
  int t = threadIdx.x, i = 0;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"requests": 2, {{.*}}"trips": "(n + 99) / n"
  for (int i = 0; i < 100; i += n)
    a[t * 2] = 0;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"requests": 2, {{.*}}"trips": "(n + 99) / n"
  while (i < 100) {
    a[t * 2] = 0;
    i += n;
  }
  i = 0;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"requests": 2, {{.*}}"trips": "(n + 99) / n"
  do {
    a[t * 2] = 0;
    i += n;
  } while (i < 100);
}

// So they are where the body steps, or changes what the condition reads.
__global__ void stepped_inside(float *out, int n) {
  __shared__ float a[2048];
  int t = threadIdx.x, i = 0, most = 10;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"certainty": "exact", {{.*}}"requests": 2, {{.*}}"per_iteration": true
  while (i < 100) {
    a[t * 2] = 0;
    i += n > 3 ? 2 : 1;
  }
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"certainty": "exact", {{.*}}"requests": 2, {{.*}}"per_iteration": true
  for (i = 0; i < most; ++i) {
    a[t * 2] = 0;
    if (i == 5)
      most = n;
  }
}

// Operators that bind less than a sum are in parentheses; and of counts that
// differ, the most is no more than a bound.
__global__ void written(float *out, int n, int m) {
  __shared__ float a[2048];
  int t = threadIdx.x;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"trips": "((n & 1) + 100) / ((n & 1) + 1)"
  for (int i = 0; i < 100; i += (n & 1) + 1)
    a[t * 2] = 0;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"trips": "((n ^ m) + 99) / (n ^ m)"
  for (int i = 0; i < 100; i += n ^ m)
    a[t * 2] = 0;
  // CHECK: access {"line": [[#@LINE+3]], {{.*}}"certainty": "bounded", {{.*}}"trips": "(n + 7) / 8"
  for (int i = 0; i < 8; i += 4)
    for (int j = i; j < n; j += 8)
      a[t * 2] = 0;
}

void launch(float *out, int n, int m, int *in) { 
  k<<<1, 64>>>(out, n, m, in);
  strides<<<n, 64>>>(out, n, m);
  down<<<1, 64>>>(out, n, m);
  first<<<1, 64>>>(out, n);
  stepped_inside<<<1, 64>>>(out, n);
  written<<<1, 64>>>(out, n, m);
}
