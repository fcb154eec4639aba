// Many builds, each with code of its own that names an array in several ways:
// once each is enough.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: %code %t.cu | FileCheck %s --check-prefix=CODE
// RUN: %clang-device -DVERSION=12 %t.cu

// CHECK: 's[1024] -> s[1056], indexed through BANKFIX_PAD32'
// CODE: r[BANKFIX_PAD32(threadIdx.x)] + s[BANKFIX_PAD32(1)];
// CODE: q[BANKFIX_PAD32(threadIdx.x ^ 12)] + r[BANKFIX_PAD32(threadIdx.x)] + s[BANKFIX_PAD32(12)];
__global__ void many(float *out, const float *in) {
  __shared__ float s[1024];
  float *p = s, *q = s, *r = s;
  s[threadIdx.x * 32] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 32];
#if VERSION == 1
  out[threadIdx.x] += p[threadIdx.x] + q[threadIdx.x ^ 1] + r[threadIdx.x] + s[1];
#elif VERSION == 2
  out[threadIdx.x] += p[threadIdx.x] + q[threadIdx.x ^ 2] + r[threadIdx.x] + s[2];
#elif VERSION == 3
  out[threadIdx.x] += p[threadIdx.x] + q[threadIdx.x ^ 3] + r[threadIdx.x] + s[3];
#elif VERSION == 4
  out[threadIdx.x] += p[threadIdx.x] + q[threadIdx.x ^ 4] + r[threadIdx.x] + s[4];
#elif VERSION == 5
  out[threadIdx.x] += p[threadIdx.x] + q[threadIdx.x ^ 5] + r[threadIdx.x] + s[5];
#elif VERSION == 6
  out[threadIdx.x] += p[threadIdx.x] + q[threadIdx.x ^ 6] + r[threadIdx.x] + s[6];
#elif VERSION == 7
  out[threadIdx.x] += p[threadIdx.x] + q[threadIdx.x ^ 7] + r[threadIdx.x] + s[7];
#elif VERSION == 8
  out[threadIdx.x] += p[threadIdx.x] + q[threadIdx.x ^ 8] + r[threadIdx.x] + s[8];
#elif VERSION == 9
  out[threadIdx.x] += p[threadIdx.x] + q[threadIdx.x ^ 9] + r[threadIdx.x] + s[9];
#elif VERSION == 10
  out[threadIdx.x] += p[threadIdx.x] + q[threadIdx.x ^ 10] + r[threadIdx.x] + s[10];
#elif VERSION == 11
  out[threadIdx.x] += p[threadIdx.x] + q[threadIdx.x ^ 11] + r[threadIdx.x] + s[11];
#elif VERSION == 12
  out[threadIdx.x] += p[threadIdx.x] + q[threadIdx.x ^ 12] + r[threadIdx.x] + s[12];
#endif
}

void launch(float *out, const float *in) { many<<<1, 32>>>(out, in); }
