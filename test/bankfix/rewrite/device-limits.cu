// A launch that takes all the shared memory that the device has takes no more.

// RUN: %bankfix --sort=source --objective=wavefronts %s -o %t.cu > %t.log
// RUN: FileCheck %s --check-prefix=LOG < %t.log
// RUN: %code %t.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// FIXED: compared<<<1, 32, (n * sizeof(float)) + (n * sizeof(float)) / 32>>>(out, n);

#include <algorithm>

#define KERNEL(Name)                                                           \
  __global__ void Name(float *out, int n)

KERNEL(whole) {
  extern __shared__ float asked[];
  // LOG: note: no fix of 'asked' by {{.*}}: 'most' may be all that the device has; write there what the kernel needs
  asked[threadIdx.x * 32] = 1;
  out[threadIdx.x] = asked[threadIdx.x * 32];
}

KERNEL(property) {
  extern __shared__ float held[];
  // LOG: note: no fix of 'held' by {{.*}}: 'bytes / sizeof(float) * sizeof(float)' may be all that the device has
  held[threadIdx.x * 32] = 1;
  out[threadIdx.x] = held[threadIdx.x * 32];
}

KERNEL(given) {
  extern __shared__ float passed[];
  // LOG: note: no fix of 'passed' by {{.*}}: 'amount' may be all that the device has
  passed[threadIdx.x * 32] = 1;
  out[threadIdx.x] = passed[threadIdx.x * 32];
}

KERNEL(returned) {
  extern __shared__ float told[];
  // LOG: note: no fix of 'told' by {{.*}}: 'all' may be all that the device has
  told[threadIdx.x * 32] = 1;
  out[threadIdx.x] = told[threadIdx.x * 32];
}

KERNEL(member) {
  extern __shared__ float kept[];
  // LOG: note: no fix of 'kept' by {{.*}}: 'gpu.shared' may be all that the device has
  kept[threadIdx.x * 32] = 1;
  out[threadIdx.x] = kept[threadIdx.x * 32];
}

KERNEL(clamped) {
  extern __shared__ float least[];
  // LOG: note: no fix of 'least' by {{.*}}: 'std::min(n * 4, most)' may be all that the device has
  least[threadIdx.x * 32] = 1;
  out[threadIdx.x] = least[threadIdx.x * 32];
}

KERNEL(spelled) {
  extern __shared__ float macro[];
  // LOG: note: no fix of 'macro' by {{.*}}: 'MOST' may be all that the device has
  macro[threadIdx.x * 32] = 1;
  out[threadIdx.x] = macro[threadIdx.x * 32];
}

// What is compared with it, or printed beside it, is something else.
KERNEL(compared) {
  extern __shared__ float small[];
  // LOG-NOT: 'small' {{.*}} may be all
  small[threadIdx.x * 32] = 1;
  out[threadIdx.x] = small[threadIdx.x * 32];
}

struct Gpu {
  explicit Gpu(int device) : shared(0), id(device) {
    cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlock, id);
  }
  int shared, id;
};

static int mostOf(int device) {
  int v;
  cudaDeviceGetAttribute(&v, cudaDevAttrMaxSharedMemoryPerBlock, device);
  return v;
}

static void passOn(float *out, int n, int amount) {
  given<<<1, 32, amount>>>(out, n);
}

void run(float *out, int n, int device) {
  int most = 0;
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  cudaFuncSetAttribute(whole, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       most);
  whole<<<1, 32, most>>>(out, n);
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, device);
  const size_t bytes(p.sharedMemPerBlock);
  property<<<1, 32, bytes / sizeof(float) * sizeof(float)>>>(out, n);
  passOn(out, n, most);
  const int all = mostOf(device);
  returned<<<1, 32, all>>>(out, n);
  Gpu gpu(device);
  member<<<1, 32, gpu.shared>>>(out, n);
  clamped<<<1, 32, std::min(n * 4, most)>>>(out, n);
#define MOST (p.sharedMemPerBlockOptin)
  spelled<<<1, 32, MOST>>>(out, n);
  if (n * sizeof(float) > p.sharedMemPerBlock)
    return;
  compared<<<1, 32, n * sizeof(float)>>>(out, n);
}
