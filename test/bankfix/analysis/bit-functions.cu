// Functions of integers are computed lane by lane. Of values that only the run
// knows, their range is left.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s
// RUN: %python %S/../../crosscheck.py %bankfix %s | FileCheck %s --check-prefix=AGREE
// AGREE: 2 kernels ran, 0 did not; 21 exact {{.*}} 0 problems

__global__ void lanes(float *o) {
  __shared__ float s[1024];
  unsigned t = threadIdx.x;
  int i = threadIdx.x;
  for (int j = t; j < 1024; j += 64)
    s[j] = j;
  __syncthreads();
  float a = s[__popc(t)] + s[__clz(t)] + s[__ffs(t)];
  a += s[__umulhi(t, 1u << 31)] + s[__mulhi(-i, 1 << 30) + 64];
  a += s[__byte_perm(t, t * 3, 0x4004) & 1023] + s[__popcll(~0ull << t)];
  a += s[__clzll(t)] + s[__ffsll((long long)t << 5)] + s[__brevll(t) >> 58];
  a += s[__hadd(i, -7) + 7] + s[__uhadd(t, 9)] + s[__rhadd(i, 4)];
  a += s[__sad(i, 9, 3)] + s[__usad(t, 9, 3)];
  a += s[__funnelshift_l(t, t, 3) & 255] + s[__funnelshift_r(t, t, 3) & 255];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 2, "wavefronts": 4, "ideal": 2
  a += s[__brev(t) >> 26];
  o[t] = a;
}

__global__ void unknown(float *o, const int *in, unsigned m) {
  __shared__ float s[8192];
  unsigned t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 2, "ideal": 2
  float a = s[__popc(in[t] & 0xffff)];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded",
  a += s[__popc(m) * t];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", "confidence": "{{[a-z]+}}", "reason": "the index depends on 'popcount((t ^ m))', which only the run knows"
  a += s[__popc(t ^ m)];
  // The range of 64 unsigned bits is wider than what a signed number holds.
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"wavefronts": 4, "ideal": 2
  a += s[((unsigned long long)in[t] * 0x9E3779B97F4A7C15ull) >> 58];
  o[t] = a;
}

void host(float *f, int *i, int n) {
  lanes<<<1, 64>>>(f);
  unknown<<<1, 64>>>(f, i, n);
}
