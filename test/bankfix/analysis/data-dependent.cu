// An index from memory is bounded by its range: 256 words are 8 rows of banks.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s

__global__ void k(int *out, const int *in, const unsigned char *bytes) {
  __shared__ int table[256];
  table[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded"{{.*}}"max": 8,{{.*}}"wavefronts": 8, "ideal": 1
  out[0] = table[in[threadIdx.x] & 255];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded"{{.*}}"max": 8,{{.*}}"wavefronts": 8, "ideal": 1
  out[1] = table[bytes[threadIdx.x]];
}

void launch(int *out, int *in, unsigned char *bytes) { k<<<1, 32>>>(out, in, bytes); }
