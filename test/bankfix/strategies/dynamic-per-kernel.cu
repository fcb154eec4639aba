// Each kernel has dynamic memory of its own, even under one name: what helps one
// is not done to the other.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --objective=wavefronts %s | FileCheck %s --check-prefix=SAME
// SAME-DAG: 'column', blocks of 32x32 threads: 992 excess wavefronts counted before, 0 after; the same results
// SAME-DAG: 'padded', blocks of 32x32 threads: 0 excess wavefronts counted before, 0 after; the same results

__global__ void column(int *d) {
  extern __shared__ int s[];
  s[threadIdx.y * 32 + threadIdx.x] = d[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  // CHECK: d[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.x * 33 + threadIdx.y];
  d[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.x * 32 + threadIdx.y];
}

__global__ void padded(int *d) {
  extern __shared__ int s[];
  // CHECK: s[threadIdx.y * 33 + threadIdx.x] = d[threadIdx.y * 32 + threadIdx.x];
  s[threadIdx.y * 33 + threadIdx.x] = d[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  d[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.x * 33 + threadIdx.y];
}

// Where a function declares it, too, whoever calls that shares the array, and
// nobody else does.
__device__ int get(int i) {
  extern __shared__ int t[];
  return t[i];
}

__global__ void called(int *d) {
  extern __shared__ int t[];
  t[threadIdx.x * 32] = d[threadIdx.x];
  t[threadIdx.x * 32 + 1] = 0;
  __syncthreads();
  // CHECK: return t[BANKFIX_PAD32(i)];
  // CHECK: t[BANKFIX_PAD32(threadIdx.x * 32)] = d[threadIdx.x];
  d[threadIdx.x] = get(threadIdx.x * 32);
}

__global__ void uncalled(int *d) {
  extern __shared__ int t[];
  // CHECK: t[threadIdx.x] = d[threadIdx.x];
  t[threadIdx.x] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = t[threadIdx.x];
}

// As all of the file, where it is declared there.
extern __shared__ int u[];
__device__ int getU(int i) { return u[i]; }

__global__ void shares(int *d) {
  extern __shared__ int u[];
  u[threadIdx.x * 32] = d[threadIdx.x];
  u[threadIdx.x * 32 + 1] = 0;
  __syncthreads();
  // CHECK: return u[BANKFIX_PAD32(i)];
  // CHECK: u[BANKFIX_PAD32(threadIdx.x * 32)] = d[threadIdx.x];
  d[threadIdx.x] = getU(threadIdx.x * 32);
}

void launch(int *d) {
  // CHECK: column<<<1, dim3(32, 32), 4096 + 4096 / 32>>>(d);
  column<<<1, dim3(32, 32), 4096>>>(d);
  // CHECK: padded<<<1, dim3(32, 32), 4224>>>(d);
  padded<<<1, dim3(32, 32), 4224>>>(d);
  // CHECK: called<<<1, 32, BANKFIX_PAD32(4096)>>>(d);
  called<<<1, 32, 4096>>>(d);
  shares<<<1, 32, 4096>>>(d);
  // CHECK: uncalled<<<1, 32, 128>>>(d);
  uncalled<<<1, 32, 128>>>(d);
}
