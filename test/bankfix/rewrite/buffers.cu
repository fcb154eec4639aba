// Memory whose elements are what casts make of it: words are moved alike,
// whatever they hold.

// RUN: %exits 1 %bankfix check --objective=wavefronts %s | %FileCheck %s --check-prefix=REFUSED
// RUN: %bankfix --objective=wavefronts -o %t.cu %s > %t.log
// RUN: %code %t.cu | %FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s | %FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts -o %t.again.cu %t.cu > %t.log
// RUN: cmp %t.cu %t.again.cu
// RUN: %bankfix --objective=wavefronts --strategy=index-macro --allow-occupancy-loss -o %t.pad.cu %s > %t.log
// RUN: %code %t.pad.cu | %FileCheck %s
// RUN: %clang-device %t.pad.cu
// RUN: %bankfix verify --strategy=index-macro --allow-occupancy-loss %s | %FileCheck %s --check-prefix=SAME

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME: 'bytes', {{.*}} 0 after; the same results
// SAME: 'sizes', {{.*}}; the same results
// SAME: 'vectors', {{.*}} 0 after; the same results
// SAME: 'words', {{.*}} 0 after; the same results
// SAME: 'either<float>', {{.*}}; the same results
// SAME: 'either<double>', {{.*}}; the same results
// SAME: 'integers', {{.*}} 0 after; the same results
// SAME: 'grouped', {{.*}}; the same results
// SAME: 'behind', {{.*}}; the same results
// SAME: 'doubles', {{.*}}; the same results
// SAME: 'twice', {{.*}}; the same results

// CHECK-LABEL: void bytes(
__global__ void bytes(float *out, const float *in) {
  // CHECK: extern __shared__ char raw[];
  // CHECK-NEXT: float *x = (float *)raw;
  // CHECK-NEXT: int *y = (int *)(x + 1024);
  extern __shared__ char raw[];
  float *x = (float *)raw;
  int *y = (int *)(x + 1024);
  const float *z = reinterpret_cast<const float *>(&raw[4096 + 128 * sizeof(int)]);
  int t = threadIdx.x;
  for (int k = 0; k < 32; k++) {
    // CHECK: x[BANKFIX_[[A:[A-Z0-9_]*]](t * 32 + k)] = in[k];
    x[t * 32 + k] = in[k];
    // CHECK: ((int *)raw)[BANKFIX_[[A]]((int)(y - (int *)raw) + (k * 32 + t))] = k;
    y[k * 32 + t] = k;
  }
  __syncthreads();
  // CHECK: out[t] = x[BANKFIX_[[A]](t)] + ((int *)raw)[BANKFIX_[[A]]((int)(y - (int *)raw) + (t))] + ((const float *)raw)[BANKFIX_[[A]]((int)(z - (const float *)raw) + (t))];
  out[t] = x[t] + y[t] + z[t];
}

// CHECK-LABEL: void sizes(
__global__ void sizes(float *out, const float *in, int n) {
  extern __shared__ unsigned char room[];
  float *a = (float *)room;
  auto b = (unsigned *)(room + n * 32 * sizeof(float));
  int t = threadIdx.x;
  for (int k = 0; k < 32; k++) {
    a[t * 32 + k] = in[k];
    // CHECK: ((unsigned int *)room)[BANKFIX_[[B:[A-Z0-9_]*]]((int)(b - (unsigned int *)room) + (t * 32 + k))] = k;
    b[t * 32 + k] = k;
  }
  // CHECK: ++b;
  ++b;
  __syncthreads();
  // CHECK: out[t] = a[BANKFIX_[[B]](t)] + ((float *)room)[BANKFIX_[[B]](t * 32)] + ((unsigned int *)room)[BANKFIX_[[B]]((int)(b - (unsigned int *)room) + (t))];
  out[t] = a[t] + ((float *)room)[t * 32] + b[t];
}

// CHECK-LABEL: void vectors(
__global__ void vectors(float *out, const float *in) {
  extern __shared__ float4 wide[];
  float *narrow = (float *)wide;
  int t = threadIdx.x;
  for (int k = 0; k < 32; k++)
    // CHECK: narrow[BANKFIX_{{[A-Z0-9_]*}}(t * 32 + k)] = in[k];
    narrow[t * 32 + k] = in[k];
  __syncthreads();
  out[t] = narrow[t];
}

