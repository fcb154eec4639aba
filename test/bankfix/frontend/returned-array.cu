// A function that no kernel calls, and that only says where an array is,
// accesses nothing; one with an access is noted.

// RUN: %exits 0 %bankfix check %s 2>&1 | FileCheck %s

template <class T> struct Shared {
  __device__ operator T *() {
    extern __shared__ T bytes[];
    return bytes;
  }
};
// CHECK-NOT: numbers
template <> struct Shared<int> {
  __device__ operator int *() {
    extern __shared__ int numbers[];
    return (int *)numbers;
  }
  __device__ int first() {
    extern __shared__ int words[];
    // CHECK: :[[#@LINE+1]]:12: note: shared access 'words[0]' is not analysed: it is in the function 'first', which no kernel calls
    return words[0];
  }
};
// CHECK-NOT: numbers

__global__ void kernel(float *out) {
  float *s = Shared<float>();
  s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
