// What only a branch gives a value has that one wherever it is read: to read it
// on the other way is undefined.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s
// RUN: %bankfix %s -o %t.cu
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED

#define W 16

__global__ void turned(float *out, const float *in, int pitch, int width,
                       int height) {
  __shared__ float block[W][W];
  int x = blockIdx.x * W + threadIdx.x, y = blockIdx.y * W + threadIdx.y;
  int to, row, column;
  if (x < width && y < height) {
    block[threadIdx.y][threadIdx.x] = in[y * pitch + x];
    row = threadIdx.x;
    column = threadIdx.y;
    to = (blockIdx.x * W + threadIdx.y) * pitch + blockIdx.y * W + threadIdx.x;
  }
  __syncthreads();
  if (x < width && y < height)
    // CHECK: access {"line": [[#@LINE+2]], {{.*}}"certainty": "bounded", {{.*}}"wavefronts": 64,
    // FIXED: block[row][BANKFIX_XOR(column, row)]
    out[to] = block[row][column];
}

// The pointer, too.
__global__ void pointed(float *out, const float *in, int width) {
  __shared__ float s[W * W];
  const float *from;
  s[threadIdx.y * W + threadIdx.x] = in[threadIdx.y * W + threadIdx.x];
  __syncthreads();
  if (in[threadIdx.x] > 0.f)
    from = &s[threadIdx.x * W];
  if (in[threadIdx.x] > 0.f)
    // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"wavefronts": 64,
    out[threadIdx.x] = *from;
}

// Each of these is given on both ways, or by an iteration before.
__global__ void others(float *out, const float *in, int n) {
  __shared__ float s[W * W];
  int before = threadIdx.y, kept, late;
  s[threadIdx.y * W + threadIdx.x] = in[threadIdx.y * W + threadIdx.x];
  __syncthreads();
  if (in[threadIdx.x] > 0.f)
    before = threadIdx.x * W;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}depends on 'before'
  out[0] += s[before];
  for (int i = 0; i < n; ++i) {
    if (in[i] > threadIdx.x)
      kept = threadIdx.x * W;
    // CHECK: access {"line": [[#@LINE+1]], {{.*}}depends on 'kept'
    out[1] += s[kept];
    if (i > 0)
      // CHECK: access {"line": [[#@LINE+1]], {{.*}}depends on 'late'
      out[2] += s[late];
    late = in[i];
    late &= 255;
  }
  // Here, one branch gives it, in a loop where the other did before.
  for (int i = 0; i < n; ++i) {
    int one;
    for (int k = 0; k < n; ++k)
      if (in[k] > threadIdx.y)
        one = threadIdx.x * W;
      else if (in[k + 1] > threadIdx.y)
        one = threadIdx.x;
    // CHECK: access {"line": [[#@LINE+1]], {{.*}}depends on 'one'
    out[3] += s[one];
  }
}

void launch(float *out, const float *in, int n) {
  turned<<<dim3(n, n), dim3(W, W)>>>(out, in, n, n, n);
  pointed<<<1, dim3(W, W)>>>(out, in, n);
  others<<<1, dim3(W, W)>>>(out, in, n);
}