// CHECK-LABEL: void words(
__global__ void words(int *out, const float *in) {
  __shared__ float s[2048];
  int *high = (int *)&s[1024], *low = (int *)s;
  int t = threadIdx.x;
  for (int k = 0; k < 32; k++) {
    // CHECK: s[BANKFIX_[[C:[A-Z0-9_]*]](t * 32 + k)] = in[k];
    s[t * 32 + k] = in[k];
    // CHECK: ((int *)s)[BANKFIX_[[C]]((int)(high - (int *)s) + (t * 32 + k))] = k;
    high[t * 32 + k] = k;
  }
  __syncthreads();
  // CHECK: out[t] = low[BANKFIX_[[C]](t)] + ((int *)s)[BANKFIX_[[C]]((int)(high - (int *)s) + (t))];
  out[t] = low[t] + high[t];
}

// So are those of two words, where there are no others: each instance has memory
// of its own.
// CHECK-LABEL: void either(
template <typename T> __global__ void either(T *out, const T *in) {
  extern __shared__ char any[];
  T *x = reinterpret_cast<T *>(any), *y = x + 512;
  int t = threadIdx.x;
  for (int k = 0; k < 16; k++) {
    // CHECK: x[BANKFIX_[[E:[A-Z0-9_]*]](t * 16 + k)] = in[k];
    x[t * 16 + k] = in[k];
    // CHECK: ((T *)any)[BANKFIX_[[E]]((int)(y - (T *)any) + (k * 32 + t))] = 1;
    y[k * 32 + t] = 1;
  }
  __syncthreads();
  // CHECK: out[t] = x[BANKFIX_[[E]](t)] + ((T *)any)[BANKFIX_[[E]]((int)(y - (T *)any) + (t))];
  out[t] = x[t] + y[t];
}

// CHECK-LABEL: void integers(
__global__ void integers(double *out, const double *in) {
  extern __shared__ int ints[];
  double *x = (double *)ints;
  long long *y = (long long *)(x + 512);
  int t = threadIdx.x;
  for (int k = 0; k < 16; k++) {
    // CHECK: x[BANKFIX_[[F:[A-Z0-9_]*]](t * 16 + k)] = in[k];
    x[t * 16 + k] = in[k];
    // CHECK: ((long long *)ints)[BANKFIX_[[F]]((int)(y - (long long *)ints) + (t * 16 + k))] = 1;
    y[t * 16 + k] = 1;
  }
  __syncthreads();
  out[t] = x[t] + y[t];
}

// Groups of them are counted as those of any other array.
// CHECK-LABEL: void grouped(
__global__ void grouped(double *out, const double *in) {
  extern __shared__ char pairs[];
  double *x = (double *)pairs;
  double *y = x + 512;
  int t = threadIdx.x;
  for (int k = 0; k < 16; k++)
    // CHECK: x[BANKFIX_[[G:[A-Z0-9_]*]](t * 16 + k)] = in[k];
    x[t * 16 + k] = in[k];
  y[2 * t] = y[2 * t + 1] = t;
  __syncthreads();
  // CHECK: double2 v = ((double2 *)x)[BANKFIX_[[G]](2 * t) / 2], w = *((double2 *)((double *)pairs) + BANKFIX_[[G]]((int)(y - (double *)pairs) + 2 * (t)) / 2);
  double2 v = ((double2 *)x)[t], w = *((double2 *)y + t);
  out[t] = v.x + w.y;
}

// Nothing says that two words from the start are a double: the elements stay
// words, and pairs of them are moved.
// CHECK-LABEL: void behind(
__global__ void behind(double *out, const double *in) {
  extern __shared__ int cells[];
  double *x = (double *)(cells + 2);
  int t = threadIdx.x;
  for (int k = 0; k < 16; k++)
    // CHECK: ((double *)cells)[BANKFIX_[[H:[A-Z0-9_]*]]((int)((int *)x - (int *)cells) + 2 * (t * 16 + k)) / 2] = in[k];
    x[t * 16 + k] = in[k];
  __syncthreads();
  out[t] = x[t];
}

