// Several elements at once, counted from a place in the array: `*((float4 *)p +
// i)` and `((float4 *)p)[i]` of a pointer p into it. What a loop carries is known
// no better than that, and is aligned as the array's start is shown to be.

// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin %s | %FileCheck %s --check-prefix=REFUSED
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin -o %t.cu %s > %t.log
// RUN: %code %t.cu | %FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --objective=wavefronts --cuda-headers=builtin %s | %FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin -o %t.again.cu %t.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME: 'counted', {{.*}}; the same results
// SAME: 'tiles', {{.*}}; the same results
// SAME: 'words', {{.*}} 0 after; the same results
// SAME: 'within', {{.*}}; the same results
// SAME: 'columns', {{.*}}; the same results
// SAME: 'given', {{.*}}; the same results

// CHECK-LABEL: void counted(
__global__ void counted(float *out, const float4 *in) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  // CHECK: float *y = (float *)s + 1024;
  float *y = (float *)s + 1024;
  float4 *v = (float4 *)s;
  // CHECK: *((float4 *)s + BANKFIX_[[C:[A-Z0-9_]+]](4 * (8 * t)) / 4) = in[t];
  *((float4 *)s + 8 * t) = in[t];
  // CHECK: *(v + BANKFIX_[[C]](4 * (8 * t + 1)) / 4) = in[t];
  *(v + 8 * t + 1) = in[t];
  // CHECK: *(((float4 *)s) + BANKFIX_[[C]]((int)(y - s) + 4 * (8 * t + 1)) / 4) = in[t];
  *(((float4 *)y) + 8 * t + 1) = in[t];
  // CHECK: ((float4 *)s)[BANKFIX_[[C]]((int)(y - s) + 4 * (8 * t)) / 4] = in[t];
  ((float4 *)y)[8 * t] = in[t];
  // CHECK: ((float4 *)s)[BANKFIX_[[C]]((int)(y - s) + 4 * (8 * t + 2)) / 4].y = in[t].x;
  ((float4 *)y)[8 * t + 2].y = in[t].x;
  // CHECK: *((float *)s + BANKFIX_[[C]](32 * t + 9)) = 1;
  *((float *)s + 32 * t + 9) = 1;
  // CHECK: *(float2 *)((float *)s + BANKFIX_[[C]](32 * t + 10)) = make_float2(1, 2);
  *(float2 *)((float *)s + 32 * t + 10) = make_float2(1, 2);
  __syncthreads();
  // CHECK: out[t] = (*((float4 *)s + BANKFIX_[[C]]((int)(y - s) + 4 * (8 * t)) / 4)).z + s[BANKFIX_[[C]](32 * t + 9)];
  out[t] = (*((float4 *)y + 8 * t)).z + s[32 * t + 9];
}

