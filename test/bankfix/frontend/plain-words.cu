// Reasons speak of the source, not of the compiler's inside.

// RUN: %bankfix check --fail-on=never %s > %t.out
// RUN: not grep -E "(Expr|Stmt|Decl|Cast)\b|''" %t.out

__device__ int twice(int i) { return 2 * i; }

__global__ void k(float *out, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  int *p = &t;
  s[t] = s[*p];
  s[twice(threadIdx.x)] = s[(int)out[0]];
  auto f = [&](int i) { return s[i] + n; };
  out[0] = f(2);
  for (float v : s)
    out[1] += v;
  switch (n) {
  case 0:
    out[2] = s[threadIdx.x];
  }
  s[threadIdx.x * (n ^ 3) % n] = 0;
}

#define DIMENSIONS [32][32]
__global__ void l(float *out) {
  __shared__ float tile DIMENSIONS;
  tile[threadIdx.x][0] = out[0];
}

void launch(float *out, int n) {
  k<<<1, 32>>>(out, n);
  l<<<1, 32>>>(out);
}
