__device__ inline void add(float *address, float v) { atomicAdd(address, v); }
