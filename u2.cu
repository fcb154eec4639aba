__global__ void k(float *out, int n, int m) {
  __shared__ float s[1024];
  for (int i = threadIdx.x; i < 1024; i += 32) s[i] = i;
  __syncthreads();
  int v = 0, w = 0;
  float acc = 0;
  for (int j = 0; j < m; ++j) {
    acc += s[v];
  for (int i = 0; i < n; ++i) {
    v = w;
    w = threadIdx.x * 31;
  }
  }
  out[threadIdx.x] = acc;
}
void launch(float *out) { k<<<1, 32>>>(out, out ? 9 : 11, out ? 3: 4); }
