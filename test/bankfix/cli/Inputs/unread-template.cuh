template <typename T> __global__ void k(T *out) {
  __shared__ T tile[32];
  tile[threadIdx.x] = 1;
  out[threadIdx.x] = tile[threadIdx.x];
}
