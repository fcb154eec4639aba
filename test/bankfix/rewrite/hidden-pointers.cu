// Pointers that code follows in ways that an edit could not. All arrays here
// have a conflict, and none may be changed.

// RUN: %bankfix --sort=source %s -o %t.cu > %t.log 2>&1
// RUN: cmp %s %t.cu
// RUN: FileCheck %s < %t.log

#define BODY(tile)                                                             \
  int x = threadIdx.x, y = threadIdx.y;                                        \
  tile[y][x] = out[y * 32 + x];                                                \
  __syncthreads();                                                             \
  out[y * 32 + x] = tile[x][y];

// The loop runs as often as the row is long.
__global__ void range(float *out) {
  __shared__ float a[32][32];
  BODY(a)
  for (float &each : a[1])
    out[1] += each;
}

// The size is deduced.
template <int N> __device__ int width(float (&row)[N]) { return N; }
__global__ void deduced(float *out) {
  __shared__ float b[32][32];
  BODY(b)
  out[2] = width(b[1]);
}

// Others may call what is an object.
struct Pick {
  __device__ float operator()(const float *values, int i) const { return values[i]; }
};
__global__ void functor(float *out) {
  __shared__ float c[1024];
  c[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = Pick()(c, threadIdx.x * 32);
}

// Memory keeps the pointer.
__global__ void kept(float *out) {
  __shared__ float d[1024];
  __shared__ float *base;
  base = d;
  d[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = base[threadIdx.x * 32];
}

// Another build has another array behind the macro.
#define PUT(array, i) array[(i) * 32] = 1;
__global__ void variant(float *out) {
  // CHECK: note: no fix of 'e' by index-macro: line [[#@LINE+2]]: the access comes from the body of the macro 'PUT'
  __shared__ float e[1024];
  PUT(e, threadIdx.x)
#ifdef LOGGED
  PUT(out, threadIdx.x)
#endif
  __syncthreads();
  out[threadIdx.x] = e[threadIdx.x];
}

// Nobody follows a function into itself.
__device__ float depth(float *values, int n) {
  return n ? depth(values, n - 1) + values[n] : values[0];
}
__global__ void recursive(float *out) {
  __shared__ float f[1024];
  f[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = depth(f, 3) + f[threadIdx.x * 32];
}

// Behind the end of one row is the start of the next.
__global__ void equal(float *out) {
  __shared__ float g[32][32];
  BODY(g)
  // CHECK: note: no fix of 'g' by pad-row: line [[#@LINE+2]]: 'p != g[1]' depends on addresses in it
  float *p = g[0];
  while (p != g[1])
    out[3] += *p++;
}

// A method of a local class is not judged by itself.
__global__ void localClass(float *out) {
  __shared__ float h[1024];
  struct At {
    __device__ static float get(const float *p, int i) { return p[i]; }
  };
  int t = threadIdx.x;
  h[t * 32] = out[t];
  __syncthreads();
  out[t] = h[t * 32] + At::get(h, t);
}

// A pointer that skipped code moves.
__global__ void moved(float *out) {
  // CHECK: note: no fix of 'i' by index-macro: it would not hold in a build with -DSHIFTED: an access to 'i' in 'moved' is not the planned one
  __shared__ float i[1024];
  float *p = i;
#ifdef SHIFTED
  p += 1;
#endif
  p[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = p[threadIdx.x * 32];
}

void launch(float *out) {
  dim3 block(32, 32);
  range<<<1, block>>>(out);
  deduced<<<1, block>>>(out);
  functor<<<1, 32>>>(out);
  kept<<<1, 32>>>(out);
  variant<<<1, 32>>>(out);
  recursive<<<1, 32>>>(out);
  equal<<<1, block>>>(out);
  localClass<<<1, 32>>>(out);
  moved<<<1, 32>>>(out);
}
