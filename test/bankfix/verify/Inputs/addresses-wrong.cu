// addresses.cu, but that `argument` stores another number.

#include <cstdio>

__device__ float *kept;
struct Kept {
  int before;
  float *p;
  int after;
};

__global__ void fixed(float *out) {
  __shared__ float t[32][32];
  t[threadIdx.x][0] = 1;
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x][1];
}

__global__ void symbol(float *out) {
  __shared__ float s[32];
  kept = &s[0];
  s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = kept[threadIdx.x];
}

__global__ void argument(Kept *out) {
  __shared__ float s[32];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = {1, s + threadIdx.x, 3};
}

__global__ void number(unsigned long long *out) {
  __shared__ float s[32];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = (unsigned long long)&s[threadIdx.x];
}

__global__ void printed() {
  __shared__ float s[32];
  s[threadIdx.x] = 1;
  printf("%p, %d%%\n", s, threadIdx.x);
}

__global__ void exchanged(unsigned long long *out) {
  __shared__ float s[32];
  s[threadIdx.x] = 1;
  atomicExch(out, (unsigned long long)s);
  __syncthreads();
  atomicAdd(out + 1 + threadIdx.x, s[0]);
}

int main() {
  fixed<<<1, 32>>>(nullptr);
  symbol<<<1, 32>>>(nullptr);
  argument<<<1, 32>>>(nullptr);
  number<<<1, 32>>>(nullptr);
  printed<<<1, 32>>>();
  exchanged<<<1, 32>>>(nullptr);
}
