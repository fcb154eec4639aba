// Arrays whose size the launch sets: index macros, and the launch with them.

// RUN: %exits 1 %bankfix check --sort=source --format=json %s > %t.json
// RUN: %validate < %t.json
// RUN: %json-lines < %t.json | %FileCheck %s --check-prefix=JSON
// RUN: %exits 1 %bankfix check --sort=source --strategy=index-macro %s | %FileCheck %s
// RUN: %bankfix --sort=source --strategy=index-macro %s -o %t.cu > %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --strategy=index-macro %s > %t.verify
// RUN: %bankfix --sort=source --strategy=index-macro %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu
// RUN: %bankfix check --sort=source --fail-on=never --format=json %t.cu | %json-lines | %FileCheck %s --check-prefix=AFTER

// FIXED-COUNT-1: #define BANKFIX_PAD32(i) ((i) + ((i) >> 5))
// FIXED-NOT:     #define BANKFIX_PAD32(

// Blelloch's scan of n elements by n / 2 threads.
// JSON: kernel {"name": "scan"
__global__ void scan(float *out, const float *in, int n) {
  // CHECK: [[#@LINE+2]]:{{.*}} note: 'temp[], 2048 -> 2112 bytes, indexed through BANKFIX_PAD32' (index-macro) leaves
  // FIXED: extern __shared__ float temp[];
  extern __shared__ float temp[];
  int tid = threadIdx.x;
  int offset = 1;
  // FIXED: temp[BANKFIX_PAD32(2 * tid)] = in[2 * tid];
  temp[2 * tid] = in[2 * tid];
  temp[2 * tid + 1] = in[2 * tid + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (tid < d) {
      int ai = offset * (2 * tid + 1) - 1;
      int bi = offset * (2 * tid + 2) - 1;
      // The loads of the up-sweep: 20 requests each.
      // JSON: access {"line": [[#@LINE+5]], {{.*}}"op": "load", {{.*}}"index": "[ai]", {{.*}}"requests": 20, "wavefronts": 95, "ideal": 20
      // JSON: access {"line": [[#@LINE+4]], {{.*}}"op": "load", {{.*}}"index": "[bi]", {{.*}}"requests": 20, "wavefronts": 95, "ideal": 20
      // AFTER: access {"line": {{[0-9]+}}, {{.*}}"op": "load", {{.*}}"index": "[BANKFIX_PAD32(ai)]", {{.*}}"requests": 20, "wavefronts": 20, "ideal": 20
      // AFTER: access {"line": {{[0-9]+}}, {{.*}}"op": "load", {{.*}}"index": "[BANKFIX_PAD32(bi)]", {{.*}}"requests": 20, "wavefronts": 20, "ideal": 20
      // FIXED: temp[BANKFIX_PAD32(bi)] += temp[BANKFIX_PAD32(ai)];
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (tid == 0)
    temp[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (tid < d) {
      int ai = offset * (2 * tid + 1) - 1;
      int bi = offset * (2 * tid + 2) - 1;
      float t = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += t;
    }
  }
  __syncthreads();
  out[2 * tid] = temp[2 * tid];
  out[2 * tid + 1] = temp[2 * tid + 1];
}

// Other ways to launch.
__global__ void column(float *out) {
  // FIXED: extern __shared__ float s[];
  extern __shared__ float s[];
  s[threadIdx.x * 32] = 1;
  out[threadIdx.x] = s[threadIdx.x * 32];
}

// Refused: nobody says how it is launched.
__global__ void alone(float *out) {
  extern __shared__ float nowhere[];
  // CHECK: note: no fix of 'nowhere' by {{.*}}line [[#@LINE-2]]: no launch of 'alone' is in this file, so its size cannot be changed
  nowhere[threadIdx.x * 32] = 1;
  out[threadIdx.x] = nowhere[threadIdx.x * 32];
}

// Refused: the kernel goes where it is not followed.
__global__ void passed(float *out) {
  extern __shared__ float given[];
  // CHECK: note: no fix of 'given' by {{.*}}: 'passed' is named here, and bankfix does not follow it to its launch
  given[threadIdx.x * 32] = 1;
  out[threadIdx.x] = given[threadIdx.x * 32];
}

// Refused: it is launched through a table, which is told, and where.
__global__ void listed(float *out) {
  extern __shared__ float entry[];
  // CHECK: note: no fix of 'entry' by {{.*}}: line [[#@LINE+8]]: 'listed' is named here, and bankfix does not follow it to its launch
  entry[threadIdx.x * 32] = 1;
  out[threadIdx.x] = entry[threadIdx.x * 32];
}
struct Entry {
  const char *name;
  void (*kernel)(float *);
};
Entry entries[] = {{"listed", listed}};
void all(float *out) {
  for (auto &entry : entries)
    entry.kernel<<<1, 32, 4096>>>(out);
}

// Refused: two arrays in the same memory.
__global__ void twice(float *out) {
  extern __shared__ float first[];
  extern __shared__ int second[];
  // CHECK: note: no fix of 'first' by {{.*}}: 'second' lies in the same memory
  first[threadIdx.x * 32] = 1;
  out[threadIdx.x] = first[threadIdx.x * 32] + second[threadIdx.x];
}

// Refused: evaluating the size twice would launch something else.
__global__ void counted(float *out) {
  extern __shared__ float steps[];
  // CHECK: note: no fix of 'steps' by {{.*}}: the launch's bytes in 'bytes++' cannot be changed in place
  steps[threadIdx.x * 32] = 1;
  out[threadIdx.x] = steps[threadIdx.x * 32];
}

// Refused: what may be set is not what is launched.
__global__ void limited(float *out) {
  extern __shared__ float most[];
  // CHECK: note: no fix of 'most' by {{.*}}: '98304' is not what a launch beside it takes, so it may be all that the device has
  most[threadIdx.x * 32] = 1;
  out[threadIdx.x] = most[threadIdx.x * 32];
}

void take(void (*kernel)(float *));

void run(float *out, const float *in, unsigned bytes) {
  const int n = 512;
  // FIXED: scan<<<1, n / 2, BANKFIX_PAD32(n) * sizeof(float)>>>(out, in, n);
  scan<<<1, n / 2, n * sizeof(float)>>>(out, in, n);
  // FIXED: cudaFuncSetAttribute(column, cudaFuncAttributeMaxDynamicSharedMemorySize,
  // FIXED-NEXT: BANKFIX_PAD32(4096));
  cudaFuncSetAttribute(column, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       4096);
  // FIXED: column<<<1, 32, BANKFIX_PAD32(4096)>>>(out);
  column<<<1, 32, 4096>>>(out);
  size_t size = sizeof(float) * 1024;
  void *args[] = {&out};
  // FIXED: cudaLaunchKernel((void *)column, dim3(1), dim3(32), args, BANKFIX_PAD32(size), 0);
  cudaLaunchKernel((void *)column, dim3(1), dim3(32), args, size, 0);
  passed<<<1, 32, 4096>>>(out);
  take(passed);
  twice<<<1, 32, 4096>>>(out);
  counted<<<1, 32, bytes++>>>(out);
  cudaFuncSetAttribute(limited, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       98304);
  limited<<<1, 32, 4096>>>(out);
}
