// What the text says of the elements of an array that is only read is known:
// exactly, where they are few, or lie on a line.

// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin --sort=source %s | FileCheck %s
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %bankfix verify --objective=wavefronts --cuda-headers=builtin %s | FileCheck %s --check-prefix=SAME

// SAME: note: 'line', blocks of 32 threads: 992 excess wavefronts counted before, 0 after; the same results
// SAME: note: 'neighbours', blocks of 32x32 threads: 3968 excess wavefronts counted before, 0 after; the same results

__global__ void line(float *out) {
  // FIXED: s[BANKFIX_PAD32(rows[j] + threadIdx.x)]
  __shared__ float s[1024];
  int rows[] = {0,   32,  64,  96,  128, 160, 192, 224, 256, 288, 320,
                352, 384, 416, 448, 480, 512, 544, 576, 608, 640, 672,
                704, 736, 768, 800, 832, 864, 896, 928, 960, 992};
  for (int j = 0; j < 32; ++j)
    s[rows[j] + threadIdx.x] = j * 32 + threadIdx.x;
  float sum = 0;
  __syncthreads();
  for (int j = 0; j < 32; ++j)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: load of 's[rows[threadIdx.x] + j]' has {{(up to )?}}32-way bank conflicts: {{(at most )?}}1024 wavefronts where 32 suffice
    sum += s[rows[threadIdx.x] + j] * j;
  out[threadIdx.x] = sum;
}

__global__ void neighbours(float *out) {
  // FIXED: float t[32][33];
  __shared__ float t[32][32];
  const int dx[4] = {-1, 0, 1, 0}, dy[4] = {0, -1, 0, 1};
  t[threadIdx.y][threadIdx.x] = threadIdx.y * 32 + threadIdx.x;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 4; ++k)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: load of {{.*}} has 32-way bank conflicts: 4096 wavefronts where 128 suffice
    sum += t[threadIdx.x + dx[k] & 31][threadIdx.y + dy[k] & 31] * k;
  out[threadIdx.y * 32 + threadIdx.x] = sum;
}

// What may be set is not.
__global__ void set(float *out, int n) {
  __shared__ float u[1024];
  int rows[4] = {0, 33, 66, 99};
  if (n)
    rows[1] = n;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: store to 'u[rows[threadIdx.x & 3]]' has up to 32-way bank conflicts, 3.5-way on average
  u[rows[threadIdx.x & 3]] = 1;
  out[0] = u[n & 1023];
}

__global__ void kept(float *out, int n) {
  __shared__ float v[1024];
  int rows[4] = {0, 33, 66, 99}, *all = rows;
  all[n] = 3;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: store to 'v[rows[threadIdx.x & 3]]' has up to 32-way bank conflicts, 3.5-way on average
  v[rows[threadIdx.x & 3]] = 1;
  out[0] = v[n & 1023];
}

void launch(float *out) {
  line<<<1, 32>>>(out);
  neighbours<<<1, dim3(32, 32)>>>(out);
  set<<<1, 32>>>(out, 1);
  kept<<<1, 32>>>(out, 1);
}
