// A pointer to the start of a flat array that counts groups of its elements is
// as good as the array: what it indexes is edited.

// RUN: %bankfix --objective=wavefronts --sort=source %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --objective=wavefronts --sort=source %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME:     the same results

// FIXED: #define [[MACRO:BANKFIX_SWIZZLE_3_28]](i)
__global__ void filled(float *out, const float4 *in) {
  __shared__ float a[1024];
  // FIXED: float4 *v = (float4 *)a;
  float4 *v = (float4 *)a;
  int t = threadIdx.x;
  // FIXED: v[[[MACRO]](4 * i) / 4] = in[i];
  for (int i = t; i < 256; i += 128)
    v[i] = in[i];
  __syncthreads();
  float sum = 0;
  // CHECK: note: 'a[1024], indexed through BANKFIX_SWIZZLE_3_28' (swizzle)
  // FIXED: sum += a[[[MACRO]](8 * t + j)];
  for (int j = 0; j < 8; ++j)
    sum += a[8 * t + j];
  out[t] = sum;
}

// Members, references and back to the elements, of an array that is aligned.
__global__ void parts(float *out) {
  __shared__ __align__(16) float b[1024];
  auto *v = reinterpret_cast<float4 *>(b);
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 128) {
    // FIXED: v[[[MACRO]](4 * i) / 4].x = i;
    v[i].x = i;
    // FIXED: float4 &r = v[[[MACRO]](4 * i) / 4];
    float4 &r = v[i];
    r.y = r.z = r.w = 2;
  }
  __syncthreads();
  float *w = (float *)v;
  float sum = 0;
  // CHECK: note: 'b[1024], indexed through BANKFIX_SWIZZLE_3_28' (swizzle)
  // FIXED: sum += w[[[MACRO]](8 * t + j)];
  for (int j = 0; j < 8; ++j)
    sum += w[8 * t + j];
  out[t] = sum;
}

// One function for both: they share their layout.
__device__ void fill(float4 *v, int t) {
  // FIXED: v[[[MACRO]](4 * i) / 4] = make_float4(i, 1, 2, 3);
  for (int i = t; i < 256; i += 128)
    v[i] = make_float4(i, 1, 2, 3);
}
__global__ void called(float *out) {
  __shared__ float c[1024], d[1024];
  int t = threadIdx.x;
  fill((float4 *)c, t);
  fill((float4 *)d, t);
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < 8; ++j)
    sum += c[8 * t + j] + d[8 * t + j];
  out[t] = sum;
}

// Where the pointer was moved, its place is counted in elements.
__global__ void moved(float *out, const float4 *in) {
  __shared__ float e[1024];
  int t = threadIdx.x;
  float4 *v = (float4 *)e + t;
  // FIXED: ((float4 *)e)[BANKFIX_{{[A-Z0-9_]+}}((int)((float *)v - (float *)e) + 4 * (0)) / 4] = in[t];
  v[0] = in[t];
  v[128] = in[t + 128];
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < 8; ++j)
    sum += e[8 * t + j];
  out[t] = sum;
}

// One group alone is followed no further.
__global__ void one(float *out, const float4 *in) {
  // CHECK: no fix of 'f' by index-macro: line [[#@LINE+4]]: '(float4 *)f' is a pointer into it
  // FIXED: float f[1024];
  __shared__ float f[1024];
  int t = threadIdx.x;
  float4 *v = (float4 *)f;
  for (int i = t; i < 1024; i += 128)
    f[i] = i;
  __syncthreads();
  if (t == 0)
    *v = in[0];
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < 8; ++j)
    sum += f[8 * t + j];
  out[t] = sum;
}

// Instances of a template that count differently would need different text.
template <typename T> __device__ void each(float *s, int t) {
  T *v = (T *)s;
  for (int i = t; i < 4096 / int(sizeof(T)); i += 128)
    v[i].x = i;
}
__global__ void disagree(float *out) {
  // CHECK: no fix of 'g' by index-macro: line [[#@LINE-3]]: {{.*}} is a pointer into it
  // FIXED: float g[1024], h[1024];
  __shared__ float g[1024], h[1024];
  int t = threadIdx.x;
  each<float2>(g, t);
  each<float4>(h, t);
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < 8; ++j)
    sum += g[8 * t + j] + h[8 * t + j];
  out[t] = sum;
}

void run(float *out, const float4 *in) {
  filled<<<1, 128>>>(out, in);
  parts<<<1, 128>>>(out);
  called<<<1, 128>>>(out);
  moved<<<1, 128>>>(out, in);
  one<<<1, 128>>>(out, in);
  disagree<<<1, 128>>>(out);
}
