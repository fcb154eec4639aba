// A branch that is a part of a declaration or a statement may be any number or
// type: it spells no name, and another build has another value. So has a branch
// in which names get another meaning.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=pad-row --cuda-headers=builtin %s | FileCheck %s

// CHECK-NOT: ->

constexpr int Q1 =
#ifdef ALT_INITIALIZER
    32;
#else
    0;
#endif

__global__ void initializer(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_INITIALIZER
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[Q1 + j % 8];
}

__device__ int q2(int i) {
  return i
#ifdef ALT_RETURNED
         + 32
#endif
      ;
}

__global__ void returned(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_RETURNED
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[q2(0) + j % 8];
}

__device__ int q3(int i =
#ifdef ALT_ARGUMENT
                      32
#else
                      0
#endif
) {
  return i;
}

__global__ void argument(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_ARGUMENT
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[q3() + j % 8];
}

struct Config {
  int q =
#ifdef ALT_MEMBER
      32;
#else
      0;
#endif
};

__global__ void member(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_MEMBER
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[Config{}.q + j % 8];
}

constexpr int Q5[] = {
#ifdef ALT_TABLE
    32,
#endif
    0};

__global__ void table(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_TABLE
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[Q5[0] + j % 8];
}

enum { Q6 =
#ifdef ALT_ENUMERATOR
           32
#else
           0
#endif
};

__global__ void enumerator(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_ENUMERATOR
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[Q6 + j % 8];
}

typedef
#ifdef ALT_ALIAS
    char
#else
    int
#endif
        narrow;

__global__ void alias(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_ALIAS
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[(narrow(200) < 0 ? 32 : 0) + j % 8];
}

#ifdef ALT_KEYWORD
#define short int
#endif
__device__ int q8() { return sizeof(short) == 2 ? 0 : 32; }

__global__ void keyword(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_KEYWORD
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[q8() + j % 8];
}

namespace wide {
__device__ int q9(int) { return 32; }
}
__device__ int q9(long) { return 0; }
#ifdef ALT_FOUND
using namespace wide;
#endif

__global__ void found(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_FOUND
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[q9(0) + j % 8];
}

#ifdef ALT_ATTRIBUTE
typedef int mode_t_ __attribute__((mode(QI)));
#else
typedef int mode_t_ __attribute__((mode(SI)));
#endif

__global__ void attribute(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_ATTRIBUTE
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[(sizeof(mode_t_) == 1 ? 32 : 0) + j % 8];
}

__device__ int(q10)(long) { return 0; }
#ifdef ALT_PARENTHESISED
__device__ int(q10)(int) { return 32; }
#endif

__global__ void parenthesised(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_PARENTHESISED
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[q10(0) + j % 8];
}

namespace outer {
#ifdef ALT_INLINED
inline
#endif
namespace first {
constexpr int Q11 = 32;
}
#ifndef ALT_INLINED
inline
#endif
namespace second {
constexpr int Q11 = 0;
}
}

__global__ void inlined(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_INLINED
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[outer::Q11 + j % 8];
}

#define JOINED(a, b) a##b
#ifdef ALT_PASTED
#define Q12 32
#else
#define Q12 0
#endif

__global__ void pasted(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_PASTED
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[JOINED(Q, 12) + j % 8];
}

#define Q13 32
#pragma push_macro("Q13")
#undef Q13
#define Q13 0
#ifdef ALT_RESTORED
#pragma pop_macro("Q13")
#endif

__global__ void restored(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_RESTORED
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[Q13 + j % 8];
}

#ifdef ALT_SPLICED
#define Q\
14 32
#else
#define Q\
14 0
#endif

__global__ void spliced(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_SPLICED
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[Q14 + j % 8];
}

struct Made {
  int v;
  __device__ Made() {
#ifdef ALT_CONSTRUCTED
    v = 32;
#else
    v = 0;
#endif
  }
};

__global__ void constructed(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_CONSTRUCTED
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[Made().v + j % 8];
}

#ifdef ALT_LISTED
#define Q16 32
#else
#define Q16 0
#endif
struct Listed {
  int v;
  __device__ Listed() : v(Q16) {}
};

__global__ void listed(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_LISTED
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[Listed().v + j % 8];
}

__device__ int q17(int n = Q16) { return n; }

__global__ void defaulted(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_LISTED
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[q17() + j % 8];
}

struct Parted {
  int n;
#ifdef ALT_SIZED
  float box[8];
#endif
};

__global__ void sized(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_SIZED
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[sizeof(Parted) - 4 + j % 8];
}

#ifdef ALT_ROUNDED
typedef signed char Q18;
#else
typedef int Q18;
#endif
__device__ int q18(Q18 n) { return n < 0 ? 32 : 0; }

__global__ void rounded(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} it would not hold in a build with {{.*}}-DALT_ROUNDED
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  const int *row = t[x / 2];
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + row[q18(200) + j % 8];
}

int main() {
  initializer<<<1, 32>>>(nullptr);
  returned<<<1, 32>>>(nullptr);
  argument<<<1, 32>>>(nullptr);
  member<<<1, 32>>>(nullptr);
  table<<<1, 32>>>(nullptr);
  enumerator<<<1, 32>>>(nullptr);
  alias<<<1, 32>>>(nullptr);
  keyword<<<1, 32>>>(nullptr);
  found<<<1, 32>>>(nullptr);
  attribute<<<1, 32>>>(nullptr);
  parenthesised<<<1, 32>>>(nullptr);
  inlined<<<1, 32>>>(nullptr);
  pasted<<<1, 32>>>(nullptr);
  restored<<<1, 32>>>(nullptr);
  spliced<<<1, 32>>>(nullptr);
  constructed<<<1, 32>>>(nullptr);
  listed<<<1, 32>>>(nullptr);
  defaulted<<<1, 32>>>(nullptr);
  sized<<<1, 32>>>(nullptr);
  rounded<<<1, 32>>>(nullptr);
}
