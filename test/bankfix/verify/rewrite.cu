// --verify runs what is about to be written.
// RUN: %bankfix --verify %s -o %t.cu
// RUN: %code %t.cu | %FileCheck --check-prefix=FIXED %s
// RUN: %bankfix verify %t.cu | %FileCheck --check-prefix=AGAIN %s
// RUN: %exits 1 %bankfix --verify --diff %s
// RUN: %exits 2 %bankfix verify %s.missing

// FIXED: float tile[32][33];
// AGAIN: 0 excess wavefronts counted before, 0 after; the same results
__global__ void turned(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
int main() { turned<<<1, dim3(32, 32)>>>(nullptr); }
