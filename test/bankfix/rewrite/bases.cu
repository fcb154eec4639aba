// A function that gets a place in an array which it cannot name gets the array
// beside it; all that calls it gives it that, or gets it itself.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %t.cu -o %t.again.cu > /dev/null
// RUN: diff %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME: the same results

// One parameter in front of the place, in each declaration, without what it
// would promise of other pointers.
// FIXED: __device__ float total(const float *p_base, const float *where, int n);
__device__ float total(const float *where, int n);

// FIXED: __device__ void merge(float *p_base, float *p, int n) {
__device__ void merge(float *p, int n) {
  for (int i = 0; i < n; ++i)
    // FIXED: p_base[BANKFIX_SWIZZLE_[[S:[0-9_]+]]((int)(p - p_base) + (i))] = i;
    p[i] = i;
}

// Handed on.
// FIXED: __device__ float both(const float *q_base, const float *q) {
__device__ float both(const float *q) {
  // FIXED: return total(q_base, q, 16) + total(q_base, q + 16, 16);
  return total(q, 16) + total(q + 16, 16);
}

// FIXED: __device__ float total(const float *p_base, const float *__restrict__ p, int n) {
__device__ float total(const float *__restrict__ p, int n) {
  float sum = 0;
  for (; n > 0; n -= 2, p += 2)
    // FIXED: sum += p_base[BANKFIX_SWIZZLE_[[S]]((int)(p - p_base) + (0))] - p_base[BANKFIX_SWIZZLE_[[S]]((int)(p - p_base) + (1))];
    sum += p[0] - p[1];
  return sum;
}

__global__ void places(float *out) {
  __shared__ float s[1024];
  // FIXED: merge(s, &s[threadIdx.x * 32], 32);
  merge(&s[threadIdx.x * 32], 32);
  __syncthreads();
  // FIXED: both(s, s + threadIdx.x * 32);
  out[threadIdx.x] = both(s + threadIdx.x * 32);
}

// The arrays of several kernels and instances, which then have one layout.
template <int N> __global__ void instances(float *out) {
  __shared__ float t[N * 32];
  // FIXED: merge(t, &t[threadIdx.x * 32], 32);
  merge(&t[threadIdx.x * 32], 32);
  __syncthreads();
  // FIXED: both(t, t + threadIdx.x * 32);
  out[threadIdx.x] = both(t + threadIdx.x * 32);
}

// Two places in one array need it once, two arrays twice.
// FIXED: __device__ void exchange(float *a_base, float *a, float *b, int i) {
__device__ void exchange(float *a, float *b, int i) {
  float c = a[i];
  // FIXED: a_base[BANKFIX_SWIZZLE_[[S]]((int)(a - a_base) + (i))] = a_base[BANKFIX_SWIZZLE_[[S]]((int)(b - a_base) + (i))];
  a[i] = b[i];
  b[i] = c;
}
// FIXED: __device__ void move(float *to_base, float *to, const float *from_base, const float *from) {
__device__ void move(float *to, const float *from) {
  for (int i = 0; i < 16; ++i)
    to[i] = from[i];
}
__global__ void pairs(float *out) {
  __shared__ float s[1024], u[1024];
  for (int i = 0; i < 32; ++i)
    s[i * 32 + threadIdx.x] = u[i * 32 + threadIdx.x] = i;
  __syncthreads();
  for (int i = 0; i < 16; ++i)
    // FIXED: exchange(s, &s[threadIdx.x * 32], &s[threadIdx.x * 32 + 16], i);
    exchange(&s[threadIdx.x * 32], &s[threadIdx.x * 32 + 16], i);
  // FIXED: move(u, u + threadIdx.x * 32, s, s + threadIdx.x * 32);
  move(u + threadIdx.x * 32, s + threadIdx.x * 32);
  __syncthreads();
  out[threadIdx.x] = u[threadIdx.x * 32] + s[threadIdx.x];
}

// Pieces of dynamic memory.
// FIXED: __device__ void scale(float *piece_base, float *piece) {
__device__ void scale(float *piece) {
  // FIXED: piece_base[BANKFIX_SWIZZLE_[[S]]((int)(piece - piece_base) + (threadIdx.x * 32))] *= 2;
  piece[threadIdx.x * 32] *= 2;
}
__global__ void pieces(float *out) {
  extern __shared__ float memory[];
  float *second = memory + 1024;
  for (int i = 0; i < 64; ++i)
    memory[i * 32 + threadIdx.x] = i;
  __syncthreads();
  // FIXED: scale(memory, second);
  scale(second);
  __syncthreads();
  out[threadIdx.x] = second[threadIdx.x];
}

// It has its array already.
// FIXED: __device__ float picked(const float *all, const float *one, int i) {
__device__ float picked(const float *all, const float *one, int i) {
  // FIXED: return all[BANKFIX_[[M:[A-Z0-9_]+]](i)] + all[BANKFIX_[[M]]((int)(one - all) + (i))];
  return all[i] + one[i];
}
__global__ void given(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  // FIXED: picked(s, s + threadIdx.x * 32, 0);
  out[threadIdx.x] = picked(s, s + threadIdx.x * 32, 0);
}

