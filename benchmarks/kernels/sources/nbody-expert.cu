// Nyland, Harris and Prins, Fast N-Body Simulation with CUDA, GPU Gems 3, chapter 31:
// an array of float4 for positions, and one for velocities.

#include "suite.h"

constexpr int Threads = 128;

__global__ void attract(float4 *out, const float4 *position,
                        const float4 *velocity) {
  __shared__ float4 positions[Threads], velocities[Threads];
  int t = threadIdx.x;
  float4 mine = position[blockIdx.x * Threads + t];
  float4 force = make_float4(0, 0, 0, 0);
  for (int block = 0; block < 2; ++block) {
    positions[t] = position[block * Threads + t];
    velocities[t] = velocity[block * Threads + t];
    __syncthreads();
    for (int i = 0; i < Threads; ++i) {
      float4 p = positions[i], v = velocities[i];
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