// A tile is filled while the other is read.
// CHECK-LABEL: void tiles(
__global__ void tiles(float *out, const float4 *in, int n) {
  __shared__ float s[2048];
  int step = 8, t = threadIdx.x;
  float *y = s + 1024;
  *(float4 *)(y + 8 * t) = in[t];
  float sum = 0;
  __syncthreads();
  for (int k = 0; k < n; k += step) {
    // CHECK: float4 v = *(float4 *)(s + BANKFIX_[[T:[A-Z0-9_]+]]((int)(y - s) + (8 * t)));
    float4 v = *(float4 *)(y + 8 * t);
    sum += v.x + v.w;
    int other = ((k / step) + 1) & 1;
    y = s + 1024 + other * 512;
    // CHECK: *((float4 *)s + BANKFIX_[[T]]((int)(y - s) + 4 * (2 * t)) / 4) = in[t];
    *((float4 *)y + 2 * t) = in[t];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK-LABEL: void words(
__global__ void words(float *out, const float *in) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  float *y = s + 1024;
  for (int k = 0; k < 32; k++)
    // CHECK: ((int *)s)[BANKFIX_[[W:[A-Z0-9_]+]]((int)(y - s) + (32 * t + k))] = k;
    ((int *)y)[32 * t + k] = k;
  __syncthreads();
  // CHECK: out[t] = *((float *)s + BANKFIX_[[W]]((int)(y - s) + (t))) + *((unsigned *)s + BANKFIX_[[W]]((int)(y - s) + (31 - t)));
  out[t] = *((float *)y + t) + *((unsigned *)y + 31 - t);
}

// Nobody may come to where the start is shown.
__global__ void perhaps(float *out, const float4 *in, int n) {
  __shared__ float s[2048];
  int step = 8, t = threadIdx.x;
  float *y = s + 1024;
  if (n > 5)
    *(float4 *)(y + 8 * t) = in[t];
  float sum = 0;
  __syncthreads();
  for (int k = 0; k < n; k += step) {
    // REFUSED-DAG: no fix of 's' by {{.*}}: line [[#@LINE+1]]: '*(float4 *)(y + 8 * t)' is no multiple of its 16 bytes from the array's start
    float4 v = *(float4 *)(y + 8 * t);
    sum += v.x + v.w;
    int other = ((k / step) + 1) & 1;
    y = s + 1024 + other * 512;
    *((float4 *)y + 2 * t) = in[t];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void left(float *out, const float4 *in, int n) {
  __shared__ float s[2048];
  int step = 8, t = threadIdx.x;
  float *y = s + 1024;
  if (n < 3)
    return;
  *(float4 *)(y + 8 * t) = in[t];
  float sum = 0;
  __syncthreads();
  for (int k = 0; k < n; k += step) {
    // REFUSED-DAG: no fix of 's' by {{.*}}: line [[#@LINE+1]]: '*(float4 *)(y + 8 * t)' is no multiple of its 16 bytes from the array's start
    float4 v = *(float4 *)(y + 8 * t);
    sum += v.x + v.w;
    int other = ((k / step) + 1) & 1;
    y = s + 1024 + other * 512;
    *((float4 *)y + 2 * t) = in[t];
    __syncthreads();
  }
  out[t] = sum;
}

// Two words at the start are not four.
__global__ void narrow(float *out, const float4 *in, int n) {
  __shared__ float s[2048];
  int step = 8, t = threadIdx.x;
  float *y = s + 1024;
  *(float2 *)(y + 8 * t) = make_float2(1, 2);
  float sum = 0;
  __syncthreads();
  for (int k = 0; k < n; k += step) {
    // REFUSED-DAG: no fix of 's' by {{.*}}: line [[#@LINE+1]]: '*(float4 *)(y + 8 * t)' is no multiple of its 16 bytes from the array's start
    float4 v = *(float4 *)(y + 8 * t);
    sum += v.x + v.w;
    int other = ((k / step) + 1) & 1;
    y = s + 1024 + other * 512;
    *((float4 *)y + 2 * t) = in[t];
    __syncthreads();
  }
  out[t] = sum;
}

// Groups may be counted from within an array, or from a place and more: the
// index before them moves behind the array's name.
// CHECK-LABEL: void within(
__global__ void within(float *out, const float4 *in, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x, a = 4 * t, b = 32;
  float *y = (float *)s + 1024;
  // CHECK: *((float4 *)s + BANKFIX_[[I:[A-Z0-9_]+]]((int)(y - s) + (8 * a + b + 4 * 0)) / 4) = in[t];
  *((float4 *)(y + 8 * a + b) + 0) = in[t];
  // CHECK: *((float4 *)s + BANKFIX_[[I]]((int)(y - s) + (8 * a + b + 4 * ((n & 1)))) / 4) = in[t];
  *((float4 *)(y + 8 * a + b) + (n & 1)) = in[t];
  // CHECK: ((float4 *)s)[BANKFIX_[[I]]((int)(y - s) + (8 * a + 4 * 1)) / 4] = in[t];
  ((float4 *)(y + 8 * a))[1] = in[t];
  // CHECK: ((float4 *)s)[BANKFIX_[[I]]((int)(y - s) + ((8 * a + 8) + 4 * 1)) / 4] = in[t];
  ((float4 *)&y[8 * a + 8])[1] = in[t];
  // CHECK: *((float4 *)s + BANKFIX_[[I]](8 * a + 4 * 1) / 4) = in[t];
  *((float4 *)(s + 8 * a) + 1) = in[t];
  // CHECK: reinterpret_cast<float4 *>(s)[BANKFIX_[[I]]((8 * a) + 4 * 1) / 4].y = in[t].x;
  reinterpret_cast<float4 *>(&s[8 * a])[1].y = in[t].x;
  // CHECK: ((float4 *)&s[BANKFIX_[[I]](8 * a)])[0] = in[t];
  ((float4 *)&s[8 * a])[0] = in[t];
  __syncthreads();
  // CHECK: out[t] = (*((float4 *)s + BANKFIX_[[I]]((int)(y - s) + (8 * a + b + 4 * 1)) / 4)).z + s[BANKFIX_[[I]](32 * t + 9)];
  out[t] = (*((float4 *)(y + 8 * a + b) + 1)).z + s[32 * t + 9];
}

// CHECK-LABEL: void columns(
__global__ void columns(float *out, const float4 *in) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  for (int k = 0; k < 4; k++)
    // CHECK: ((float4 *)s[t])[BANKFIX_[[X:[A-Z0-9_]+]]((8 * k) + 4 * 1, t) / 4] = in[t];
    ((float4 *)&s[t][8 * k])[1] = in[t];
  __syncthreads();
  // CHECK: out[t] = ((float4 *)s[t])[BANKFIX_[[X]](4 + 4 * 2, t) / 4].x;
  out[t] = ((float4 *)(s[t] + 4))[2].x;
}

// CHECK: void fill(float *p_base, float *p, int a, float4 v) {
__device__ void fill(float *p, int a, float4 v) {
  // CHECK: *((float4 *)p_base + BANKFIX_[[I]]((int)(p - p_base) + 4 * (8 * threadIdx.x)) / 4) = v;
  *((float4 *)p + 8 * threadIdx.x) = v;
  // CHECK: *((float4 *)p_base + BANKFIX_[[I]]((int)(p - p_base) + (a + 4 * 1)) / 4) = v;
  *((float4 *)(p + a) + 1) = v;
}
__global__ void given(float *out, const float4 *in) {
  __shared__ float s[2048];
  // CHECK: fill(s, s + 1024, 32 * threadIdx.x, in[threadIdx.x]);
  fill(s + 1024, 32 * threadIdx.x, in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1024];
}

// What comes before a place moves it, and what changes something, or is itself
// in shared memory, stays where it is.
__global__ void others(float *out, const float4 *in) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  float *y = s + 1024;
  // REFUSED-DAG: no fix of 's' by {{.*}}: line [[#@LINE+1]]: '((float4 *)(y - 4))[8 * t + 1] = in[t]' is a pointer into it
  ((float4 *)(y - 4))[8 * t + 1] = in[t];
  __syncthreads();
  out[t] = y[t];
}

// Groups of groups are no elements.
__global__ void pairs(float *out, const float4 *in) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  float2 *w = (float2 *)s;
  // REFUSED-DAG: no fix of 's' by {{.*}}: line [[#@LINE+1]]: '((float4 *)(w + 16 * t))[1] = in[t]' is a pointer into it
  ((float4 *)(w + 16 * t))[1] = in[t];
  __syncthreads();
  out[t] = s[32 * t];
}

__global__ void steps(float *out, const float4 *in) {
  __shared__ float s[2048];
  int t = threadIdx.x, i = 32 * t;
  // REFUSED-DAG: no fix of 's' by {{.*}}: line [[#@LINE+1]]: the index in '((float4 *)(s + i++))[1]' has a side effect
  ((float4 *)(s + i++))[1] = in[t];
  __syncthreads();
  out[t] = s[32 * t + i];
}

__global__ void looked(float *out, const float4 *in) {
  __shared__ float s[2048];
  __shared__ int at[32];
  int t = threadIdx.x;
  at[t] = 32 * t;
  // REFUSED-DAG: no fix of 's' by {{.*}}: line [[#@LINE+1]]: the index in '((float4 *)&s[at[t]])[1]' reads shared memory itself
  ((float4 *)&s[at[t]])[1] = in[t];
  __syncthreads();
  out[t] = s[32 * t];
}

__global__ void rows(float *out, const float4 *in) {
  __shared__ float s[64][32];
  int t = threadIdx.x;
  float *y = &s[0][0] + 1024;
  // REFUSED-DAG: no fix of 's' by pad-row: line [[#@LINE+1]]: '((float4 *)y)[8 * t]' has values of subscript 2 outside 0 to 31
  ((float4 *)y)[8 * t] = in[t];
  __syncthreads();
  out[t] = s[t][0];
}

__global__ void bytes(float *out, const float4 *in) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  float *y = s + 1024;
  // REFUSED-DAG: no fix of 's' by {{.*}}: line [[#@LINE+1]]: '((short *)y)[64 * t] = 1' is a pointer into it
  ((short *)y)[64 * t] = 1;
  __syncthreads();
  out[t] = y[t];
}

void run(float *out, const float4 *in, int n) {
  counted<<<1, 32>>>(out, in);
  tiles<<<1, 64>>>(out, in, n);
  words<<<1, 32>>>(out, (const float *)in);
  perhaps<<<1, 64>>>(out, in, n);
  left<<<1, 64>>>(out, in, n);
  narrow<<<1, 64>>>(out, in, n);
  within<<<1, 32>>>(out, in, n);
  columns<<<1, 32>>>(out, in);
  others<<<1, 32>>>(out, in);
  pairs<<<1, 32>>>(out, in);
  steps<<<1, 32>>>(out, in);
  looked<<<1, 32>>>(out, in);
  given<<<1, 32>>>(out, in);
  rows<<<1, 32>>>(out, in);
  bytes<<<1, 32>>>(out, in);
}
