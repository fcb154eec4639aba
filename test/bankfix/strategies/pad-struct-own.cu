// pad-struct: a struct that nothing but one array depends on gets a member, and
// no use changes.

// RUN: %exits 1 %bankfix check --verbose --strategy=pad-struct %s | FileCheck %s
// RUN: %bankfix --verbose --strategy=pad-struct %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --strategy=pad-struct %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --verbose --strategy=pad-struct %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME:     the same results

// FIXED:      struct Body {
// FIXED-NEXT:   float x, y, z, mass;
// FIXED-NEXT:   unsigned bankfix_pad;
// FIXED-NEXT: };
struct Body {
  float x, y, z, mass;
};
__global__ void members(const float *in, float *out) {
  // FIXED: __shared__ Body bodies[64];
  __shared__ Body bodies[64];
  int t = threadIdx.x, pad = 1;
  // FIXED: bodies[t].x = in[t];
  bodies[t].x = in[t];
  bodies[t].mass = in[t];
  __syncthreads();
  // CHECK: warning: load of 'bodies[t ^ pad].mass' has 4-way
  // CHECK: note: 'Body bodies[64], Body padded by a member, 16 -> 20 bytes' (pad-struct) leaves 8 wavefronts of 32
  out[t] = bodies[t ^ pad].mass + bodies[t].x;
}

// Operators, methods and values of the type; a struct on one line.
// FIXED: struct Complex { float re, im; __device__ float norm() const { return re * re + im * im; } unsigned bankfix_pad; };
struct Complex { float re, im; __device__ float norm() const { return re * re + im * im; } };
__device__ Complex operator+(const Complex &a, const Complex &b) {
  return Complex{a.re + b.re, a.im + b.im};
}
__device__ void scale(Complex &c, float by) { c.re *= by, c.im *= by; }
__device__ float half(Complex c) { return c.re / 2; }
__global__ void references(float *out) {
  __shared__ Complex c[64];
  int t = threadIdx.x;
  c[t].re = t;
  c[t].im = 2;
  // FIXED: scale(c[t], 3);
  scale(c[t], 3);
  __syncthreads();
  // CHECK: note: 'Complex c[64], Complex padded by a member, 8 -> 12 bytes' (pad-struct)
  // FIXED: const Complex &other = c[t ^ 1];
  const Complex &other = c[t ^ 1];
  // FIXED: Complex sum = c[t] + c[63 - t], same = sum;
  Complex sum = c[t] + c[63 - t], same = sum;
  same = Complex{1, 2};
  out[t] = sum.re + same.im + other.im + c[t ^ 2].norm() + half(sum);
}

// A typedef, and a type that is local; accesses in macros.
typedef struct {
  int key;
  short tag;
} Entry;
#define AT(i) entries[(i)]
__global__ void local(int *out) {
  struct Pair {int a, b;};
  // FIXED: short tag;
  // FIXED-NEXT: unsigned bankfix_pad;
  // FIXED-NEXT: } Entry;
  // FIXED: struct Pair {int a, b; unsigned bankfix_pad; };
  __shared__ Entry entries[64];
  __shared__ Pair pairs[8][8];
  int t = threadIdx.x;
  // FIXED: AT(t).key = t;
  AT(t).key = t;
  pairs[t / 8][t % 8].a = t;
  __syncthreads();
  // CHECK-DAG: note: 'Entry entries[64], Entry padded by a member, 8 -> 12 bytes' (pad-struct)
  // CHECK-DAG: note: 'Pair pairs[8][8], Pair padded by a member, 8 -> 12 bytes' (pad-struct)
  out[t] = entries[63 - t].key + pairs[t % 8][t / 8].a;
}

// All instances of one template have one struct.
struct Item {
  unsigned key, value;
};
template <int N> __global__ void sorted(unsigned *out) {
  // FIXED: __shared__ Item items[N];
  __shared__ Item items[N];
  int t = threadIdx.x;
  items[t].key = t;
  __syncthreads();
  // CHECK: note: 'Item items[64], Item padded by a member, 8 -> 12 bytes' (pad-struct)
  out[t] = items[N - 1 - t].key;
}

void launch(const float *in, float *out, int *ints, unsigned *words) {
  members<<<1, 64>>>(in, out);
  references<<<1, 64>>>(out);
  local<<<1, 64>>>(ints);
  sorted<64><<<1, 64>>>(words);
  sorted<128><<<1, 128>>>(words);
}
