// Uses of an array, or of memory, that no statement of the kernel shows. All
// arrays here have a conflict, and none may be changed.

// RUN: %bankfix %s -o %t.cu > %t.log 2>&1
// RUN: cmp %s %t.cu

#define BODY(tile)                                                             \
  int x = threadIdx.x, y = threadIdx.y;                                        \
  tile[y][x] = out[y * 32 + x];                                                \
  __syncthreads();                                                             \
  out[y * 32 + x] = tile[x][y];

// The host sets the size of extern arrays, even if they are declared with one.
__global__ void external(float *out) {
  extern __shared__ float sized[32][32];
  BODY(sized)
}

// Together with the dynamic memory there is no room left.
__global__ void full(float *out) {
  extern __shared__ float rest[];
  __shared__ float a[32][32];
  BODY(a)
  out[0] = rest[0];
}

// Nor with what a function that is called takes.
__device__ float big(int i) {
  __shared__ float scratch[11264];
  scratch[i] = i;
  return scratch[0];
}
__global__ void callee(float *out) {
  __shared__ float b[32][32];
  BODY(b)
  out[0] = big(x);
}

// A member function of a local class.
__global__ void localClass(float *out) {
  __shared__ float d[1024];
  struct At {
    __device__ static float get(int i) { return d[i]; }
  };
  int t = threadIdx.x;
  d[t * 32] = out[t];
  __syncthreads();
  out[t] = d[t * 32] + At::get(t);
}

// The text of assembly.
__global__ void assembly(float *out) {
  __shared__ float e[32][32];
  BODY(e)
  float v;
  asm volatile("ld.shared.f32 %0, [e+128];" : "=f"(v));
  out[0] = v;
}

// An assignment is an lvalue.
__global__ void assigned(float *out) {
  __shared__ float f[32][32];
  BODY(f)
  float *p = &(f[0][0] = 1);
  out[0] = p[y * 32 + x];
}

// A shape that is changed through a member's address.
__global__ void reshaped(float *out) {
  __shared__ float g[32][32];
  g[threadIdx.x & 31][threadIdx.y] = 1;
  g[0][threadIdx.x] = 1;
}
void set(unsigned *x, unsigned *y);

// Another build declares the array.
#ifdef DOUBLE
__global__ void variant(double *out) {
  __shared__ double h[1024];
#else
__global__ void variant(float *out) {
  __shared__ float h[1024];
#endif
  int t = threadIdx.x;
  h[t * 32] = out[t];
  __syncthreads();
  out[t] = h[t * 32];
}

// Another build has another index.
__global__ void otherIndex(float *out) {
  __shared__ float i[32][32];
#ifdef FLAT
  int r = 0, c = threadIdx.y * 32 + threadIdx.x;
#else
  int r = threadIdx.x, c = threadIdx.y;
#endif
  i[r][c] = out[0];
}

void launch(float *out) {
  dim3 block(32, 32), open(32, 32);
  set(&open.x, &open.y);
  external<<<1, block, 4096>>>(out);
  full<<<1, block, 45056>>>(out);
  callee<<<1, block>>>(out);
  localClass<<<1, 32>>>(out);
  assembly<<<1, block>>>(out);
  assigned<<<1, block>>>(out);
  reshaped<<<1, open>>>(out);
  variant<<<1, 32>>>(out);
  otherIndex<<<1, block>>>(out);
}
