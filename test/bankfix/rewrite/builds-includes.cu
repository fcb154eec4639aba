// What another build includes decides as much as what it defines: a part of a
// declaration or of a function, or a header in <> of the user's own.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=pad-row --cuda-headers=builtin %s -- -I%S/Inputs/builds-includes | FileCheck %s

// CHECK-NOT: ->

constexpr int Q1 =
#include "Inputs/builds-includes/number.inc"
    ;

__global__ void initialised(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_INITIALISED
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[Q1 + j % 8];
}

#ifdef ALT_ANGLED
#include <wide.h>
#else
#include <narrow.h>
#endif

__global__ void angled(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_ANGLED
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[Q2 + j % 8];
}

#ifdef ALT_CHOSEN
#define CHOSEN "Inputs/builds-includes/wide4.h"
#else
#define CHOSEN "Inputs/builds-includes/narrow4.h"
#endif
#include CHOSEN

__global__ void chosen(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_CHOSEN
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[Q4 + j % 8];
}

__global__ void fragment(int *out) {
#include "Inputs/builds-includes/fragment.inc"
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}}fragment.inc:1: code that the preprocessor skipped
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[shift + j % 8];
}

struct Whole {
  int n;
#include "Inputs/builds-includes/fields.inc"
};

__global__ void fields(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_FIELDS
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[sizeof(Whole) - 4 + j % 8];
}

#ifdef ALT_PACKED
#include "Inputs/builds-includes/packed.h"
#endif
struct Packed {
  char first;
  int second;
};
#pragma pack()

__global__ void packed(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_PACKED
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[(sizeof(Packed) < 8 ? 32 : 0) + j % 8];
}
enum {
#ifdef ALT_COUNTED
#include "Inputs/builds-includes/enumerators.inc"
#endif
  Q5
};

__global__ void counted(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_COUNTED
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[Q5 + j % 8];
}

int main() {
  initialised<<<1, 32>>>(nullptr);
  angled<<<1, 32>>>(nullptr);
  chosen<<<1, 32>>>(nullptr);
  fragment<<<1, 32>>>(nullptr);
  fields<<<1, 32>>>(nullptr);
  packed<<<1, 32>>>(nullptr);
  counted<<<1, 32>>>(nullptr);
}
