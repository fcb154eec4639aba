// An element may be named by a sum of the array and an index, as brackets name
// it: the index is changed where it is added.

// RUN: %bankfix --objective=wavefronts --verbose %s --strategy=swizzle -o %t.cu > %t.err
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: FileCheck %s --input-file=%t.err --check-prefix=ERR
// RUN: %bankfix verify --objective=wavefronts --strategy=swizzle %s | FileCheck %s --check-prefix=SAME
// SAME-COUNT-4: excess wavefronts counted before, 0 after; the same results
// SAME: 'members', {{.*}}: 62 excess wavefronts counted before, 2 after; the same results
// SAME: 'views', {{.*}}: 28 excess wavefronts counted before, 0 after; the same results
// RUN: %bankfix --objective=wavefronts --strategy=swizzle %t.cu -o %t.again.cu
// RUN: diff %t.cu %t.again.cu
// RUN: %bankfix --objective=wavefronts --strategy=pad-stride %s -o %t.rows.cu
// RUN: %code %t.rows.cu | FileCheck %s --check-prefix=ROWS
// RUN: %clang-device %t.rows.cu
// RUN: %bankfix --objective=wavefronts --strategy=pad-row %s -o %t.padded.cu
// RUN: %code %t.padded.cu | FileCheck %s --check-prefix=PAD
// RUN: %clang-device %t.padded.cu

__global__ void dereferenced(int *d) {
  __shared__ int s[1024];
  // CHECK: *(s + BANKFIX_SWIZZLE_[[S:[0-9_]+]](threadIdx.x)) = d[threadIdx.x];
  *(s + threadIdx.x) = d[threadIdx.x];
  __syncthreads();
  // CHECK: d[threadIdx.x] = *(s + BANKFIX_SWIZZLE_[[S]](32 * threadIdx.x));
  d[threadIdx.x] = *(s + 32 * threadIdx.x);
}

// All terms are one index.
__global__ void terms(int *d) {
  // ROWS: __shared__ int s[32 * 33];
  __shared__ int s[32 * 32];
  const int x = threadIdx.x;
  for (int y = 0; y < 32; ++y)
    // CHECK: *(s + BANKFIX_SWIZZLE_[[S]](y * 32 + threadIdx.x)) = d[y * 32 + x];
    // ROWS: *(s + y * 33 + threadIdx.x) = d[y * 32 + x];
    *(s + y * 32 + threadIdx.x) = d[y * 32 + x];
  __syncthreads();
  for (int y = 0; y < 32; ++y)
    // CHECK: d[y * 32 + x] = *(s + BANKFIX_SWIZZLE_[[S]](x * 32 + 31 - y));
    // ROWS: d[y * 32 + x] = *(s + x * 33 + 31 - y);
    d[y * 32 + x] = *(s + x * 32 + 31 - y);
}
void launch(int *d) { terms<<<1, 32>>>(d); }

__device__ void exchange(int *a, int *b) {
  if (*a > *b) {
    int t = *a;
    *a = *b;
    *b = t;
  }
}

// Addresses of single elements, of which no more is used.
__global__ void addresses(int *d) {
  __shared__ int s[1024];
  for (int i = threadIdx.x; i < 1024; i += 32)
    s[i] = d[i];
  __syncthreads();
  // CHECK: atomicAdd(s + BANKFIX_SWIZZLE_[[S]](32 * threadIdx.x), 1);
  atomicAdd(s + 32 * threadIdx.x, 1);
  // CHECK: exchange(s + BANKFIX_SWIZZLE_[[S]](32 * threadIdx.x), s + BANKFIX_SWIZZLE_[[S]](32 * threadIdx.x + 1));
  exchange(s + 32 * threadIdx.x, s + 32 * threadIdx.x + 1);
  // CHECK: int *p = s + BANKFIX_SWIZZLE_[[S]](32 * threadIdx.x + 2);
  int *p = s + 32 * threadIdx.x + 2;
  *p += 1;
  d[threadIdx.x] = *p;
}

