// A size that calls deduce follows the array by itself: the function's text stays
// as it is, whatever the layout. Where a call names the size, the text changes.

// RUN: %bankfix --allow-occupancy-loss --objective=wavefronts --verbose --strategy=pad-row %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --allow-occupancy-loss --objective=wavefronts --strategy=pad-row %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --allow-occupancy-loss --objective=wavefronts --strategy=pad-row %t.cu -o %t.again.cu
// RUN: diff %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME-COUNT-2: excess wavefronts counted before, 0 after; the same results

// FIXED: float &at(float (&t)[R][C], int r, int c) {
template <int R, int C> __device__ float &at(float (&t)[R][C], int r, int c) {
  return t[r][c];
}
// FIXED: T &of(T (*t)[C], int r, int c) {
template <typename T, int C> __device__ T &of(T (*t)[C], int r, int c) {
  return t[r][c];
}
// FIXED: float first(const float (&row)[N]) { return row[0]; }
template <int N> __device__ float first(const float (&row)[N]) { return row[0]; }
// One of two sizes: the other has its text.
// FIXED: float part(float (&t)[32][C], int r) { return t[r][0]; }
template <int C> __device__ float part(float (&t)[32][C], int r) { return t[r][0]; }
// FIXED: float other(float (&t)[R][33], int r) { return t[r][0]; }
template <int R> __device__ float other(float (&t)[R][32], int r) { return t[r][0]; }
// Declared before it is defined, and a method.
template <int N> __device__ float later(const float (&row)[N]);
template <typename T> __device__ T behind(const T (&t)[32][32], int r);
struct Reader {
  // FIXED: float read(const float (&row)[M]) const { return row[at]; }
  template <int M> __device__ float read(const float (&row)[M]) const { return row[at]; }
  int at;
};

__global__ void deduced(float *out) {
  // FIXED: __shared__ float a[32][33], b[32][33];
  __shared__ float a[32][32], b[32][32];
  at(a, threadIdx.x, 3) = 1;
  of(a, threadIdx.x, 4) = 2;
  b[threadIdx.x][0] = 3;
  __syncthreads();
  out[threadIdx.x] = first(a[threadIdx.x]) + part(a, threadIdx.x) + other(b, threadIdx.x) +
                     later(a[threadIdx.x]) + behind(b, threadIdx.x) + Reader{3}.read(b[threadIdx.x]);
}

// FIXED: float later(const float (&row)[N]) { return row[1]; }
template <int N> __device__ float later(const float (&row)[N]) { return row[1]; }
// FIXED: T behind(const T (&t)[32][33], int r) { return t[r][2]; }
template <typename T> __device__ T behind(const T (&t)[32][32], int r) { return t[r][2]; }

// FIXED: float &named(float (&t)[R][C + 1], int r, int c) {
template <int R, int C> __device__ float &named(float (&t)[R][C], int r, int c) {
  return t[r][c];
}
// Only the first is named.
// FIXED: float &half(float (&t)[R][C], int r, int c) {
template <int R, int C> __device__ float &half(float (&t)[R][C], int r, int c) {
  return t[r][c];
}
__global__ void given(float *out) {
  // FIXED: __shared__ float c[32][33], d[32][33];
  __shared__ float c[32][32], d[32][32];
  named<32, 32>(c, threadIdx.x, 3) = 1;
  half<32>(d, threadIdx.x, 3) = 1;
  __syncthreads();
  out[threadIdx.x] = named<32, 32>(c, threadIdx.x, 5) + half<32>(d, threadIdx.x, 5);
}

// Both ways, for two arrays: the text stays for the one that is deduced, and
// is wrong for the other.
template <int N> __device__ float both(const float (&row)[N]) { return row[0]; }
__global__ void mixed(float *out) {
  // CHECK-DAG: no fix of 'e' by pad-row: the proof failed
  __shared__ float e[32][32];
  e[threadIdx.x][0] = 1;
  __syncthreads();
  out[threadIdx.x] = both<32>(e[threadIdx.x]) + both(e[threadIdx.x]);
}

// What the size is used for besides would change, too.
template <int N> __device__ float scale() { return N; }
template <int N> struct Twice {
  static constexpr int value = 2 * N;
};
template <int N> __device__ float wrapped(const float (&row)[N], int i) { return row[i % N]; }
template <int N> __device__ float handed(const float (&row)[N]) { return row[0] * scale<N>(); }
template <int N> __device__ float trait(const float (&row)[N]) { return row[0] * Twice<N>::value; }
template <int N, int M = N * 2> __device__ float more(const float (&row)[N]) { return row[0] + M; }
template <int N> __device__ float chosen(const float (&row)[N]) { return row[0]; }
__device__ float chosen(const float (&row)[32]) { return row[0] + 5; }
template <int N> __device__ float special(const float (&row)[N]) { return row[0]; }
template <> __device__ float special<32>(const float (&row)[32]) { return row[0] + 5; }
template <int N> __device__ float local(const float (&row)[N]) {
  float copy[N];
  copy[0] = row[0];
  return copy[0] + sizeof(copy);
}

#define FILL(s)                                                                \
  s[threadIdx.x][0] = 1;                                                       \
  __syncthreads();

__global__ void uses1(float *out) {
  // CHECK-DAG: no fix of 'f' by pad-row: the proof failed: 'wrapped' changed
  __shared__ float f[32][32];
  FILL(f)
  out[threadIdx.x] = wrapped(f[threadIdx.x], 40);
}
__global__ void uses2(float *out) {
  // CHECK-DAG: no fix of 'g' by pad-row: the proof failed: 'scale' changed
  __shared__ float g[32][32];
  FILL(g)
  out[threadIdx.x] = handed(g[threadIdx.x]);
}
__global__ void uses3(float *out) {
  // CHECK-DAG: no fix of 'h' by pad-row: the proof failed: 'Twice' changed
  __shared__ float h[32][32];
  FILL(h)
  out[threadIdx.x] = trait(h[threadIdx.x]);
}
__global__ void uses4(float *out) {
  // CHECK-DAG: no fix of 'i' by pad-row: the proof failed: 'more' changed
  __shared__ float i[32][32];
  FILL(i)
  out[threadIdx.x] = more(i[threadIdx.x]);
}
__global__ void uses5(float *out) {
  // CHECK-DAG: no fix of 'j' by pad-row: the proof failed: 'chosen' changed
  __shared__ float j[32][32];
  FILL(j)
  out[threadIdx.x] = chosen(j[threadIdx.x]);
}
__global__ void uses6(float *out) {
  // CHECK-DAG: no fix of 'k' by pad-row: the proof failed
  __shared__ float k[32][32];
  FILL(k)
  out[threadIdx.x] = special(k[threadIdx.x]);
}
__global__ void uses7(float *out) {
  // CHECK-DAG: no fix of 'l' by pad-row: the proof failed: 'local' changed
  __shared__ float l[32][32];
  FILL(l)
  out[threadIdx.x] = local(l[threadIdx.x]);
}

void launch(float *out) {
  deduced<<<1, 32>>>(out);
  given<<<1, 32>>>(out);
  mixed<<<1, 32>>>(out);
  uses1<<<1, 32>>>(out);
  uses2<<<1, 32>>>(out);
  uses3<<<1, 32>>>(out);
  uses4<<<1, 32>>>(out);
  uses5<<<1, 32>>>(out);
  uses6<<<1, 32>>>(out);
  uses7<<<1, 32>>>(out);
}
