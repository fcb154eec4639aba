// Nobody knows how many bytes the host gives. What rounds them up to a row of
// banks is within every limit that they were within; a pad may not be, unless
// the accesses need so few that only a host that gives more than them could see
// it.

// RUN: %exits 1 %bankfix check --objective=wavefronts %s | FileCheck %s --check-prefix=ERR
// RUN: %exits 1 %bankfix check --strategy=index-macro --kernel=few %s | FileCheck %s --check-prefix=PAD
// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=swizzle --kernel='^beside$' %s | FileCheck %s --check-prefix=BESIDE
// RUN: %bankfix --objective=wavefronts %s -o %t.cu > /dev/null
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix --objective=wavefronts %t.cu -o %t.again.cu > /dev/null
// RUN: cmp %t.cu %t.again.cu
// RUN: %bankfix verify --objective=wavefronts --kernel=sum %s | FileCheck %s --check-prefix=SAME
// SAME: 'sum', {{.*}} excess wavefronts counted before, 0 after; the same results

int powerOfTwo(int);

// A scan whose length only the run knows: the offset is a power of two on the
// way up, and on the way down again.
__global__ void sum(int *out, const int *in, int p) {
  // ERR: [[#@LINE+1]]:25: note: 's[], indexed through BANKFIX_SWIZZLE_5_31_10_31, its size through BANKFIX_ROUND128' (swizzle) leaves
  extern __shared__ int s[];
  int t = threadIdx.x, offset = 1;
  s[2 * t] = in[2 * t];
  s[2 * t + 1] = in[2 * t + 1];
  for (int d = p >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      // CHECK: s[BANKFIX_SWIZZLE_5_31_10_31(offset * (2 * t + 2) - 1)] +=
      s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    s[p - 1] = 0;
  for (int d = 1; d < p; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      int x = s[a];
      s[a] = s[b];
      s[b] += x;
    }
  }
  __syncthreads();
  out[2 * t] = s[2 * t];
  out[2 * t + 1] = s[2 * t + 1];
}

// Beside four bytes, a size that is rounded up may be more than a block has.
__global__ void beside(float *out, int n) {
  __shared__ int one;
  // BESIDE: [[#@LINE+2]]:27: note: no fix of 'f' by swizzle: the size that the host gives it is not known, and would be rounded up, which may be too much beside up to 7 other bytes of a block; give values with --assume and --block-dim
  // ERR: [[#@LINE+1]]:27: note: no fix of 'f' by {{.*}}give values with --assume and --block-dim
  extern __shared__ float f[];
  if (threadIdx.x == 0)
    one = n;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    f[i * 32] = i;
  __syncthreads();
  out[threadIdx.x] = f[threadIdx.x * 32] + one;
}

// Beside a whole row of banks it is not.
__global__ void besideRow(float *out, int n) {
  __shared__ int row[32];
  // ERR: [[#@LINE+1]]:27: note: 'f[], indexed through BANKFIX_SWIZZLE{{.*}} its size through BANKFIX_ROUND
  extern __shared__ float f[];
  if (threadIdx.x < 32)
    row[threadIdx.x] = n;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    f[i * 32] = i;
  __syncthreads();
  out[threadIdx.x] = f[threadIdx.x * 32] + row[threadIdx.x & 31];
}

// 8 KB are enough for any access.
__global__ void few(float *out) {
  extern __shared__ float f[];
  // PAD: of launches that give it more than {{[0-9]+}} bytes, which no access needs, each would ask for more than 49152
  if (threadIdx.x < 64)
    f[threadIdx.x * 32] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = f[(threadIdx.x & 63) * 32];
}

void run(int *i, float *f, int n) {
  int p = powerOfTwo(n);
  // CHECK: sum<<<1, (n + 1) / 2, BANKFIX_ROUND128(2 * p * sizeof(int))>>>(i, i, p);
  sum<<<1, (n + 1) / 2, 2 * p * sizeof(int)>>>(i, i, p);
  // CHECK: beside<<<1, n, p>>>(f, n);
  beside<<<1, n, p>>>(f, n);
  // CHECK: besideRow<<<1, n, BANKFIX_ROUND{{[0-9]+}}(p)>>>(f, n);
  besideRow<<<1, n, p>>>(f, n);
  few<<<1, n, p>>>(f);
}
