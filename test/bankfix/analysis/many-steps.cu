// Values that one of many undecided conditions changes each time, and addresses
// that thousands of combinations of unknowns make: bankfix gives up in time, as
// what it tries counts as steps. (This took minutes.)

// RUN: %exits 0 %bankfix check --verbose %s | FileCheck %s

// CHECK: store to 's[(x * (i + 1) + j * q + h * m) & 4095]' may have up to 32-way bank conflicts
// CHECK: load of 's[(threadIdx.x + i * j + h * m + x) & 4095]' may have up to 32-way bank conflicts
__global__ void k(float *out, int p, int q, int n) {
  __shared__ float s[4096];
  float sum = 0;
  int x = threadIdx.x * p;
  for (int m = 0; m < 13; ++m)
    for (int j = 0; j < 14; ++j)
      for (int i = 0; i < 15; ++i)
        for (int h = 0; h < 16; ++h) {
          if (h * q > n)
            x += p;
          s[(x * (i + 1) + j * q + h * m) & 4095] = m;
          sum += s[(threadIdx.x + i * j + h * m + x) & 4095];
        }
  out[threadIdx.x] = sum;
}

void run(float *out, int p, int q, int n) { k<<<1, 1024>>>(out, p, q, n); }

// What an address is computed from is looked up once for each lane, however
// long the way there is.
// CHECK: store to 's[(t - p * 2) & 511]' may have up to {{[0-9]+}}-way bank conflicts
__global__ void deep(float *out) {
  __shared__ float s[512];
  int t = threadIdx.x, p = t / 4, i = 0, q = int(out[t]);
  do {
    if (t <= q)
      s[0] = 1;
    else if (t % 4 == i % 4)
      p += 1;
    for (int j = 0; j < 32 && j < t + 3; ++j) {
      if (j < 11) {
        p = (p * 3 + 1) & 63;
        if (t % 4 == j % 4)
          p += 1;
      }
      s[(t - p * 2) & 511] = 1;
    }
    i += 2;
  } while (i < t);
}

void runDeep(float *out) { deep<<<1, 64>>>(out); }
