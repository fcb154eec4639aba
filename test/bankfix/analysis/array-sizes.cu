// Sizes that only a launch tells: of `extern __shared__` memory, for each
// launch its own.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s
// RUN: %exits 1 %bankfix check --format=json %s | %validate

// An index from memory reaches 2 rows of the banks in 256 bytes, and 8 in 1024.
__global__ void gather(int *out, const int *in) {
  extern __shared__ int table[];
  out[threadIdx.x] = table[in[threadIdx.x]];
}
// CHECK: kernel {"name": "gather"
// CHECK: access {{.*}}"index": "[in[threadIdx.x]]", "certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 2,
// CHECK: array {"name": "table", {{.*}}"space": "dynamic", "type": "int[]", "bytes": 256
// CHECK: kernel {"name": "gather"
// CHECK: access {{.*}}"index": "[in[threadIdx.x]]", "certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 8,
// CHECK: array {"name": "table", {{.*}}"bytes": 1024

// Of a launch that does not tell, nothing is known.
__global__ void open(int *out, const int *in) {
  extern __shared__ int table[];
  out[threadIdx.x] = table[in[threadIdx.x]];
}
// CHECK: kernel {"name": "open"
// CHECK: access {{.*}}"index": "[in[threadIdx.x]]", "certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 32,
// CHECK: array {"name": "table", {{.*}}"type": "int[]", "fix"

// Rows: as many as fit.
__global__ void rows(float *out, const int *in) {
  extern __shared__ float tile[][32];
  out[threadIdx.x] = tile[in[threadIdx.x]][0];
}
// CHECK: kernel {"name": "rows"
// CHECK: access {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 4,
// CHECK: array {"name": "tile", {{.*}}"type": "float[][32]", "bytes": 512

void launch(int *out, int *in, float *f, int n) {
  gather<<<1, 32, 256>>>(out, in);
  gather<<<1, 32, 1024>>>(out, in);
  open<<<1, 32, n>>>(out, in);
  rows<<<1, 32, 4 * 32 * sizeof(float)>>>(f, in);
}
