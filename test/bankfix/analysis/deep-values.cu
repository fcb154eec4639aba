// Ciphers and hashes compute an index from hundreds of operators on values that
// only the run knows: they are not looked into. (This took minutes.)

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s

__device__ unsigned rounds(unsigned l, unsigned r, const unsigned (*box)[64]) {
  for (int i = 0; i < 25; ++i) {
#pragma unroll
    for (int j = 0; j < 16; ++j) {
      unsigned u = r ^ (l << 4), v = (r >> 28 | r << 4) ^ (l * 5 + j);
      // CHECK: access {"line": [[#@LINE+2]], {{.*}}"array": "box", {{.*}}"certainty": "bounded", {{.*}}"reason": "the index depends on 'in[t + 64]', which only the run knows"
      // CHECK: access {"line": [[#@LINE+1]], {{.*}}"array": "box", {{.*}}"certainty": "bounded", {{.*}}"max": 2,
      l ^= box[0][u & 63] ^ box[1][u >> 8 & 63] ^ box[2][u >> 16 & 63] ^
           box[3][v & 63] ^ box[4][v >> 8 & 63] ^ box[5][v >> 16 & 63];
      unsigned swap = l;
      l = r;
      r = swap;
    }
  }
  return l ^ r;
}

__global__ void k(unsigned *out, const unsigned *in) {
  __shared__ unsigned box[8][64];
  int t = threadIdx.x;
  for (int i = t; i < 512; i += 64)
    box[i / 64][i % 64] = in[i];
  __syncthreads();
  out[t] = rounds(in[t], in[t + 64], box);
}

void run(unsigned *out, const unsigned *in) { k<<<1, 64>>>(out, in); }
