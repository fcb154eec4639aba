__device__ inline bool isThere(const float *address) {
  return address != nullptr;
}
