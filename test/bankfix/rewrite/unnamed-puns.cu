// Pointers to shared memory that are read from where a number may have been
// written.

// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=pad-row --cuda-headers=builtin %s | FileCheck %s

// CHECK-NOT: ->

typedef __attribute__((address_space(3))) int inShared;
union Number {
  unsigned long long n;
  inShared *p;
};

__global__ void byUnion(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} 'u.p' reaches shared memory by an address that is not known to be an array's
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j];
  Number u;
  u.n = 64;
  out[2000] = *u.p;
}

__global__ void byCast(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} '*(inShared **)&n' reaches
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j];
  unsigned long long n = 64;
  out[2000] = **(inShared **)&n;
}

__global__ void byCopy(int *out) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} no fix of 't' {{.*}} '&p' reaches
  __shared__ int t[32][32];
  int x = threadIdx.x;
  for (int j = 0; j < 32; ++j)
    t[j][x] = j;
  __syncthreads();
  for (int j = 0; j < 32; ++j)
    out[j * 32 + x] = t[x][j];
  unsigned long long n = 64;
  inShared *p;
  memcpy(&p, &n, sizeof(p));
  out[2000] = *p;
}

int main() {
  byUnion<<<1, 32>>>(nullptr);
  byCast<<<1, 32>>>(nullptr);
  byCopy<<<1, 32>>>(nullptr);
}
