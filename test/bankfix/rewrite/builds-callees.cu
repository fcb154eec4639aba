// Which of several functions gets an array, another build may decide: by a type,
// a namespace, a base class, an argument of a template.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu | FileCheck %s
// RUN: cmp %s %t.cu

#define START(name)                                                            \
  name[threadIdx.y][threadIdx.x] = threadIdx.x;                                \
  __syncthreads();                                                             \
  out[threadIdx.y] = name[threadIdx.x][threadIdx.y];

struct Whole {};
struct Flat {};
__device__ float at(Whole, float *p, int i) { return 5; }
__device__ float at(Flat, float *p, int i) { return p[i * 32 + 1]; }
#ifdef FAST
typedef Flat Mode;
#else
typedef Whole Mode;
#endif
// CHECK-DAG: no fix of 'tagged' by {{.*}}: it would not hold in a build with -DFAST
__global__ void byTag(float *out) {
  __shared__ float tagged[32][32];
  START(tagged)
  out[threadIdx.x] = at(Mode(), &tagged[0][0], threadIdx.y);
}

// CHECK-DAG: no fix of 'held' by {{.*}}: it would not hold in a build with -DFAST
__global__ void byVariable(float *out) {
  __shared__ float held[32][32];
  START(held)
  Mode mode;
  out[threadIdx.x] = at(mode, &held[0][0], threadIdx.y);
}

struct BaseWhole {
  __device__ float get(float *p, int i) { return 5; }
};
struct BaseFlat {
  __device__ float get(float *p, int i) { return p[i * 32 + 1]; }
};
struct View :
#ifdef FAST
    BaseFlat
#else
    BaseWhole
#endif
{};
// CHECK-DAG: no fix of 'viewed' by {{.*}}: it would not hold in a build with -DFAST
__global__ void byBase(float *out) {
  __shared__ float viewed[32][32];
  START(viewed)
  View view;
  out[threadIdx.x] = view.get(&viewed[0][0], threadIdx.y);
}

#ifndef VIEW
#define VIEW BaseWhole
#endif
template <class T> __device__ float get(T view, float *p, int i) {
  return view.get(p, i);
}
// CHECK-DAG: no fix of 'given' by {{.*}}: the macro 'VIEW' names or gets it, and a build may define that otherwise
__global__ void byParameter(float *out, VIEW view) {
  __shared__ float given[32][32];
  START(given)
  out[threadIdx.x] = get(view, &given[0][0], threadIdx.y);
}

struct MadeWhole {
  float x;
  __device__ MadeWhole(float *p, int i) : x(5) {}
};
struct MadeFlat {
  float x;
  __device__ MadeFlat(float *p, int i) : x(p[i * 32 + 1]) {}
};
#ifndef MADE
#define MADE MadeWhole
#endif
using Made = MADE;
// CHECK-DAG: no fix of 'making' by {{.*}}: the macro 'MADE' names or gets it
__global__ void byConstructor(float *out) {
  __shared__ float making[32][32];
  START(making)
  Made made(&making[0][0], threadIdx.y);
  out[threadIdx.x] = made.x;
}

void run(float *out) {
  const dim3 block(32, 32);
  byTag<<<1, block>>>(out);
  byVariable<<<1, block>>>(out);
  byBase<<<1, block>>>(out);
  byParameter<<<1, block>>>(out, VIEW());
  byConstructor<<<1, block>>>(out);
}
