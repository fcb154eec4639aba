// pad-struct, where elements are reached through pointers: what a pointer is set
// to changes, if no more is done with it than to use what it points to.

// RUN: %exits 1 %bankfix check --sort=source --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME: 'pointed', {{.*}} 0 after; the same results

struct Body {
  float x, y, z, m;
};

__global__ void pointed(float *out, const Body *in) {
  // CHECK: :[[#@LINE+2]]:19: note: 'Body s[64] -> bankfix_Body_20 s[64]' (pad-struct)
  // FIXED: bankfix_Body_20 s[64];
  __shared__ Body s[64];
  int t = threadIdx.x;
  // FIXED: Body *p = &s[t].v;
  Body *p = &s[t];
  p->x = in[t].x, p->y = in[t].y, p->m = in[t].m;
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < 64; ++j) {
    // FIXED: const Body *q = &s[(j + t) % 64].v;
    const Body *q = &s[(j + t) % 64];
    sum += (*q).x * q->m;
  }
  out[t] = sum;
}

__device__ void put(Body *to, float x) { to->x = x, to->m = 1; }

__global__ void handed(float *out, const float *in) {
  // CHECK: :[[#@LINE+1]]:19: note: 'Body s[64] -> bankfix_Body_20 s[64]' (pad-struct)
  __shared__ Body s[64];
  // FIXED: put(&s[threadIdx.x].v, in[threadIdx.x]);
  put(&s[threadIdx.x], in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x].x + s[threadIdx.x].m;
}

// The next element would be elsewhere.
__global__ void indexed(float *out, const Body *in) {
  // CHECK: :[[#@LINE+2]]:19: note: no fix of 's'
  // FIXED: Body s[64];
  __shared__ Body s[64];
  s[threadIdx.x].x = in[threadIdx.x].x, s[threadIdx.x].m = in[threadIdx.x].m;
  __syncthreads();
  const Body *q = &s[threadIdx.x];
  out[threadIdx.x] = q[threadIdx.x < 63].x + q->m;
}

struct Four {
  double x, y, z, w;
};

// The decisive reason is of what is for such elements.
__global__ void wide(double *out, const Four *in) {
  // CHECK: :[[#@LINE+1]]:19: note: no fix of 's' by pad-struct: a pointer or a reference to its elements is declared with their type; index the array itself there
  __shared__ Four s[32];
  Four *p = &s[threadIdx.x];
  p->x = in[threadIdx.x].x;
  __syncthreads();
  out[threadIdx.x] = p[0].x + s[31 - threadIdx.x].x;
}

struct Odd {
  int x, y, z;
};

__global__ void odd(int *out, const int *order) {
  // CHECK: :[[#@LINE+1]]:18: note: no fix of 's': no layout that bankfix knows lowers its wavefronts
  __shared__ Odd s[64];
  s[threadIdx.x * 32 % 64].x = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x].y;
}

void launch(float *f, double *d, int *i, Body *b, Four *t) {
  pointed<<<1, 64>>>(f, b);
  handed<<<1, 64>>>(f, f);
  indexed<<<1, 64>>>(f, b);
  wide<<<1, 32>>>(d, t);
  odd<<<1, 32>>>(i, i);
}
