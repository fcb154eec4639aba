// nvcc takes a block in braces, which Clang does not.

// RUN: %exits 1 %bankfix check %s | FileCheck %s
// RUN: %bankfix %s -o %t.cu > %t.out
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %exits 0 %bankfix check %t.cu

// CHECK: load of 'tile[threadIdx.x][threadIdx.y]' has 8-way bank conflicts: 64 wavefronts where 8 suffice
// FIXED: BANKFIX_XOR(
template <int X, int Y> __global__ void transpose(float *out) {
  __shared__ float tile[16][16];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void run(float *out, cudaStream_t stream) {
  constexpr int dim_x = 16, dim_y = 16;
  const dim3 grid(4, 4);
  // FIXED: transpose<dim_x, dim_y><<<grid, {dim_x, dim_y, 1}, 0, stream>>>(
  transpose<dim_x, dim_y><<<grid, {dim_x, dim_y, 1}, 0, stream>>>(
      out);
}
