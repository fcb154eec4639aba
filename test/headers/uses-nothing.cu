// A file without any #include: the language, launches, and the part of the C
// library and of <math.h> that nvcc makes visible by itself.

#define N 256

__constant__ float weights[N];
__device__ int counter;
__managed__ int shared_by_both;

__device__ __forceinline__ int row() { return threadIdx.y; }
__device__ __noinline__ float halve(float x) { return x * 0.5f; }

template <int Pad>
__global__ void __launch_bounds__(1024, 1)
    transpose(float *__restrict__ out, const float *in,
              const __grid_constant__ int n) {
  __shared__ float tile[32][32 + Pad];
  extern __shared__ __align__(16) float dynamic[];
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  tile[row()][threadIdx.x] = in[x + n * row()] * weights[x % N];
  dynamic[threadIdx.x] = halve(tile[row()][threadIdx.x]);
  __syncthreads();
  assert(n > 0 && "the size");
  out[x] = tile[threadIdx.x][threadIdx.y] + dynamic[warpSize - 1];
  if (x == 0)
    printf("block %d of %d\n", blockIdx.x, gridDim.x);
}

__global__ void moves(unsigned char *p) {
  dim3 block = blockDim;
  uint3 thread = threadIdx;
  unsigned char *copy = static_cast<unsigned char *>(malloc(block.x));
  memcpy(copy, p, block.x);
  memset(p, 0, thread.x);
  free(copy);
  long long start = clock64();
  p[0] = static_cast<unsigned char>(clock() - start);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : N;
  size_t bytes = n * sizeof(float);
  float *host = (float *)malloc(bytes), *in, *out;
  memset(host, 0, bytes);
  host[0] = sqrtf(2.0f) + max(n, 3) + min(1u, 2) + fabs(-1.0) + abs(-2.5f);
  cudaMalloc(&in, bytes);
  cudaMalloc((void **)&out, bytes);
  cudaMemcpy(in, host, bytes, cudaMemcpyHostToDevice);
  dim3 grid(n / 32), block(32, 32);
  transpose<1><<<grid, block, bytes>>>(out, in, n);
  transpose<0><<<1, 1024, 0, 0>>>(out, in, n);
  printf("%s, %zu bytes\n", cudaGetErrorString(cudaGetLastError()), bytes);
  exit(strlen(argv[0]) == 0);
}
