// What says no more of an array than how large its elements are, or of which
// type, is the same under each layout that leaves elements as they are. Counts of
// rows are while rows only become longer.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts %t.cu -o %t.again.cu
// RUN: diff %t.cu %t.again.cu
// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=pad-struct %s | FileCheck %s --check-prefix=STRUCT

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME-COUNT-8: the same results

__global__ void sizes(float *out) {
  // FIXED: float a[32][33];
  __shared__ float a[32][32];
  a[threadIdx.y][threadIdx.x] = sizeof(a[0][0]) + sizeof(**a) + sizeof *a[0];
  __syncthreads();
  // FIXED: out[threadIdx.x] = a[threadIdx.x][threadIdx.y] + sizeof(a[threadIdx.y][0]) + alignof(decltype(a[0][0]));
  out[threadIdx.x] = a[threadIdx.x][threadIdx.y] + sizeof(a[threadIdx.y][0]) + alignof(decltype(a[0][0]));
}

__global__ void types(float *out) {
  // FIXED: float b[32][33];
  __shared__ float b[32][32];
  b[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  decltype(b[0][0] + 0) sum = b[threadIdx.x][threadIdx.y];
  __typeof__(b[0][0]) more = sum;
  decltype(&b[0][0]) none = nullptr;
  char copy[sizeof(b[0][0])] = {1};
  static_assert(sizeof(b[0][0]) == 4, "a word");
  out[threadIdx.x] = sum + more + (none ? 1 : 0) + copy[0];
}

// The number of rows, which do not change.
__global__ void rows(float *out) {
  // FIXED: float c[32][33];
  __shared__ float c[32][32];
  for (int i = 0; i < sizeof(c) / sizeof(c[0]); ++i)
    c[i][threadIdx.x] = i;
  __syncthreads();
  // FIXED: for (int i = 0; i < int(sizeof c / sizeof *c); ++i)
  for (int i = 0; i < int(sizeof c / sizeof *c); ++i)
    out[threadIdx.x] += c[threadIdx.x][i];
}

// That of columns does: a layout that keeps the declaration is left.
__global__ void columns(float *out) {
  // CHECK: 'd[32][32], indexed through {{.*}}' (swizzle)
  // FIXED: float d[32][32];
  __shared__ float d[32][32];
  for (int i = 0; i < 32; ++i)
    d[i][threadIdx.x] = i;
  __syncthreads();
  for (int i = 0; i < int(sizeof(d[0]) / sizeof(d[0][0])); ++i)
    out[threadIdx.x] += d[threadIdx.x][i];
}

__global__ void all(float *out) {
  // FIXED: float e[1024];
  __shared__ float e[1024];
  for (int i = threadIdx.x; i < int(sizeof(e) / sizeof(e[0])); i += 32)
    e[i] = i;
  __syncthreads();
  // FIXED: out[threadIdx.x] = e[BANKFIX_SWIZZLE_{{[0-9_]+}}(threadIdx.x * 32)];
  out[threadIdx.x] = e[threadIdx.x * 32];
}

// So it is of what is said in types.
__global__ void inTypes(float *out) {
  // FIXED: float f[32][32];
  __shared__ float f[32][32];
  static_assert(sizeof(f) == 4096, "the host relies on it");
  for (int i = 0; i < 32; ++i)
    f[i][threadIdx.x] = i;
  __syncthreads();
  decltype(f) *none = nullptr;
  out[threadIdx.x] = f[threadIdx.x][0] + (none ? 1 : 0);
}

struct Pair {
  float first, second, third, fourth;
};

// Where elements would become larger, nothing may say how large they are.
__global__ void padded(float *out) {
  // STRUCT: no fix of 'g' by pad-struct: line [[#@LINE+5]]: 'sizeof(g[0])' depends on the size of its elements
  __shared__ Pair g[32];
  g[threadIdx.x].first = threadIdx.x;
  g[threadIdx.x].second = 1;
  __syncthreads();
  out[threadIdx.x] = g[31 - threadIdx.x].first + g[threadIdx.x].second + sizeof(g[0]);
}

// A pointer is as large whatever it leads to.
__device__ float sum(const float *p) {
  return sizeof(p) + sizeof(*p) + p[0];
}
__global__ void pointers(float *out) {
  // FIXED: float h[32][33];
  __shared__ float h[32][32];
  h[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = h[threadIdx.x][threadIdx.y] + sum(h[threadIdx.y]);
}

void launch(float *out) {
  sizes<<<1, dim3(32, 32)>>>(out);
  types<<<1, dim3(32, 32)>>>(out);
  rows<<<1, 32>>>(out);
  columns<<<1, 32>>>(out);
  all<<<1, 32>>>(out);
  inTypes<<<1, 32>>>(out);
  padded<<<1, 32>>>(out);
  pointers<<<1, dim3(32, 32)>>>(out);
}
