namespace blocks {
struct Reduce {
  struct Storage {
    float parts[32];
  };
  __device__ explicit Reduce(Storage &parts) : parts(parts) {}
  __device__ float sum(float x) {
    parts.parts[threadIdx.x] = x;
    return parts.parts[0];
  }
  Storage &parts;
};
__device__ void clear(float *, int);
} // namespace blocks
