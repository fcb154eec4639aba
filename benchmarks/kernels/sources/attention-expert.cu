// CUTLASS, as FlashAttention (Dao et al., 2022) uses it: pieces of 16 bytes exchanged by
// the XOR with their row.

#include "suite.h"

constexpr int Keys = 64, Pieces = 16; // Of four floats.

__global__ void scores(float *out, const float4 *queries, const float4 *keys) {
  __shared__ float4 key[Keys][Pieces];
  __shared__ float4 query[Pieces];
  int t = threadIdx.x;
  if (t < Pieces)
    query[t] = queries[blockIdx.x * Pieces + t];
  for (int i = t; i < Keys * Pieces; i += Keys) {
    int r = i / Pieces, c = i % Pieces;
    key[r][c ^ (r % 8)] = keys[i];
  }
  __syncthreads();
  float sum = 0;
  for (int c = 0; c < Pieces; ++c) {
    float4 q = query[c], k = key[t][c ^ (t % 8)];
    sum += q.x * k.x + q.y * k.y + q.z * k.z + q.w * k.w;
  }
  out[blockIdx.x * Keys + t] = sum;
}

int main() {
  const int count = blocks(2);
  Array<float> queries(count * 4 * Pieces), keys(4 * Keys * Pieces), out(count * Keys);
  scores<<<count, Keys>>>(out.get(), reinterpret_cast<float4 *>(queries.get()),
                      reinterpret_cast<float4 *>(keys.get()));
  return out.print();
}
