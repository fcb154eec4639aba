// What a call that is followed does to the file's variables is known behind it;
// what one that is not may have changed is no launch with the value before, but
// one that is likely.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s --implicit-check-not='"block": [7'

#define KERNEL(name)                                                           \
  __global__ void name(float *out) {                                           \
    __shared__ float t[1024];                                                  \
    t[threadIdx.x * 2] = out[threadIdx.x];                                     \
  }

// CHECK: kernel {"name": "set", {{.*}}"block": [64, 1, 1], "block_from": "launch"
KERNEL(set)
// CHECK: kernel {"name": "set_below", {{.*}}"block": [64, 1, 1], "block_from": "launch"
KERNEL(set_below)
// CHECK: kernel {"name": "set_by_launching", {{.*}}"block": [96, 1, 1], "block_from": "launch"
KERNEL(set_by_launching)
// CHECK: kernel {"name": "launching", {{.*}}"block": [32, 1, 1], "block_from": "launch"
KERNEL(launching)
// CHECK: kernel {"name": "set_by_macro", {{.*}}"block": [64, 1, 1], "block_from": "launch"
KERNEL(set_by_macro)
// CHECK: kernel {"name": "set_or_not", {{.*}}"block": [64, 1, 1], "block_from": "launch"
// CHECK: kernel {"name": "set_or_not", {{.*}}"block": [128, 1, 1], "block_from": "launch"
KERNEL(set_or_not)
// CHECK: kernel {"name": "left_alone", {{.*}}"block": [160, 1, 1], "block_from": "launch"
KERNEL(left_alone)
// CHECK: kernel {"name": "by_options", {{.*}}"block": [192, 1, 1], "block_from": "assumed"
KERNEL(by_options)
// CHECK: kernel {"name": "by_member", {{.*}}"block_from": "assumed"
KERNEL(by_member)
// CHECK: kernel {"name": "by_pointer", {{.*}}"block_from": "assumed"
KERNEL(by_pointer)
// CHECK: kernel {"name": "by_referred", {{.*}}"block_from": "assumed"
KERNEL(by_referred)
// CHECK: kernel {"name": "before_main", {{.*}}"block_from": "assumed"
KERNEL(before_main)
// CHECK: kernel {"name": "by_object", {{.*}}"block_from": "assumed"
KERNEL(by_object)
// CHECK: kernel {"name": "by_local", {{.*}}"block_from": "assumed"
KERNEL(by_local)
// CHECK: kernel {"name": "by_callback", {{.*}}"block_from": "assumed"
KERNEL(by_callback)
// CHECK: kernel {"name": "by_virtual", {{.*}}"block_from": "assumed"
KERNEL(by_virtual)

static int a = 7, b = 7, c = 7, d = 7, e = 128, f = 160, g = 192, h = 7, i = 7,
           j = 7, k = 7, l = 7;
static void setA() { a = 64; }
static void setDeeper() { b = 32; }
static void setB() {
  setDeeper();
  b *= 2;
}
static void setC(float *out) {
  launching<<<1, 32>>>(out);
  c = 96;
}
static void setD() { d = 64; }
#define SET_D setD()
static void setE(int n) {
  if (n > 3)
    e = 64;
}
static void setF() { f = 7; }
static int numberOf(const char *text) {
  int n = 0;
  while (*text)
    n = n * 10 + *text++ - '0';
  return n;
}
static void options(int argc, char **argv) {
  for (int n = 1; n < argc; ++n)
    g = numberOf(argv[n]);
}
__attribute__((constructor)) static void setH() { h = 64; }
struct SetI {
  SetI() { i = 64; }
} object;
struct SetJ {
  SetJ(int n) { j = n; }
};
static void each(void (*what)()) { what(); }
static void setK() { k = 64; }
struct Base {
  virtual void run() {}
};
struct SetL : Base {
  void run() override { l = 64; }
};
struct Block {
  int n = 7;
  void set() { n = 64; }
};
static void setBlock(Block *to) { to->n = 64; }
static void setReferred(Block &to) { to.n = 64; }
static void run(float *out, Base &base) {
  base.run();
  by_virtual<<<1, l>>>(out);
}

int main(int argc, char **argv) {
  float *out = 0;
  left_alone<<<1, f>>>(out);
  setF();
  setA();
  set<<<1, a>>>(out);
  setB();
  set_below<<<1, b>>>(out);
  setC(out);
  set_by_launching<<<1, c>>>(out);
  SET_D;
  set_by_macro<<<1, d>>>(out);
  setE(argc);
  set_or_not<<<1, e>>>(out);
  options(argc, argv);
  by_options<<<1, g>>>(out);
  Block m, p, r;
  m.set();
  by_member<<<1, m.n>>>(out);
  setBlock(&p);
  by_pointer<<<1, p.n>>>(out);
  setReferred(r);
  by_referred<<<1, r.n>>>(out);
  before_main<<<1, h>>>(out);
  by_object<<<1, i>>>(out);
  SetJ made(argc);
  by_local<<<1, j>>>(out);
  each(setK);
  by_callback<<<1, k>>>(out);
  SetL late;
  run(out, late);
}
