// A launch that gives no dynamic memory needs none for another layout either.
//
// RUN: %bankfix --objective=wavefronts %s -o %t.cu | FileCheck %s
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix --objective=wavefronts %t.cu -o - | cmp - %t.cu

template <bool staged>
__global__ void transpose(const float *in, float *out, int width) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  if (staged) {
    s[y * 32 + x] = in[y * width + x];
    __syncthreads();
    out[y * width + x] = s[x * 32 + y];
  } else {
    out[x * width + y] = in[y * width + x];
  }
}
void launch(const float *in, float *out, int width) {
  // CHECK: note: the host is changed to give 's' 'BANKFIX_ROUND128(32 * 32 * sizeof(float))' bytes
  // FIXED: transpose<true><<<1, dim3(32, 32), BANKFIX_ROUND128(32 * 32 * sizeof(float))>>>(in, out, width);
  transpose<true><<<1, dim3(32, 32), 32 * 32 * sizeof(float)>>>(in, out, width);
  // FIXED: transpose<false><<<1, dim3(32, 32)>>>(in, out, width);
  transpose<false><<<1, dim3(32, 32)>>>(in, out, width);
}
