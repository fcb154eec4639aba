// A pointer of which only the element is used is as good as a reference: the
// subscript is changed where its address is taken.

// RUN: %bankfix --objective=wavefronts --verbose %s --strategy=swizzle -o %t.cu > %t.err
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: FileCheck %s --input-file=%t.err --check-prefix=ERR
// RUN: %bankfix verify --objective=wavefronts --strategy=swizzle %s | FileCheck %s --check-prefix=SAME
// SAME-COUNT-5: excess wavefronts counted before, 0 after; the same results

struct Pair {
  int key, value;
};

__device__ void exchange(int *a, int *b) {
  if (*a > *b) {
    int t = *a;
    *a = *b;
    *b = t;
  }
}
__device__ void order(int *a, int *b, bool up) {
  if (up)
    exchange(a, b);
  else
    exchange(b, a);
}
// Also of memory that is not shared.
__device__ void addTo(int *sum, const int *more) { *sum += *more; }

__global__ void arguments(int *d) {
  __shared__ int s[1024];
  for (int i = threadIdx.x; i < 1024; i += 32)
    s[i] = d[i];
  __syncthreads();
  // CHECK: order(&s[BANKFIX_SWIZZLE_[[S:[0-9_]+]](32 * threadIdx.x)], &(s[BANKFIX_SWIZZLE_[[S]](32 * threadIdx.x + 1)]), threadIdx.x < 16);
  order(&s[32 * threadIdx.x], &(s[32 * threadIdx.x + 1]), threadIdx.x < 16);
  // CHECK: addTo(d + threadIdx.x, &s[BANKFIX_SWIZZLE_[[S]](32 * threadIdx.x)]);
  addTo(d + threadIdx.x, &s[32 * threadIdx.x]);
}

__global__ void variables(int *d) {
  __shared__ int s[1024];
  for (int i = threadIdx.x; i < 1024; i += 32)
    s[i] = d[i];
  __syncthreads();
  // CHECK: int *p = &s[BANKFIX_SWIZZLE_[[S]](32 * threadIdx.x)], *const q = p;
  int *p = &s[32 * threadIdx.x], *const q = p;
  *q += 1;
  // CHECK: p = &s[BANKFIX_SWIZZLE_[[S]](32 * threadIdx.x + 7)];
  p = &s[32 * threadIdx.x + 7];
  d[threadIdx.x] = *p + *q;
}

__global__ void members(Pair *d) {
  __shared__ Pair s[1024];
  s[32 * threadIdx.x].key = d[threadIdx.x].key;
  s[32 * threadIdx.x + 1].value = 0;
  __syncthreads();
  // CHECK: const Pair *p = &s[BANKFIX_SWIZZLE_{{[0-9_]+}}(32 * threadIdx.x)];
  const Pair *p = &s[32 * threadIdx.x];
  d[threadIdx.x].key = p->key + (*p).value;
  // CHECK: int *value = &s[BANKFIX_SWIZZLE_{{[0-9_]+}}(32 * threadIdx.x + 1)].value;
  int *value = &s[32 * threadIdx.x + 1].value;
  d[threadIdx.x].value = *value;
}

__device__ void increment(unsigned *p) { atomicAdd(p, 1u); }

__global__ void atomics(unsigned *d) {
  __shared__ unsigned s[1024];
  for (int i = threadIdx.x; i < 1024; i += 32)
    s[i] = 0;
  __syncthreads();
  // CHECK: increment(&s[BANKFIX_SWIZZLE_{{[0-9_]+}}(32 * threadIdx.x)]);
  increment(&s[32 * threadIdx.x]);
  __syncthreads();
  d[threadIdx.x] = s[threadIdx.x];
}

template <typename T> __device__ void twice(T *p) { *p += *p; }

template <typename T> __global__ void instances(T *d) {
  __shared__ T s[1024];
  for (int i = threadIdx.x; i < 1024; i += 32)
    s[i] = d[i];
  __syncthreads();
  // CHECK: twice(&s[BANKFIX_SWIZZLE_{{[0-9_]+}}(32 * threadIdx.x)]);
  twice(&s[32 * threadIdx.x]);
  d[threadIdx.x] = s[threadIdx.x];
}

// What follows leads to more than one element, or somewhere else.
template <class T> __device__ T nextTo(const T *p) { return p[0] + p[1]; }
template <> __device__ double nextTo(const double *p) { return *p; } // Another text.
__device__ int readTwo(const int2 *p) { return p->x + p->y; }
__device__ int given(const int *p) { return nextTo(p); }
__device__ int walked(const int *p) { return *(p += 1) + *p; }
__device__ int relative(const int *p) { return *(&*p + 1); }
__device__ int captured(const int *p) {
  auto next = [=] { return p[1]; };
  return *p + next();
}
__device__ int distance(const int *p, const int *q) { return *p + *q + int(q - p); }
__device__ int behind(const int *const *p) { return (*p)[1]; }
__device__ int recursive(const int *p, int n) {
  return n > 0 ? *p + recursive(p, n - 1) : 0;
}
__device__ int addressee(const int *p) { return *p; }
__device__ const int *same(const int *p) { return p; }

__global__ void stepped(int *d) {
  // ERR-DAG: note: no fix of 'a' by swizzle: line {{[0-9]+}}: 'p[0]' is a pointer into it
  __shared__ int a[1024];
  a[32 * threadIdx.x] = d[threadIdx.x];
  a[32 * threadIdx.x + 1] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = nextTo(&a[32 * threadIdx.x]);
}

