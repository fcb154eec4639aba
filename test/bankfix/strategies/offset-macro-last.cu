// index-macro: sizes that leave out what comes before the last element only
// follow another definition of the macro, too. Here `+` binds before `>>`, and
// shifts by more bits than there are leave nothing.

// RUN: %exits 1 %bankfix check --verbose %s | %FileCheck %s
// RUN: %bankfix --verbose %s -o %t.cu > %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s | %FileCheck %s --check-prefix=SAME
// RUN: %bankfix --verbose %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// SAME: 'scan', blocks of 256 threads: 600 excess wavefronts counted before, 0 after; the same results
// SAME: 'other', {{.*}} 0 after; the same results

// FIXED: #define OFFSET(n) ((n) >> 5)
#define NUM_BANKS 16
#define LOG_NUM_BANKS 4
#define OFFSET(n) ((n) >> NUM_BANKS + (n) >> (2 * LOG_NUM_BANKS))
// FIXED: #define SKIP(n) ((n) >> 5)
#define SKIP(n) ((n) >> 4)

// CHECK: 'temp[], 2048 -> 2112 bytes, OFFSET as ((n) >> 5)' (index-macro) leaves 193 wavefronts of 793
__global__ void scan(float *out, const float *in, int n) {
  extern __shared__ float temp[];
  int tid = threadIdx.x, offset = 1, low = tid, high = tid + n / 2;
  temp[low + OFFSET(low)] = in[low];
  temp[high + OFFSET(high)] = in[high];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (tid < d) {
      int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1;
      a += OFFSET(a);
      b += OFFSET(b);
      temp[b] += temp[a];
    }
    offset *= 2;
  }
  if (tid == 0)
    temp[n - 1 + OFFSET(n - 1)] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (tid < d) {
      int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1;
      a += OFFSET(a);
      b += OFFSET(b);
      float t = temp[a];
      temp[a] = temp[b];
      temp[b] += t;
    }
  }
  __syncthreads();
  out[low] = temp[low + OFFSET(low)];
  out[high] = temp[high + OFFSET(high)];
}

// CHECK: 's[], 4348 -> 4220 bytes, SKIP as ((n) >> 5)' (index-macro)
__global__ void other(float *out, const float *in) {
  extern __shared__ float s[];
  for (int j = 0; j < 32; ++j)
    s[j * 32 + threadIdx.x + SKIP(j * 32 + threadIdx.x)] = in[j];
  __syncthreads();
  for (int j = 0; j < 32; ++j)
    out[j * 32 + threadIdx.x] = s[threadIdx.x * 32 + j + SKIP(threadIdx.x * 32 + j)];
}

void run(float *out, const float *in, int n) {
  // FIXED: scan<<<1, 256, (512 + OFFSET(511)) * sizeof(float)>>>(out, in, 512);
  scan<<<1, 256, (512 + OFFSET(511)) * sizeof(float)>>>(out, in, 512);
  n = 1024;
  size_t bytes = (n + SKIP(n - 1)) * sizeof(float);
  other<<<1, 32, bytes>>>(out, in);
}

// Elements after the last have no room.
#define MORE(n) ((n) >> 4)
__global__ void shorter(float *out, const float *in) {
  extern __shared__ float u[];
  // CHECK: note: no fix of 'u' by index-macro: line [[#@LINE+6]]: 'MORE(128 - 2)' is more than an index that skips elements
  u[4 * threadIdx.x + MORE(4 * threadIdx.x)] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = u[4 * threadIdx.x + MORE(4 * threadIdx.x)];
}
void runShorter(float *out, const float *in) {
  shorter<<<1, 32, (128 + MORE(128 - 2)) * sizeof(float)>>>(out, in);
}
