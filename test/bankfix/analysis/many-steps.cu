// Values that one of many undecided conditions changes each time, and addresses
// that thousands of combinations of unknowns make: bankfix gives up in time, as
// what it tries counts as steps. (This took minutes.)

// RUN: %exits 0 %bankfix check %s | FileCheck %s

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
