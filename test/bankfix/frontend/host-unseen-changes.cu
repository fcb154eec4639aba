// What the host changes in a way that is not followed may be anything: no block
// shape is proved by the value before.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | grep -v by_reference_used | FileCheck %s --implicit-check-not='"block_from": "launch"'
// RUN: %exits 1 %bankfix check %s --kernel=by_reference | FileCheck %s --check-prefix=REFERENCE
// RUN: %exits 1 %bankfix check %s --kernel=by_reference_kept | FileCheck %s --check-prefix=REFERENCE
// RUN: %exits 1 %bankfix check %s --kernel=by_reference_stored | FileCheck %s --check-prefix=REFERENCE
// RUN: %exits 1 %bankfix check %s --kernel=by_reference_remembered | FileCheck %s --check-prefix=REFERENCE
// RUN: %exits 1 %bankfix check %s --kernel=by_reference_used | FileCheck %s --check-prefix=USED

// CHECK-COUNT-18: "block_from": "assumed"

#define KERNEL(name)                                                           \
  __global__ void name(float *out) {                                           \
    __shared__ float t[32][32];                                                \
    for (int j = 0; j < 16; ++j)                                               \
      t[j][threadIdx.x] = j;                                                   \
    __syncthreads();                                                           \
    out[threadIdx.x] = t[threadIdx.x % 32][0];                                 \
  }
KERNEL(short_circuit)
KERNEL(twice)

// REFERENCE: note: no fix of 't' by pad-row: {{.*}} for every block size
__global__ void by_reference(float *out) {
  __shared__ float t[32][32];
  t[0][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x % 32][0];
}
__global__ void by_reference_kept(float *out) {
  __shared__ float t[32][32];
  t[0][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x % 32][0];
}
__global__ void by_reference_remembered(float *out) {
  __shared__ float t[32][32];
  t[0][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x % 32][0];
}
__global__ void by_reference_stored(float *out) {
  __shared__ float t[32][32];
  t[0][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x % 32][0];
}
// USED: note: 't[32][32] -> t[32][33]'
__global__ void by_reference_used(float *out) {
  __shared__ float t[32][32];
  t[0][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x % 32][0];
}

KERNEL(by_operator)
KERNEL(by_lambda)
KERNEL(by_constructor)
KERNEL(by_cast)
KERNEL(in_try)
KERNEL(in_member)
KERNEL(in_union)
KERNEL(global_reference)
KERNEL(global_initializer)
KERNEL(switched)
KERNEL(by_result)
KERNEL(kept_object)

static int grow(int &n) { return n += 32; }
struct Adder {
  int n;
  void operator<<(int more) { n += more; }
};
struct Setter {
  Setter(int &n, int to) { n = to; }
};
struct Keeper {
  int &n;
};
union Either {
  int a, b;
};
void other();
void keep(int *);
static int *last;
static int &same(int &n) { return n; }
struct Itself {
  int n;
  Itself() : n(1) { that = this; }
  static Itself *that;
};
static void remember(int &n) { last = &n; }
static void use(int *p, int &n, dim3 &d) {
  *p += n;
  n = p[0];
  d = dim3(d.x);
  d.y = 1;
}
static int threads = 32, more = 32;
static int &alias = threads;
static int first = more = 64;

void launch(float *out, bool c) {
  int b = 64;
  c && (b = 32);
  short_circuit<<<1, b>>>(out);
  int h = 128;
  twice<<<1, h /= 2>>>(out);
  int r = 32;
  int grown = grow(r);
  by_reference<<<1, r>>>(out);
  Adder adder{32};
  adder << 32;
  by_operator<<<1, adder.n>>>(out);
  int l = 32;
  auto set = [](int &x, int v) { x = v; };
  set(l, 64);
  by_lambda<<<1, l>>>(out);
  int k = 32;
  Setter setter(k, 64);
  by_constructor<<<1, k>>>(out);
  int d = 32;
  (unsigned &)d = 64;
  by_cast<<<1, d>>>(out);
  int m = 32;
  Keeper keeper{m};
  keeper.n = 64;
  in_member<<<1, m>>>(out);
  Either u;
  u.a = 32;
  u.b = 64;
  in_union<<<1, u.a>>>(out);
  alias = 64;
  global_reference<<<1, threads>>>(out);
  global_initializer<<<1, more>>>(out);
  int s = 32;
  switch (s = 64; grown) {
  default:
    switched<<<1, s>>>(out);
  }
}

void keeps(float *out) {
  int q = 64;
  keep(&q);
  q = 32;
  other();
  by_reference_kept<<<1, q>>>(out);
  int w = 64;
  remember(w);
  w = 32;
  other();
  by_reference_remembered<<<1, w>>>(out);
  int p = 64, n = 64;
  dim3 d(64);
  use(&p, n, d);
  p = n = 32;
  other();
  d = dim3(n, 1, p / 32);
  by_reference_used<<<1, d>>>(out);
}

void stores(float *out) {
  int v = 64;
  remember(v);
  v = 32;
  *last = 64;
  by_reference_stored<<<1, v>>>(out);
  int u = 64;
  int &same_as_u = same(u);
  u = 32;
  same_as_u = 64;
  by_result<<<1, u>>>(out);
  Itself o;
  o.n = 32;
  other();
  kept_object<<<1, o.n>>>(out);
}

void tries(float *out) {
  int e = 32;
  try {
    e = 64;
    other();
    e = 32;
  } catch (...) {
    in_try<<<1, e>>>(out);
  }
}