// So it is where parts have other sizes.
// CHECK-LABEL: void doubles(
__global__ void doubles(float *out, const float *in) {
  extern __shared__ char buffer[];
  float *x = (float *)buffer;
  double *y = (double *)(x + 1024);
  int t = threadIdx.x;
  for (int k = 0; k < 32; k++)
    // CHECK: x[BANKFIX_[[I:[A-Z0-9_]*]](t * 32 + k)] = in[k];
    x[t * 32 + k] = in[k];
  // CHECK: ((double *)buffer)[BANKFIX_[[I]]((int)((float *)y - (float *)buffer) + 2 * (t)) / 2] = 1;
  y[t] = 1;
  __syncthreads();
  out[t] = x[t] + y[31 - t];
}

// Of two words that are taken for one value and apart, words are laid out, two
// at once.
// CHECK-LABEL: void twice(
__global__ void twice(float *out, const double *in) {
  extern __shared__ char store[];
  // REFUSED-DAG: note: 'store[], indexed through BANKFIX_SWIZZLE_5_30, its size through BANKFIX_ROUND128' (swizzle) leaves 68 wavefronts of 1088
  double *x = (double *)store;
  float *y = (float *)x;
  int t = threadIdx.x;
  // CHECK: x[BANKFIX_[[T:[A-Z0-9_]+]](2 * (t * 32 + k)) / 2] = in[k];
  for (int k = 0; k < 32; k++)
    x[t * 32 + k] = in[k];
  __syncthreads();
  // CHECK: out[t] = y[BANKFIX_[[T]](t * 32)] + y[BANKFIX_[[T]](t * 32 + 5)];
  out[t] = y[t * 32] + y[t * 32 + 5];
}

// Where bytes are used as such, words are groups of them.
__global__ void direct(float *out, const float *in) {
  extern __shared__ char memory[];
  // REFUSED-DAG: note: 'memory[], indexed through BANKFIX_SWIZZLE_5_124, its size through BANKFIX_ROUND128' (swizzle) leaves 34 wavefronts of 1026
  float *x = (float *)memory;
  int t = threadIdx.x;
  // CHECK: x[BANKFIX_[[LAYOUT:[A-Z0-9_]+]](4 * (t * 32 + k)) / 4] = in[k];
  for (int k = 0; k < 32; k++)
    x[t * 32 + k] = in[k];
  __syncthreads();
  // CHECK: out[t] = x[BANKFIX_[[LAYOUT]](4 * t) / 4] + memory[BANKFIX_[[LAYOUT]](t)];
  out[t] = x[t] + memory[t];
}

void run(float *out, const float *in) {
  // CHECK: bytes<<<1, 32, {{BANKFIX_[A-Z0-9_]*\(2 \* 32 \* 32\)? \* sizeof\(float\)\)?}}>>>(out, in);
  bytes<<<1, 32, 2 * 32 * 32 * sizeof(float)>>>(out, in);
  // CHECK: sizes<<<1, 32, BANKFIX_{{[A-Z0-9_]*}}((64 * 32 + 1) * 4)>>>(out, in, 32);
  sizes<<<1, 32, (64 * 32 + 1) * 4>>>(out, in, 32);
  vectors<<<1, 32, 1024 * sizeof(float)>>>(out, in);
  words<<<1, 32>>>((int *)out, in);
  either<<<1, 32, 1024 * sizeof(float)>>>(out, in);
  either<<<1, 32, 1024 * sizeof(double)>>>((double *)out, (double *)in);
  integers<<<1, 32, 8192>>>((double *)out, (const double *)in);
  grouped<<<1, 32, 8192>>>((double *)out, (const double *)in);
  behind<<<1, 32, 4104>>>((double *)out, (const double *)in);
  doubles<<<1, 32, 4096 + 32 * sizeof(double)>>>(out, in);
  twice<<<1, 32, 8192>>>(out, (const double *)in);
  direct<<<1, 32, 4096>>>(out, in);
}
