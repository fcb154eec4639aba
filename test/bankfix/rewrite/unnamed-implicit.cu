// Functions that no expression of a kernel names run all the same: those of
// parts of an object, and what is left out of calls.

// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s
// CHECK-NOT: ->

__device__ int peek(unsigned a) {
  int v;
  asm volatile("ld.shared.s32 %0, [%1];" : "=r"(v) : "r"(a));
  return v;
}

struct Part {
  unsigned a;
  __device__ ~Part() { asm volatile("st.shared.s32 [%0], %1;" ::"r"(a), "r"(1)); }
};
struct Holder {
  Part part;
};

__global__ void destroyed(int *out, int v) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}}reaches shared memory by an address
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  { Holder h{{64}}; }
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + v;
}

__device__ int byDefault(int q = peek(64)) { return q; }

__global__ void leftOut(int *out, int v) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}}reaches shared memory by an address
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  v += byDefault();
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + v;
}

struct Begun {
  int q = peek(64);
};

__global__ void begun(int *out, int v) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}}reaches shared memory by an address
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  {
    Begun b;
    v += b.q;
  }
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + v;
}

struct Base {
  int a;
  __device__ Base(int a) : a(peek(a)) {}
};
struct Derived : Base {
  using Base::Base;
};

__global__ void inherited(int *out, int v) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}}reaches shared memory by an address
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  {
    Derived d(3);
    v += d.a;
  }
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + v;
}

struct Pointers {
  int (*f)(unsigned);
};
__constant__ Pointers table[1] = {{peek}};

__global__ void pointed(int *out, int v) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}}reaches shared memory by an address
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  v += table[0].f(64);
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + v;
}

__global__ void cast(int *out, int v) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}}reaches shared memory by an address
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  v += *__builtin_bit_cast(__attribute__((address_space(3))) int *, 64ull);
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j] + v;
}

int main() {
  destroyed<<<1, 32>>>(nullptr, 0);
  leftOut<<<1, 32>>>(nullptr, 0);
  begun<<<1, 32>>>(nullptr, 0);
  inherited<<<1, 32>>>(nullptr, 0);
  pointed<<<1, 32>>>(nullptr, 0);
  cast<<<1, 32>>>(nullptr, 0);
}
