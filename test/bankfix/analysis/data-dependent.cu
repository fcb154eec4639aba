// Of an index from memory nothing is known but its range: the worst that it can
// do, and what random values would.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s
// RUN: %exits 1 %bankfix check --format=json %s | %validate
// RUN: %exits 1 %bankfix check --verbose %s 2>/dev/null | FileCheck %s --check-prefix=TEXT

__global__ void k(int *out, const int *in, const unsigned char *bytes, int n, int m) {
  __shared__ int table[256];
  table[threadIdx.x] = in[threadIdx.x];
  __syncthreads();

  // 256 words are 8 rows of the banks.
  // CHECK: access {"line": [[#@LINE+3]], {{.*}}"certainty": "bounded"{{.*}}"reason": "the index depends on 'in[threadIdx.x]', which only the run knows", "degree": {"min": 1, "max": 8, "mean": 3.{{[0-9]*}}}, "requests": 1, "wavefronts": 8, "ideal": 1, "excess": 7, {{.*}}"worst_case": true
  // TEXT: :[[#@LINE+2]]:{{[0-9]+}}: warning: load of 'table[in[threadIdx.x] & 255]' has up to 8-way bank conflicts, 3.{{[0-9]}}-way on average for uniformly random values: at most 8 wavefronts where 1 suffices [bankfix-shared-load]
  // TEXT: note: no fix of 'table'
  out[0] = table[in[threadIdx.x] & 255];

  // The type says as much.
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded"{{.*}}"reason": "the index depends on 'bytes[threadIdx.x]', which only the run knows", "degree": {"min": 1, "max": 8,
  out[1] = table[bytes[threadIdx.x]];

  // Lanes at one address are no conflict that a layout could help.
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"op": "atomic"{{.*}}"degree": {"min": 1, "max": 8, {{.*}}"wavefronts": 32, "ideal": 1, "excess": 7, "serialization": 31, {{.*}}"worst_case": true
  // TEXT: :[[#@LINE+1]]:{{[0-9]+}}: warning: atomic on 'table[bytes[threadIdx.x]]' has up to 8-way bank conflicts, {{[0-9.]+}}-way on average for uniformly random values: at most 8 wavefronts where 1 suffices, besides at most 31 for atomics on the same address
  atomicAdd(&table[bytes[threadIdx.x]], 1);

  // A choice keeps to what its condition says of each outcome.
  int e = in[threadIdx.x];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"wavefronts": 1, "ideal": 1
  out[3] = table[e < 0 ? 0 : e > 31 ? 31 : e];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"degree": {"min": 1, "max": 2,
  out[4] = table[e > 63 ? 63 : e < 0 ? 0 : e];

  // All in one row, so that no two lanes conflict.
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact"{{.*}}"reason": "", {{.*}}"wavefronts": 1, "ideal": 1, {{.*}}"per_iteration": false
  out[2] = table[bytes[threadIdx.x] & 31];

  // Bounds that rest on unknown arithmetic alone are no findings.
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"certainty": "bounded", {{.*}}"reason": "the index applies '/' to a value that is not known; give it with --assume", {{.*}}"worst_case": true
  // TEXT-NOT: warning: {{.*}} / (n * m)
  table[threadIdx.x * 40 / (n * m)] = 0;
  // TEXT: :[[#@LINE-1]]:{{[0-9]+}}: note: store to 'table[threadIdx.x * 40 / (n * m)]' may have up to {{[0-9]+}}-way bank conflicts: the index applies '/' to a value that is not known; give it with --assume [bankfix-shared-store]
}

void launch(int *out, int *in, unsigned char *bytes, int n, int m) { k<<<1, 32>>>(out, in, bytes, n, m); }

// Where a condition holds, each lane has a value of its own: here 0 and 1, in
// two rows of one bank.
__global__ void conditional(int *out, const int *in) {
  __shared__ int rows[4][32];
  int row = in[threadIdx.x] & 3;
  if (row == threadIdx.y)
    // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 2, {{.*}}"wavefronts": 2, "ideal": 1,
    out[0] = rows[row][5];
  if (row <= threadIdx.y)
    // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 2, {{.*}}"wavefronts": 2, "ideal": 1,
    out[1] = rows[row][5];
}

void launch(int *out, int *in) { conditional<<<1, dim3(16, 2)>>>(out, in); }

// What a function returns is called as it is.
__device__ int level(float at, int levels) {
  if (at < 0)
    return 0;
  int found = int(at * levels);
  return found < levels ? found : levels - 1;
}

__global__ void levels(unsigned *out, const float *in) {
  __shared__ unsigned counts[256];
  counts[threadIdx.x] = 0;
  __syncthreads();
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"reason": "the index depends on 'level()', which only the run knows"
  atomicAdd(&counts[level(in[threadIdx.x], 256)], 1);
  __syncthreads();
  out[threadIdx.x] = counts[threadIdx.x];
}

void count(unsigned *out, const float *in) { levels<<<1, 256>>>(out, in); }
