// Where a variable is nothing but the subscript of one array, the layout's index
// is computed once, with the variable.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s
// RUN: %bankfix check --objective=wavefronts %t.cu
// RUN: %bankfix --objective=wavefronts %t.cu -o %t2.cu
// RUN: diff %t.cu %t2.cu
// RUN: %bankfix verify %s --against=%t.cu

#define N 512
#define TWICE(x) (2 * (x) + 1)

__global__ void scan(float *out, const float *in) {
  // CHECK: __shared__ float temp[{{.*}}];
  __shared__ float temp[N];
  int tid = threadIdx.x, offset = 1;
  temp[2 * tid] = in[2 * tid];
  temp[2 * tid + 1] = in[2 * tid + 1];
  for (int d = N >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (tid < d) {
      // CHECK: int ai = [[PAD:BANKFIX_[A-Z0-9_]+]](offset * (2 * tid + 1) - 1);
      // CHECK-NEXT: int bi = [[PAD]](offset * (2 * tid + 2) - 1);
      int ai = offset * (2 * tid + 1) - 1;
      int bi = offset * (2 * tid + 2) - 1;
      // CHECK-NEXT: temp[bi] += temp[ai];
      temp[bi] += temp[ai];
      // CHECK-NEXT: temp[ai] += temp[bi];
      temp[ai] += temp[bi];
    }
    offset *= 2;
  }
  __syncthreads();
  // CHECK: out[2 * tid] = temp[[[PAD]](2 * tid)];
  out[2 * tid] = temp[2 * tid];
  out[2 * tid + 1] = temp[2 * tid + 1];
}

// What is more than subscripts, or may be computed and not be one, stays.
__global__ void others(float *out, const float *in, int n) {
  __shared__ float s[N];
  const int tid = threadIdx.x;
  for (int k = tid; k < N; k += 64)
    s[k] = in[k];
  __syncthreads();
  {
    // CHECK: int once = 8 * tid;
    // CHECK-NEXT: s[[[OTHER:BANKFIX_[A-Z0-9_]+]](once)] += 1;
    int once = 8 * tid;
    s[once] += 1;
  }
  {
    // CHECK: int value = 8 * tid + 1;
    int value = 8 * tid + 1;
    // CHECK-NEXT: s[[[OTHER]](value)] = s[[[OTHER]](value)] + value;
    s[value] = s[value] + value;
  }
  {
    // CHECK: int guarded = 8 * tid + 2;
    int guarded = 8 * tid + 2;
    if (n > 0)
      // CHECK: s[[[OTHER]](guarded)] = s[[[OTHER]](guarded)] * 2;
      s[guarded] = s[guarded] * 2;
  }
  {
    // CHECK: int part = 8 * tid + 3;
    int part = 8 * tid + 3;
    // CHECK-NEXT: s[[[OTHER]](part)] += s[[[OTHER]](part + 1)];
    s[part] += s[part + 1];
  }
  {
    // CHECK: int changed = 8 * tid + 5;
    int changed = 8 * tid + 5;
    // CHECK-NEXT: s[[[OTHER]](changed)] += 1;
    s[changed] += 1;
    changed++;
    // CHECK: s[[[OTHER]](changed)] += 1;
    s[changed] += 1;
  }
  {
    int step = tid;
    // CHECK: int moved = 8 * step;
    int moved = 8 * step;
    // CHECK-NEXT: s[[[OTHER]](moved)] += 1;
    s[moved] += 1;
    step += n;
    // CHECK: s[[[OTHER]](moved)] += step;
    s[moved] += step;
  }
  {
    // CHECK: unsigned other = 8 * tid + 6;
    unsigned other = 8 * tid + 6;
    // CHECK-NEXT: s[[[OTHER]](other)] += s[[[OTHER]](other)];
    s[other] += s[other];
  }
  {
    // CHECK: int macro = TWICE(4 * tid);
    int macro = TWICE(4 * tid);
    // CHECK-NEXT: s[[[OTHER]](macro)] += s[[[OTHER]](macro)];
    s[macro] += s[macro];
  }
  {
    // CHECK: int in_macro = [[OTHER]](8 * tid + 7), after = n;
    int in_macro = 8 * tid + 7, after = n;
    // CHECK-NEXT: s[in_macro] += s[in_macro] + after;
    s[in_macro] += s[in_macro] + after;
  }
  {
    // CHECK: int left = 8 * tid;
    int left = 8 * tid;
    if (n == 7)
      return;
    // CHECK: s[[[OTHER]](left)] += s[[[OTHER]](left)];
    s[left] += s[left];
  }
  __syncthreads();
  out[tid] = s[tid];
}

// The first iteration of `j` is another variable than the second.
__global__ void loops(float *out, int n) {
  __shared__ int t[N];
  for (int j = threadIdx.x; j < N / 8; j += 32) {
    // CHECK: const int at = [[LAST:BANKFIX_[A-Z0-9_]+]](8 * j);
    const int at = 8 * j;
    // CHECK-NEXT: t[at] = n;
    t[at] = n;
    // CHECK-NEXT: atomicAdd(&t[at], 2);
    atomicAdd(&t[at], 2);
  }
  __syncthreads();
  // CHECK: out[threadIdx.x] = t[[[LAST]](threadIdx.x)];
  out[threadIdx.x] = t[threadIdx.x];
}

void launch(float *out, const float *in) {
  scan<<<1, 256>>>(out, in);
  others<<<1, 64>>>(out, in, 3);
  loops<<<1, 64>>>(out, 1);
}
