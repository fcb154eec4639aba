// Where PyTorch's headers are not found, what hosts name of them is declared:
// functions that take tensors say what they launch, and with which types.

// RUN: %bankfix --objective=wavefronts --verbose %s -o %t.cu > %t.log 2>&1
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %bankfix --objective=wavefronts %t.cu -o %t.again.cu
// RUN: diff %t.cu %t.again.cu

// CHECK-NOT: {{not found|undeclared|assuming blocks}}

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/extension.h>

template <int N> __global__ void halves(half *out) {
  // FIXED: __shared__ half a[32][N + 2];
  __shared__ half a[32][N];
  a[threadIdx.x][threadIdx.y] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = a[threadIdx.x][threadIdx.y];
}

void ofHalves(torch::Tensor out, int n) {
  TORCH_CHECK(out.is_cuda() && out.dtype() == torch::kHalf, "not on a GPU");
  const at::cuda::CUDAGuard guard(out.device());
  constexpr int N = 64;
  dim3 block(32, N / 8), grid((n + N - 1) / N);
  halves<N><<<grid, block, 0, at::cuda::getCurrentCUDAStream()>>>(
      reinterpret_cast<half *>(out.data_ptr()));
  C10_CUDA_KERNEL_LAUNCH_CHECK();
}

template <typename T> __global__ void any(T *out) {
  // FIXED: __shared__ T b[32][33];
  __shared__ T b[32][32];
  b[threadIdx.x][threadIdx.y] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] += b[threadIdx.x][threadIdx.y];
}

// CHECK-DAG: load of 'b[threadIdx.x][threadIdx.y]' has 32-way bank conflicts in 'any<float>'
// CHECK-DAG: load of 'b[threadIdx.x][threadIdx.y]' has 16-way bank conflicts in 'any<double>'
void ofAny(at::Tensor out) {
  AT_DISPATCH_FLOATING_TYPES(out.scalar_type(), "any", ([&] {
    any<scalar_t><<<1, dim3(32, 8)>>>(out.data_ptr<scalar_t>());
  }));
}

// Elements of two bytes, as PyTorch has them: their operators are a library's,
// and known.
__global__ void own(c10::Half *out, float f) {
  // FIXED: __shared__ at::Half c[32][66];
  __shared__ at::Half c[32][64];
  // CHECK-DAG: store to 'c[threadIdx.x][threadIdx.y]' has 32-way bank conflicts: 256 wavefronts where 8 suffice
  c[threadIdx.x][threadIdx.y] = out[threadIdx.x];
  __syncthreads();
  c[threadIdx.x][threadIdx.y] += out[2];
  f += c[threadIdx.x][threadIdx.y] * 2 - 1.0 * out[3];
  out[threadIdx.x] = c[threadIdx.x][threadIdx.y] + out[1] * f;
}
void ofOwn(at::Tensor out) {
  own<<<1, dim3(32, 8)>>>(out.data_ptr<at::Half>(), 1);
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("of_halves", &ofHalves, "transposes");
  m.def("of_any", &ofAny);
}
