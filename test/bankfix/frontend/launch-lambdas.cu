// Launches in lambdas, in functions for the device, and shapes that functions
// and the file's constants give.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s

#define BODY                                                                   \
  __shared__ float s[1024];                                                    \
  s[threadIdx.x] = 0;

// CHECK: kernel {"name": "called", {{.*}}"block": [64, 1, 1], "block_from": "launch"
__global__ void called() { BODY }
// CHECK: kernel {"name": "at_once", {{.*}}"block": [16, 4, 1], "block_from": "launch"
__global__ void at_once() { BODY }
// CHECK: kernel {"name": "dispatched", "instance": "<float>", {{.*}}"block": [16, 4, 1], "block_from": "launch"
// CHECK: kernel {"name": "dispatched", "instance": "<double>", {{.*}}"block": [16, 4, 1], "block_from": "launch"
template <class T> __global__ void dispatched() { BODY }
// CHECK: kernel {"name": "copied", {{.*}}"block": [32, 2, 1], "block_from": "launch"
__global__ void copied() { BODY }
// CHECK: kernel {"name": "changed", {{.*}}"block_from": "assumed"
__global__ void changed() { BODY }
// CHECK: kernel {"name": "given", {{.*}}"block_from": "assumed"
__global__ void given() { BODY }
// CHECK: kernel {"name": "captured", {{.*}}"block": [8, 8, 1], "block_from": "launch"
__global__ void captured() { BODY }
// CHECK: kernel {"name": "child", {{.*}}"block": [48, 1, 1], "block_from": "launch"
__global__ void child() { BODY }
// CHECK: kernel {"name": "sized", {{.*}}"block": [64, 1, 1], "block_from": "launch"
__global__ void sized(int n) {
  BODY child<<<1, 48>>>();
  if (n)
    given<<<1, n>>>();
}
// CHECK: kernel {"name": "returned", {{.*}}"block": [40, 2, 1], "block_from": "launch"
__global__ void returned() { BODY }
// CHECK: kernel {"name": "chosen", {{.*}}"block": [64, 1, 1], "block_from": "launch"
// CHECK: kernel {"name": "chosen", {{.*}}"block": [32, 1, 1], "block_from": "launch"
__global__ void chosen() { BODY }
// CHECK: kernel {"name": "planned", {{.*}}"block": [32, 5, 1], "block_from": "launch"
__global__ void planned() { BODY }
// CHECK: kernel {"name": "several", {{.*}}"block": [64, 1, 1], "block_from": "launch"
// CHECK: kernel {"name": "several", {{.*}}"block": [32, 1, 1], "block_from": "launch"
__global__ void several() { BODY }
// CHECK: kernel {"name": "by_case", {{.*}}"block": [128, 1, 1], "block_from": "launch"
__global__ void by_case() { BODY }
// CHECK: kernel {"name": "overridden", {{.*}}"block_from": "assumed"
__global__ void overridden() { BODY }
// CHECK: kernel {"name": "defaults", {{.*}}"block": [48, 2, 1], "block_from": "launch"
__global__ void defaults() { BODY }
// CHECK: kernel {"name": "too_long", {{.*}}"block_from": "assumed"
__global__ void too_long() { BODY }
// CHECK: kernel {"name": "constants", {{.*}}"block": [16, 8, 1], "block_from": "launch"
__global__ void constants() { BODY }

#define DISPATCH(TYPE, ...)                                                    \
  [&] {                                                                        \
    switch (TYPE) {                                                            \
    case 0: {                                                                  \
      using scalar_t = float;                                                  \
      return __VA_ARGS__();                                                    \
    }                                                                          \
    default: {                                                                 \
      using scalar_t = double;                                                 \
      return __VA_ARGS__();                                                    \
    }                                                                          \
    }                                                                          \
  }()

template <class F> void call(F f) { f(); }

dim3 twice(dim3 d) {
  d.x *= 2;
  return d;
}
dim3 choose(int n) {
  dim3 d(32);
  if (n > 3)
    d.x = 64;
  return d;
}
dim3 early(int n) {
  if (n > 3)
    return dim3(64);
  return dim3(32);
}
struct Plan {
  dim3 grid, block;
};
Plan plan(int n) {
  Plan p;
  p.grid = dim3(n);
  p.block = dim3(32, n);
  return p;
}
static const dim3 Block(16, 8);
enum Kind { Small, Large };
int threadsOf(Kind k) {
  switch (k) {
  case Small:
    return 64;
  case Large:
    return 128;
  }
  return 32;
}
struct Base {
  virtual int threads() { return 64; }
};
struct Options {
  int threads = 48;
  dim3 rows{1, 2};
};
int slow(int n) {
  int sum = 0;
  for (int i = 0; i < 1000; ++i)
    for (int j = 0; j < 1000; ++j)
      sum += n;
  return sum;
}

void run(int n, Base &base) {
  const dim3 grid(4), block(16, 4);
  auto f = [&] { called<<<grid, dim3(64)>>>(); };
  f();
  [&] { at_once<<<grid, block>>>(); }();
  DISPATCH(n, ([&] { dispatched<scalar_t><<<grid, block>>>(); }));
  dim3 other(32, 2);
  call([=] { copied<<<grid, other>>>(); });
  // What it refers to may be another value when it is called.
  dim3 later(32, 4);
  auto g = [&] { changed<<<grid, later>>>(); };
  later.y = 3;
  g();
  auto h = [&](int threads) { given<<<grid, threads>>>(); };
  h(n);
  [b = dim3(8, 8)] { captured<<<1, b>>>(); }();
  sized<<<1, 64>>>(n);
  dim3 wide(20, 2);
  wide = twice(wide);
  returned<<<1, wide>>>();
  chosen<<<1, choose(n)>>>();
  Plan p = plan(5);
  planned<<<p.grid, p.block>>>();
  several<<<1, early(n)>>>();
  constants<<<1, Block>>>();
  by_case<<<1, threadsOf(Large)>>>();
  overridden<<<1, base.threads()>>>();
  Options o;
  defaults<<<1, dim3(o.threads, o.rows.y)>>>();
  too_long<<<1, slow(0) + 64>>>();
}
