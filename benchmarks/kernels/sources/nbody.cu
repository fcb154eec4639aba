// Bodies that attract each other: structures of position and velocity in shared memory.

#include "suite.h"

constexpr int Threads = 128;

struct Body {
  float4 position; // And mass.
  float4 velocity;
};

__global__ void attract(float4 *out, const float4 *position,
                        const float4 *velocity) {
  __shared__ Body tile[Threads];
  int t = threadIdx.x;
  float4 mine = position[blockIdx.x * Threads + t];
  float4 force = make_float4(0, 0, 0, 0);
  for (int block = 0; block < 2; ++block) {
    tile[t].position = position[block * Threads + t];
    tile[t].velocity = velocity[block * Threads + t];
    __syncthreads();
    for (int i = 0; i < Threads; ++i) {
      float4 p = tile[i].position, v = tile[i].velocity;
      float weight = p.w * (v.x + v.y + v.z);
      force.x += (p.x - mine.x) * weight;
      force.y += (p.y - mine.y) * weight;
      force.z += (p.z - mine.z) * weight;
    }
    __syncthreads();
  }
  out[blockIdx.x * Threads + t] = force;
}

int main() {
  const int count = blocks(2);
  Array<float> p(count * 4 * Threads), v(count * 4 * Threads), out(count * 4 * Threads);
  attract<<<count, Threads>>>(reinterpret_cast<float4 *>(out.get()),
                          reinterpret_cast<float4 *>(p.get()),
                          reinterpret_cast<float4 *>(v.get()));
  return out.print();
}
