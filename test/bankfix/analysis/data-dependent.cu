// Of an index from memory nothing is known but that it is one.

// RUN: %exits 0 %bankfix check --format=json %s | %json-lines | FileCheck %s

__global__ void k(int *out, const int *in, const unsigned char *bytes) {
  __shared__ int table[256];
  table[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "unknown"{{.*}}"reason": "the index depends on 'in[threadIdx.x]', which only the run knows"
  out[0] = table[in[threadIdx.x] & 255];
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "unknown"{{.*}}"reason": "the index depends on 'bytes[threadIdx.x]', which only the run knows"
  out[1] = table[bytes[threadIdx.x]];
}

void launch(int *out, int *in, unsigned char *bytes) { k<<<1, 32>>>(out, in, bytes); }
