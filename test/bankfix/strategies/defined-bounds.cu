// A subscript outside of its dimension is undefined, so a layout may rely on
// what is not proved of one, and says so; unless the code shows that it walks
// through the rows on purpose.

// RUN: %exits 1 %bankfix check --objective=wavefronts --sort=source %s | FileCheck %s
// RUN: %exits 1 %bankfix check --objective=wavefronts --sort=source --strict-bounds %s | FileCheck %s --check-prefix=STRICT
// RUN: %exits 1 %bankfix check --objective=wavefronts --format=json %s > %t.json
// RUN: %validate --complete < %t.json
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: %exits 1 %bankfix check --objective=wavefronts --format=sarif %s | FileCheck %s --check-prefix=ISSUE
// RUN: %exits 1 %bankfix check --objective=wavefronts --format=github %s | FileCheck %s --check-prefix=ISSUE
// RUN: %exits 1 %bankfix check --objective=wavefronts --format=gitlab %s | FileCheck %s --check-prefix=ISSUE
// RUN: %bankfix --objective=wavefronts --sort=source %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix --objective=wavefronts %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// STRICT-NOT: relies on
// ISSUE: 'a' relies on threadIdx.x < 32, as
// JSON: "relies_on":
// JSON: "condition": "threadIdx.x < 32"

#define TRANSPOSE(array)                                                       \
  array[threadIdx.y][threadIdx.x] = in[threadIdx.x];                           \
  __syncthreads();                                                             \
  out[threadIdx.x] = array[threadIdx.x & 31][threadIdx.y];

// Nobody tells the block.
__global__ void block(float *out, const float *in) {
  // CHECK: note: 'a[32][32] -> a[32][33]' (pad-row)
  // CHECK: note: 'a' relies on threadIdx.x < 32, as a subscript outside of its dimension is undefined; --strict-bounds wants a proof
  // STRICT: note: no fix of 'a' by pad-row: {{.*}} is not proved to keep subscript 2 within 0 to 31 for every block size
  // FIXED: float a[32][33];
  __shared__ float a[32][32];
  TRANSPOSE(a)
}

// A parameter.
__global__ void parameter(float *out, const float *in, int n, unsigned m) {
  // CHECK: note: 'b' relies on 0 <= n + 1 < 32, 0 <= n + 2 < 32, 0 <= n + 3 < 32, 0 <= n < 32 and 1 more
  // FIXED: float b[32][33];
  __shared__ float b[32][32];
  out[1] = b[threadIdx.y][n + 1] + b[threadIdx.y][n + 2] + b[threadIdx.y][n + 3];
  out[0] = b[threadIdx.y][n] + b[threadIdx.x][m / 2];
  TRANSPOSE(b)
}

// What a transpose accesses bounds both indices: with more threads, it would
// leave the array.
__global__ void transposed(float *out, const float *in) {
  // CHECK: note: 'both[32][32] -> both[32][33]' (pad-row)
  // CHECK-NOT: 'both' relies
  // STRICT: note: 'both[32][32] -> both[32][33]' (pad-row)
  // FIXED: float both[32][33];
  __shared__ float both[32][32];
  both[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = both[threadIdx.x][threadIdx.y];
}

// What a loop counts up to.
__global__ void counted(float *out, const float *in, int n) {
  // CHECK: note: 'c' relies on i < 32
  // FIXED: float c[32][32];
  __shared__ float c[32][32];
  for (int i = 0; i < n; ++i)
    out[i] = c[threadIdx.y & 31][i];
  out[0] = c[threadIdx.x & 31][threadIdx.y & 31];
}

// It steps over rows, if it does more than once.
__global__ void stepped(float *out, const float *in, int n) {
  // CHECK: note: no fix of 's' by pad-row: {{.*}} 's[threadIdx.y & 28][i]' has values of subscript 2 outside 0 to 31
  // FIXED: float s[32][32];
  __shared__ float s[32][32];
  for (int i = threadIdx.x & 31; i < n; i += 32)
    s[threadIdx.y & 28][i] = 0;
  TRANSPOSE(s)
}

// From the first row on, as far as nobody knows.
__global__ void first(float *out, const float *in, int n) {
  // CHECK: note: no fix of 'd' by pad-row: {{.*}} 'd[0][i]' is not proved to keep subscript 2
  // FIXED: float d[32][32];
  __shared__ float d[32][32];
  for (int i = 0; i < n; ++i)
    d[0][i] = 0;
  TRANSPOSE(d)
}

// The bound is that of the array.
__global__ void bounded(float *out, const float *in, int n) {
  // CHECK: note: no fix of 'e' by pad-row: {{.*}} 'e[threadIdx.y][n]' has values of subscript 2 outside 0 to 31
  // FIXED: float e[32][32];
  __shared__ float e[32][32];
  if (n >= 0 && n < 1024)
    out[1] = e[threadIdx.y][n];
  TRANSPOSE(e)
}

// In the launch that is known.
__global__ void launched(float *out, const float *in, int n) {
  // CHECK: note: no fix of 'f' by pad-row: {{.*}} 'TRANSPOSE(f)' has values of subscript 2 outside 0 to 31, so it counts through the elements of all rows; index it by row and column
  // FIXED: float f[32][32];
  __shared__ float f[32][32];
  TRANSPOSE(f)
}

// In one that is likely: the guard says that blocks may be larger.
__global__ void guarded(float *out, const float *in) {
  // CHECK: note: no fix of 'g' by pad-row: {{.*}} 'g[1][threadIdx.x]' has values of subscript 2 outside 0 to 31 in blocks of 256 threads, which are likely; give the block with --block-dim
  // FIXED: float g[32][32];
  __shared__ float g[32][32];
  if (threadIdx.x < 100)
    g[1][threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = g[threadIdx.x & 31][2];
}

// A pointer that moves may move past its row.
__global__ void moved(float *out, const float *in, int n) {
  // CHECK: note: no fix of 'h' by pad-row: {{.*}} '*at++' is not proved to keep subscript 2
  // FIXED: float h[32][32];
  __shared__ float h[32][32];
  TRANSPOSE(h)
  float *at = h[threadIdx.x];
  for (int i = 0; i < n; ++i)
    out[0] += *at++;
}

void launch(float *out, const float *in) {
  launched<<<1, dim3(64, 16)>>>(out, in, 0);
}
