





// As differs.cu, but for one thread.





__global__ void reverse(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x] + (threadIdx.x == 1) * 1000;
}
int main() { reverse<<<1, 64>>>(nullptr); }
