// Device functions that only a GPU has, against the same in plain C: a
// difference traps.
// RUN: %bankfix verify %s | %FileCheck --implicit-check-not=warning: %s
#include <climits>

__device__ void expect(unsigned is, unsigned shall) {
  if (is != shall)
    __trap();
}

// CHECK: note: 'words', {{.*}}; the same results
__global__ void words(unsigned *out) {
  __shared__ unsigned s[32];
  s[threadIdx.x] = 0x80ff017f;
  __syncthreads();
  unsigned v = s[31 - threadIdx.x];
  expect(__vadd4(v, 0x01010101), 0x81000280);
  expect(__vadd2(v, 0x00010001), 0x81000180);
  expect(__vaddss4(v, 0xff0101ff), 0x8000027e);
  expect(__vaddus4(v, 0x81010101), 0xffff0280);
  expect(__vsub4(v, 0x01010180), 0x7ffe00ff);
  expect(__vsubss2(v, 0x7fff0000), 0x8000017f);
  expect(__vsubus4(v, 0x81010101), 0x00fe007e);
  expect(__vabs4(v), 0x8001017f);
  expect(__vabsss4(v), 0x7f01017f);
  expect(__vneg4(v), 0x8001ff81);
  expect(__vnegss4(v), 0x7f01ff81);
  expect(__vabsdiffs4(v, 0x7f000000), 0xff01017f);
  expect(__vabsdiffu4(v, 0x7f000000), 0x01ff017f);
  expect(__vavgs4(v, 0x00000000), 0xc0ff0140);
  expect(__vavgu4(v, 0x00000000), 0x40800140);
  expect(__vhaddu4(v, 0x00000000), 0x407f003f);
  expect(__vmaxs4(v, 0x00000000), 0x0000017f);
  expect(__vmaxu4(v, 0x7f7f7f7f), 0x80ff7f7f);
  expect(__vmins4(v, 0x00000000), 0x80ff0000);
  expect(__vminu2(v, 0x8000ffff), 0x8000017f);
  expect(__vcmpeq4(v, 0x80000100), 0xff00ff00);
  expect(__vcmpne2(v, 0x80ff0000), 0x0000ffff);
  expect(__vcmplts4(v, 0x00000000), 0xffff0000);
  expect(__vcmpltu4(v, 0x01010101), 0x00000000);
  expect(__vcmpges4(v, 0x00000000), 0x0000ffff);
  expect(__vcmpgtu4(v, 0x01010101), 0xffff00ff);
  expect(__vcmples4(v, 0x00000100), 0xffffff00);
  expect(__vseteq4(v, 0x80000100), 0x01000100);
  expect(__vsetgeu2(v, 0x80ff0180), 0x00010000);
  expect(__vsads4(v, 0x00000000), 128 + 1 + 1 + 127);
  expect(__vsadu2(v, 0x00000000), 0x80ff + 0x017f);
  out[threadIdx.x] = v;
}

// The least integer by -1 wraps.
// CHECK: note: 'divides', {{.*}}; the same results
__global__ void divides(int *out, int zero) {
  __shared__ int s[32];
  s[threadIdx.x] = INT_MIN;
  __syncthreads();
  int least = s[31 - threadIdx.x], minus = least / INT_MAX;
  expect(minus, -1);
  expect(least / minus, least);
  expect(least % minus, 0);
  expect(least / -1, least);
  expect(7 / minus, -7);
  expect(7 / (3 * minus), -2);
  expect(-7 % (3 * minus), -1);
  expect(LLONG_MIN / (long long)minus == LLONG_MIN, 1);
  out[threadIdx.x] = least;
}

__device__ int variable;
// CHECK: note: 'spaces', {{.*}}; the same results
__global__ void spaces(int *out) {
  __shared__ int s[32];
  int own = 0, *p = &own;
  s[threadIdx.x] = *p;
  expect(__isGlobal(out) && __isGlobal(&variable), 1);
  expect(__isGlobal(s) || __isGlobal(p), 0);
  expect(__isShared(s), 1);
  expect(__isLocal(p), 1);
  expect(__isLocal(s) || __isLocal(out), 0);
  expect(__cvta_generic_to_shared(&s[3]) - __cvta_generic_to_shared(s), 12);
  expect(__cvta_shared_to_generic(__cvta_generic_to_shared(s)) == s, 1);
  out[threadIdx.x] = s[31 - threadIdx.x];
}

// CHECK: note: 'vectors', {{.*}}; the same results in 3 runs
// CHECK: s[threadIdx.x * 4]': 4 wavefronts counted for 1 request where 1 suffices
__global__ void vectors(float2 *pairs, float4 *quads) {
  __shared__ float s[128];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  float v = s[threadIdx.x * 4];
  atomicAdd(&pairs[threadIdx.x], make_float2(v, 1));
  atomicAdd(&quads[threadIdx.x], make_float4(v, 2, 3, 4));
}

void launch(int *out) {
  words<<<1, 32>>>((unsigned *)out);
  divides<<<1, 32>>>(out, 0);
  spaces<<<1, 32>>>(out);
  vectors<<<1, 32>>>((float2 *)out, (float4 *)out);
}