// One that is set to something else is not it.
// FIXED: __device__ float moved(const float *all, const float *one_base, const float *one, int i) {
__device__ float moved(const float *all, const float *one, int i) {
  if (i > 7)
    all = nullptr;
  return all ? one[i] : 0;
}
__global__ void given2(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  // FIXED: moved(s, s, s + threadIdx.x * 32, 0);
  out[threadIdx.x] = moved(s, s + threadIdx.x * 32, 0);
}

// By way of a function that another array alone goes through.
// FIXED: __device__ void fill(float *f_base, float *f) {
__device__ void fill(float *f) {
  for (int i = 0; i < 32; ++i)
    f[i] = i;
}
// FIXED: __device__ void through(float *g_base, float *g) { fill(g_base, g); }
__device__ void through(float *g) { fill(g); }
__global__ void straight(float *out) {
  __shared__ float s[1024];
  // FIXED: fill(s, s + threadIdx.x * 32);
  fill(s + threadIdx.x * 32);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void around(float *out) {
  __shared__ float t[1024];
  // FIXED: through(t, t + threadIdx.x * 32);
  through(t + threadIdx.x * 32);
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x];
}

// The array as it can be changed, whichever place comes first.
// FIXED: __device__ void shifted(float *from_base, const float *from, float *to) {
__device__ void shifted(const float *from, float *to) {
  for (int i = 0; i < 16; ++i)
    to[i] = from[i];
}
__global__ void withinOne(float *out) {
  __shared__ float s[1024];
  for (int i = 0; i < 32; ++i)
    s[i * 32 + threadIdx.x] = i;
  __syncthreads();
  // FIXED: shifted(s, s + threadIdx.x * 32, s + threadIdx.x * 32 + 16);
  shifted(s + threadIdx.x * 32, s + threadIdx.x * 32 + 16);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 32 + 16];
}

// Refused: some text may call it otherwise, ...
__device__ float macro(const float *p, int i) { return p[i]; }
#define TAKEN(x) macro(x, 0)
// CHECK: no fix of 'inMacro' by {{.*}}: line {{[0-9]+}}: 'p[i]' is a pointer into it
__global__ void byMacro(float *out) {
  __shared__ float inMacro[1024];
  inMacro[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = TAKEN(inMacro + threadIdx.x * 32);
}
__device__ float skipped(const float *p, int i) { return p[i]; }
// CHECK: no fix of 'inSkipped' by {{.*}}: line {{[0-9]+}}: 'p[i]' is a pointer into it
__global__ void besideSkipped(float *out) {
  __shared__ float inSkipped[1024];
  inSkipped[threadIdx.x] = threadIdx.x;
  __syncthreads();
#ifdef OTHER
  out[threadIdx.x] = skipped(out, 0);
#else
  out[threadIdx.x] = skipped(inSkipped + threadIdx.x * 32, 0);
#endif
}
// ... there are two of the name, ...
__device__ float twice(const float *p, int i) { return p[i]; }
__device__ float twice(const double *p, int i) { return p[i]; }
// CHECK: no fix of 'inTwo' by {{.*}}: line {{[0-9]+}}: 'p[i]' is a pointer into it
__global__ void overloaded(float *out) {
  __shared__ float inTwo[1024];
  inTwo[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = twice(inTwo + threadIdx.x * 32, 0);
}
// ... host code of another unit may call it, ...
__host__ __device__ float linked(const float *p, int i) { return p[i]; }
// CHECK: no fix of 'inLinked' by {{.*}}: line {{[0-9]+}}: 'p[i]' is a pointer into it
__global__ void withHost(float *out) {
  __shared__ float inLinked[1024];
  inLinked[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = linked(inLinked + threadIdx.x * 32, 0);
}
// ... another build may give it a default, ...
#ifdef OTHER
#define DEFAULT = nullptr
#else
#define DEFAULT
#endif
__device__ float defaulted(int i, const float *p DEFAULT) { return p[i]; }
// CHECK: no fix of 'inDefaulted' by {{.*}}: line {{[0-9]+}}: 'p[i]' is a pointer into it
__global__ void withDefault(float *out) {
  __shared__ float inDefaulted[1024];
  inDefaulted[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = defaulted(0, inDefaulted + threadIdx.x * 32);
}
// ... or it gets another array than it counts from.
__device__ float crossed(const float *all, const float *one, int i) { return all[i] + one[i]; }
// CHECK: no fix of 'inOther' by {{.*}}: line {{[0-9]+}}: {{.*}} is a pointer into it
__global__ void across(float *out) {
  __shared__ float inOther[1024], another[1024];
  inOther[threadIdx.x] = another[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = crossed(another, inOther + threadIdx.x * 32, 0) + crossed(inOther, another + threadIdx.x * 32, 0);
}

void launch(float *out) {
  places<<<1, 32>>>(out);
  instances<32><<<1, 32>>>(out);
  instances<64><<<1, 64>>>(out);
  pairs<<<1, 32>>>(out);
  pieces<<<1, 32, 8192>>>(out);
  given<<<1, 32>>>(out);
  given2<<<1, 32>>>(out);
  straight<<<1, 32>>>(out);
  around<<<1, 32>>>(out);
  withinOne<<<1, 32>>>(out);
  withHost<<<1, 32>>>(out);
  withDefault<<<1, 32>>>(out);
  byMacro<<<1, 32>>>(out);
  besideSkipped<<<1, 32>>>(out);
  overloaded<<<1, 32>>>(out);
  across<<<1, 32>>>(out);
}
