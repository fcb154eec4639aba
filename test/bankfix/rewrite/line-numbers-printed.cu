// A line's number beside its file's name is for a message, in a statement that
// has no children to compare, too.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu | FileCheck %s
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED

struct Failure {
  Failure(const char *file, int line, int code);
};
#define CHECKED(call)                                                          \
  do {                                                                         \
    cudaError_t result = call;                                                 \
    if (result != cudaSuccess)                                                 \
      throw Failure(__FILE__, __LINE__, result);                               \
  } while (0)

template <typename T> __global__ void turn(T *a) {
  // CHECK: note: 's[1024] -> s[1056], indexed through BANKFIX_PAD32'
  // FIXED: T s[BANKFIX_PAD32(1024)];
  __shared__ T s[1024];
  int x = threadIdx.x;
  s[x] = a[x];
  __syncthreads();
  a[x] = s[(x % 32) * 32 + x / 32];
}

template <typename T> void beside() { CHECKED(cudaGetLastError()); }
template <typename T> void handled(T *a) {
  try {
    turn<<<1, 1024>>>(a);
    CHECKED(cudaGetLastError());
  } catch (const Failure &failure) {
    throw;
  }
}
template void handled<float>(float *);
template void beside<float>();