// Rows are added, too, or named by brackets.
__global__ void rows(int *d) {
  // PAD: __shared__ int t[32][33];
  __shared__ int t[32][32];
  for (int y = 0; y < 32; ++y)
    // CHECK: *(*(t + y) + [[X:[^;]*]]) = d[y * 32 + threadIdx.x];
    // PAD: *(*(t + y) + threadIdx.x) = d[y * 32 + threadIdx.x];
    *(*(t + y) + threadIdx.x) = d[y * 32 + threadIdx.x];
  __syncthreads();
  for (int y = 0; y < 32; ++y)
    // PAD: d[y * 32 + threadIdx.x] = *(t[threadIdx.x] + y) + (*(t + threadIdx.x))[y];
    d[y * 32 + threadIdx.x] = *(t[threadIdx.x] + y) + (*(t + threadIdx.x))[y];
}

struct Pair {
  int key, value;
};

__global__ void members(Pair *d) {
  __shared__ Pair s[1024];
  // CHECK: (*(s + BANKFIX_SWIZZLE_{{[0-9_]+}}(32 * threadIdx.x))).key = d[threadIdx.x].key;
  (*(s + 32 * threadIdx.x)).key = d[threadIdx.x].key;
  __syncthreads();
  d[threadIdx.x].key = (*(s + 32 * threadIdx.x)).key;
}

// Several elements at once.
__global__ void views(float4 *d) {
  __shared__ __align__(16) float s[4096];
  for (int i = threadIdx.x; i < 1024; i += 32)
    // CHECK: *(float4 *)(s + BANKFIX_SWIZZLE_{{[0-9_]+}}(4 * i)) = d[i];
    *(float4 *)(s + 4 * i) = d[i];
  __syncthreads();
  // CHECK: d[threadIdx.x] = *reinterpret_cast<float4 *>(s + BANKFIX_SWIZZLE_{{[0-9_]+}}(128 * threadIdx.x));
  d[threadIdx.x] = *reinterpret_cast<float4 *>(s + 128 * threadIdx.x);
}

#define AT(i) (*(s + (i)))
// ERR-DAG: no fix of 's' by swizzle: line {{[0-9]+}}: the access comes from the body of the macro 'AT'
__global__ void inMacro(int *d) {
  __shared__ int s[1024];
  s[threadIdx.x] = d[threadIdx.x];
  __syncthreads();
  // CHECK: d[threadIdx.x] = AT(32 * threadIdx.x);
  d[threadIdx.x] = AT(32 * threadIdx.x);
}

// No text of its own says where the element is.
// ERR-DAG: no fix of 'grouped' by swizzle: line {{[0-9]+}}: '*((grouped + 32 * threadIdx.x) + 1)' is a pointer into it
__global__ void parentheses(int *d) {
  __shared__ int grouped[1024];
  grouped[threadIdx.x] = d[threadIdx.x];
  __syncthreads();
  // CHECK: d[threadIdx.x] = *((grouped + 32 * threadIdx.x) + 1);
  d[threadIdx.x] = *((grouped + 32 * threadIdx.x) + 1);
}

// More than one element is reached from the address.
template <class T> __device__ T sum(const T *p) { return p[0] + p[1]; }
template <> __device__ double sum(const double *p) { return *p; } // Another text.
// ERR-DAG: no fix of 'several' by swizzle: line {{[0-9]+}}: 'p[0]' is a pointer into it
__global__ void furtherElements(int *d) {
  __shared__ int several[1024];
  several[threadIdx.x] = d[threadIdx.x];
  __syncthreads();
  // CHECK: d[threadIdx.x] = sum(several + 32 * threadIdx.x);
  d[threadIdx.x] = sum(several + 32 * threadIdx.x);
}

// What is added changes, and is read once alone.
__global__ void sideEffects(int *d) {
  __shared__ int changing[1024];
  changing[threadIdx.x] = d[threadIdx.x];
  __syncthreads();
  int i = 32 * threadIdx.x;
  // CHECK: d[threadIdx.x] = *(changing + bankfix_swizzle_{{[0-9_]+}}(i++)) + i;
  d[threadIdx.x] = *(changing + i++) + i;
}
