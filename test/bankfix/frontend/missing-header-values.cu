// What a missing header may decide does not always show as an error in the
// kernel: enumerators that Clang goes on to count, sizes of types whose members
// or bases it dropped, and text that is included in the middle of a declaration.

// RUN: %exits 1 %bankfix check %s > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s --check-prefix=JSON
// RUN: %exits 0 %bankfix %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED

#include "gone.h"

enum { First = MISSING_FIRST, Pitch };
// CHECK-DAG: :[[#@LINE+1]]:17: note: kernel 'enumerator' is skipped: use of undeclared identifier 'MISSING_FIRST'
__global__ void enumerator(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * Pitch] = 1;
}
// CHECK-DAG: :[[#@LINE+1]]:17: note: kernel 'declared' is skipped: use of undeclared identifier 'MISSING_FIRST'
__global__ void declared(float *out) {
  __shared__ float s[Pitch + 31][Pitch + 31];
  s[threadIdx.x][0] = 1;
}
// CHECK-DAG: :[[#@LINE+1]]:34: note: kernel 'instance' is skipped: use of undeclared identifier 'MISSING_FIRST'
template <int P> __global__ void instance(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * P] = 1;
}
// JSON: kernel {"name": "shape", {{.*}}"block_from": "assumed"
__global__ void shape(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * 2] = 1;
}
// JSON: kernel {"name": "argument", {{.*}}"block": [32, 1, 1]
// JSON-NEXT: "certainty": "bounded"
__global__ void argument(float *out, int pitch) {
  __shared__ float s[2048];
  s[threadIdx.x * pitch] = 1;
}

struct Record {
  int a;
  Missing b;
};
// CHECK-DAG: :[[#@LINE+1]]:17: note: kernel 'member' is skipped: unknown type name 'Missing', in 'b' that it uses
__global__ void member(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * sizeof(Record)] = 1;
}
struct Derived : Unknown {
  int a;
};
constexpr int Words = sizeof(Derived) / 4;
// CHECK-DAG: :[[#@LINE+1]]:17: note: kernel 'base' is skipped: expected class name, in 'Derived' that it uses
__global__ void base(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * Words] = 1;
}
constexpr int words() { return sizeof(Record) / 4; }
// CHECK-DAG: :[[#@LINE+1]]:17: note: kernel 'sized' is skipped: unknown type name 'Missing', in 'b' that it uses
__global__ void sized(float *out) {
  __shared__ float s[words() * 32];
  s[threadIdx.x * 32] = 1;
}
typedef float Rows[32 * Pitch][32];
struct Tile {
  float rows[32][Pitch];
};
// CHECK-DAG: :[[#@LINE+1]]:17: note: kernel 'types' is skipped: use of undeclared identifier 'MISSING_FIRST'
__global__ void types(float *out) {
  __shared__ Rows s;
  s[threadIdx.x][0] = 1;
}
// CHECK-DAG: :[[#@LINE+1]]:17: note: kernel 'fields' is skipped: use of undeclared identifier 'MISSING_FIRST'
__global__ void fields(float *out) {
  __shared__ Tile s;
  s.rows[threadIdx.x][0] = 1;
}

// Of a call to what did not resolve, Clang drops the statement, or the value.
__device__ Missing convert(float);
__device__ Missing overloaded(int *);
__device__ float overloaded(float);
#define CONVERT(X) convert(X)
// CHECK-DAG: :[[#@LINE+1]]:17: note: kernel 'dropped' is skipped: unknown type name 'Missing', in 'convert' that it uses
__global__ void dropped(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * 4] = 1;
  out[0] = convert(s[threadIdx.x]);
}
// CHECK-DAG: :[[#@LINE+1]]:17: note: kernel 'initialized' is skipped: unknown type name 'Missing', in 'convert' that it uses
__global__ void initialized(float *out) {
  __shared__ float s[2048];
  int pitch = CONVERT(2);
  s[threadIdx.x * pitch] = 1;
}
__constant__ Missing table[8];
// CHECK-DAG: :[[#@LINE+1]]:17: note: kernel 'constant' is skipped: unknown type name 'Missing', in 'table' that it uses
__global__ void constant(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * 4] = table[0];
}
// CHECK-DAG: :[[#@LINE+3]]:3: warning: store to 's[threadIdx.x * 8]' has 8-way
__global__ void other(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * 8] = overloaded(1.0f);
}

// What is included here may be accesses, or barriers.
// CHECK-DAG: :[[#@LINE+1]]:17: note: kernel 'inside' is skipped: 'body.inc' file not found
__global__ void inside(float *out) {
  // FIXED: float cut[2048];
  __shared__ float cut[2048];
  // FIXED: cut[threadIdx.x * 4] = 1;
  cut[threadIdx.x * 4] = 1;
#include "body.inc"
  out[0] = cut[threadIdx.x];
}
struct Parts {
  int a;
#include "members.inc"
};
// CHECK-DAG: :[[#@LINE+1]]:17: note: kernel 'parts' is skipped: 'members.inc' file not found, in 'Parts' that it uses
__global__ void parts(float *out, Parts p) {
  __shared__ float s[2048];
  s[threadIdx.x * 4] = p.a;
}
enum Kinds {
#include "kinds.inc"
  Last
};
// CHECK-DAG: :[[#@LINE+1]]:17: note: kernel 'kinds' is skipped: 'kinds.inc' file not found, in 'Kinds' that it uses
__global__ void kinds(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * Last] = 1;
}

// What is included elsewhere does not matter.
#include "elsewhere.inc"
// CHECK-DAG: :[[#@LINE+3]]:3: warning: store to 's[threadIdx.x * 4]' has 4-way
__global__ void apart(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * 4] = 1;
}

void launch(float *out) {
  enumerator<<<1, 32>>>(out);
  declared<<<1, 32>>>(out);
  instance<Pitch><<<1, 32>>>(out);
  shape<<<1, Pitch>>>(out);
  argument<<<1, 32>>>(out, Pitch);
  member<<<1, 32>>>(out);
  base<<<1, 32>>>(out);
  sized<<<1, 32>>>(out);
  types<<<1, 32>>>(out);
  fields<<<1, 32>>>(out);
  dropped<<<1, 32>>>(out);
  initialized<<<1, 32>>>(out);
  other<<<1, 32>>>(out);
  inside<<<1, 32>>>(out);
  parts<<<1, 32>>>(out, Parts());
  kinds<<<1, 32>>>(out);
  apart<<<1, 32>>>(out);
}
