// Values that change by the way: what an index holds is what the source says.
// `crosscheck` compares every count here with a run.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s

struct V2 { int x, y; };
__device__ V2 make(int x, int y) { return {x, y}; }
__device__ int flat(int r, int c) { return r * 33 + c; }
__device__ int moved(int r, int c) { r += 1; c -= 1; return r * 2 + c; }

struct Base { int x; __device__ Base(int v) : x(v * 2) {} };
struct Derived : Base {
  int y;
  __device__ Derived(int v) : Base(v + 1), y(v) {}
  __device__ Derived() : Derived(3) {}
};
struct Bits { unsigned a : 3, b : 5; };
struct Part { int a[2]; int n; };
struct Same : V2 { int x; };
struct Default { int a = 4, b = 8; };
struct Method {
  int k;
  __device__ int run(int t) { auto f = [this, t] { return k * t; }; k += 1; return f(); }
};
template <class F> __device__ int twice(F f, int k) { return f(k) + f(k + 1); }

// A call among the arguments of the same function.
__global__ void calls(int *out) {
  __shared__ int s[4096];
  int t = threadIdx.x;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1,
  s[flat(1, flat(2, t))] = 1;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 2,
  s[moved(t, moved(t * 2, 3))] = 2;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 2,
  s[moved(moved(1, t), moved(t * 6, 3)) & 4095] = 3;
  out[t] = s[t];
}

// Bases, members without a name, and members that are not followed.
__global__ void structs(int *out) {
  __shared__ int s[4096];
  int t = threadIdx.x;
  Derived d(t), e;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1,
  s[d.x + d.y] = 1;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 8,
  s[e.x * t + e.y] = 2;
  Bits b;
  b.a = t;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "bounded",
  s[b.a * 32] = 3;
  Part p = {{7, t * 3}, 2};
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "bounded",
  s[p.a[0] * t & 1023] = 4;
  Same q;
  q.V2::x = t;
  q.x = 5;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "bounded",
  s[q.V2::x * q.x & 1023] = 5;
  Default f, g{t};
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 4,
  s[f.a * t + f.b] = 6;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 8,
  s[g.a * g.b] = 7;
  int V2::*member = &V2::y;
  V2 v = make(t, 1);
  v.*member = t * 4;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "bounded",
  s[v.y & 1023] = 8;
  auto [x, y] = make(t, t * 3);
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 4,
  s[x + y] = 9;
  for (int i = 0; i < 2; ++i) {
    V2 z = V2();
    z.x += t * 2;
    // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 2, "wavefronts": 4,
    s[z.x] = 10;
  }
  out[t] = s[t];
}

// What a lambda takes along by value stays as it was.
__global__ void lambdas(int *out) {
  __shared__ int s[4096];
  int t = threadIdx.x, a = t;
  auto f = [=](int k) mutable { a += k; return a; };
  a = t * 4;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1,
  s[f(64)] = 1;
  auto copy = f;
  f(t);
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 2,
  s[f(0)] = 2;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1,
  s[copy(0)] = 3;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 4,
  s[a] = 4;
  auto g = [x = t * 2, &r = a, t](int k) { r += t; return x + k; };
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 2,
  s[g(5)] = 5;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1,
  s[a] = 6;
  int *p = s + t;
  auto h = [=](int k) {
    // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 2, "wavefronts": 2,
    p[k] = 7;
    return k;
  };
  p += t;
  twice(h, 7);
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 2,
  *p = 8;
  // CHECK-DAG: "line": [[#@LINE+2]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 2,
  twice([&](int k) { a += t * k; return a; }, 2);
  s[a] = 9;
  Method m{2};
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1,
  s[m.run(t)] = 10;
  out[t] = s[t];
}

void launch(int *out) {
  calls<<<1, 32>>>(out);
  structs<<<1, 32>>>(out);
  lambdas<<<1, 32>>>(out);
}