__global__ void wider(int *d) {
  // ERR-DAG: note: no fix of 'b' by swizzle: nothing shows that its elements can be accessed as values of 8 bytes
  __shared__ int b[1024];
  b[32 * threadIdx.x] = d[threadIdx.x];
  b[32 * threadIdx.x + 1] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = readTwo((const int2 *)&b[32 * threadIdx.x]);
}

__global__ void passedOn(int *d) {
  // ERR-DAG: note: no fix of 'c' by swizzle: line {{[0-9]+}}: 'p[0]' is a pointer into it
  __shared__ int c[1024];
  c[32 * threadIdx.x] = d[threadIdx.x];
  c[32 * threadIdx.x + 1] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = given(&c[32 * threadIdx.x]);
}

__global__ void moved(int *d) {
  // ERR-DAG: note: no fix of 'e' by swizzle: line {{[0-9]+}}: '(p += 1)' is a pointer into it
  __shared__ int e[1024];
  e[32 * threadIdx.x] = d[threadIdx.x];
  e[32 * threadIdx.x + 1] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = walked(&e[32 * threadIdx.x]);
}

__global__ void addressed(int *d) {
  // ERR-DAG: note: no fix of 'f' by swizzle: line {{[0-9]+}}: '*(&*p + 1)' is a pointer into it
  __shared__ int f[1024];
  f[32 * threadIdx.x] = d[threadIdx.x];
  f[32 * threadIdx.x + 1] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = relative(&f[32 * threadIdx.x]);
}

__global__ void lambdas(int *d) {
  // ERR-DAG: note: no fix of 'g' by swizzle: line {{[0-9]+}}: its address is used in '='
  __shared__ int g[1024];
  g[32 * threadIdx.x] = d[threadIdx.x];
  g[32 * threadIdx.x + 1] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = captured(&g[32 * threadIdx.x]);
}

__global__ void subtracted(int *d) {
  // ERR-DAG: note: no fix of 'h' by swizzle: line {{[0-9]+}}: 'q - p' depends on addresses in it
  __shared__ int h[1024];
  h[32 * threadIdx.x] = d[threadIdx.x];
  h[32 * threadIdx.x + 1] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = distance(&h[32 * threadIdx.x], &h[threadIdx.x]);
}

__global__ void recursion(int *d) {
  // ERR-DAG: note: no fix of 'l' by swizzle: line {{[0-9]+}}: its address is used in 'recursive', which calls itself
  __shared__ int l[1024];
  l[32 * threadIdx.x] = d[threadIdx.x];
  l[32 * threadIdx.x + 1] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = recursive(&l[32 * threadIdx.x], 2);
}

__global__ void returned(int *d) {
  // ERR-DAG: note: no fix of 'm' by swizzle: line {{[0-9]+}}: 'p' is a pointer into it
  __shared__ int m[1024];
  m[32 * threadIdx.x] = d[threadIdx.x];
  m[32 * threadIdx.x + 1] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = *(same(&m[32 * threadIdx.x]) + 1);
}

__global__ void either(int *d) {
  // ERR-DAG: note: no fix of 'n' by swizzle: line {{[0-9]+}}: 'addressee(threadIdx.x ? &n[32 * threadIdx.x] : &n[5])' is a pointer into it
  __shared__ int n[1024];
  n[32 * threadIdx.x] = d[threadIdx.x];
  n[32 * threadIdx.x + 1] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = addressee(threadIdx.x ? &n[32 * threadIdx.x] : &n[5]);
}

__global__ void arithmetic(int *d) {
  // ERR-DAG: note: no fix of 'o' by swizzle: line {{[0-9]+}}: 'addressee(32 * threadIdx.x + o)' is a pointer into it
  __shared__ int o[1024];
  o[32 * threadIdx.x] = d[threadIdx.x];
  o[32 * threadIdx.x + 1] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = addressee(32 * threadIdx.x + o);
}

__global__ void pointedTo(int *d) {
  // ERR-DAG: note: no fix of 'q' by swizzle: line {{[0-9]+}}: '(*p)' is a pointer into it
  __shared__ int q[1024];
  q[32 * threadIdx.x] = d[threadIdx.x];
  q[32 * threadIdx.x + 1] = d[threadIdx.x];
  __syncthreads();
  const int *p = &q[32 * threadIdx.x];
  d[threadIdx.x] = behind(&p);
}

void launch(int *d, Pair *p, unsigned *u, float *f) {
  arguments<<<1, 32>>>(d);
  variables<<<1, 32>>>(d);
  members<<<1, 32>>>(p);
  atomics<<<1, 32>>>(u);
  instances<<<1, 32>>>(d);
  instances<<<1, 32>>>(f);
  stepped<<<1, 32>>>(d);
  wider<<<1, 32>>>(d);
  passedOn<<<1, 32>>>(d);
  moved<<<1, 32>>>(d);
  addressed<<<1, 32>>>(d);
  lambdas<<<1, 32>>>(d);
  subtracted<<<1, 32>>>(d);
  recursion<<<1, 32>>>(d);
  returned<<<1, 32>>>(d);
  either<<<1, 32>>>(d);
  arithmetic<<<1, 32>>>(d);
  pointedTo<<<1, 32>>>(d);
}
