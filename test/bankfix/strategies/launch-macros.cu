// A macro that launches may write parentheses around the bytes that it gets:
// what is changed is its argument, if the macro does nothing else with it.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.log 2>&1
// RUN: %FileCheck %s < %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %exits 0 %bankfix verify --objective=wavefronts %s > %t.verify

#define LAUNCH(kernel, grid, block, bytes, ...)                                \
  kernel<<<(grid), (block), ((bytes))>>>(__VA_ARGS__)
#define TOLD(kernel, bytes, p) kernel<<<1, 256, (bytes)>>>(p, (bytes))
#define FIXED(kernel, p) kernel<<<1, 256, (256 * 4)>>>(p)

static __global__ void reduce(float *p) {
  extern __shared__ float s[];
  for (int i = 1; i < blockDim.x; i *= 2) {
    int j = 2 * i * threadIdx.x;
    // FIXED: s[BANKFIX_PAD32(j)] += s[BANKFIX_PAD32(j + i)];
    if (j < blockDim.x)
      s[j] += s[j + i];
    __syncthreads();
  }
  p[threadIdx.x] = s[0];
}

// CHECK: :[[#@LINE+2]]:27: note: no fix of 't' by index-macro: the proof failed: 'main' changed in more than the planned accesses
static __global__ void told(float *p, int bytes) {
  extern __shared__ float t[];
  t[2 * threadIdx.x % 256] = bytes;
  p[threadIdx.x] = t[threadIdx.x];
}

// CHECK: :[[#@LINE+2]]:27: note: no fix of 'u' by index-macro: line [[#@LINE+16]]: the launch's bytes in 'FIXED(fixed, p)' cannot be changed in place
static __global__ void fixed(float *p) {
  extern __shared__ float u[];
  u[2 * threadIdx.x % 256] = 1;
  p[threadIdx.x] = u[threadIdx.x];
}

int main() {
  float *p = nullptr;
  size_t n = 256;
  // FIXED: LAUNCH(reduce, 1, 256,
  // FIXED-NEXT: BANKFIX_PAD32(n) * sizeof(float), p);
  LAUNCH(reduce, 1, 256,
         n * sizeof(float), p);
  TOLD(told, n * sizeof(float), p);
  // FIXED: FIXED(fixed, p);
  FIXED(fixed, p);
}
