// A kernel that launches a kernel; needs -fgpu-rdc.

__global__ void child(int *p) { atomicAdd(p, 1); }

__global__ void parent(int *p) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  if (threadIdx.x == 0)
    child<<<1, 32, 0, stream>>>(p);
  child<<<dim3(2), dim3(32)>>>(p);
  cudaStreamDestroy(stream);
}

int main() { parent<<<1, 32>>>(nullptr); }
