// Copies of every kind, fills, symbols, managed and pinned memory, and the
// errors that a wrong call gives.
//
// RUN: %exits 0 %bankfix trace %s 2>&1 | FileCheck %s
#include <cstdio>
#include <cstring>
#include <vector>

__constant__ int factors[4];
__device__ int counter = 5;
static __device__ float scale[2];
__managed__ int shared_by_both = 11;

__global__ void multiply(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = p[i] * factors[i % 4] + int(scale[1]);
  if (i == 0) {
    atomicAdd(&counter, 2);
    shared_by_both += 1;
  }
}

static int failures = 0;
#define EXPECT(condition)                                                      \
  if (!(condition))                                                            \
    printf("line %d: %s\n", __LINE__, #condition), ++failures

static void copies() {
  int *a, *b;
  EXPECT(cudaMalloc(&a, 400) == cudaSuccess);
  EXPECT(cudaMalloc(&b, 400) == cudaSuccess);
  EXPECT(size_t(a) % 256 == 0);
  std::vector<int> in(100), out(100, -1);
  for (int i = 0; i < 100; ++i)
    in[i] = i;
  EXPECT(!cudaMemcpy(a, in.data(), 400, cudaMemcpyHostToDevice));
  EXPECT(!cudaMemcpyAsync(b, a, 400, cudaMemcpyDeviceToDevice));
  EXPECT(!cudaMemcpy(out.data(), b, 400, cudaMemcpyDefault));
  EXPECT(in == out);
  EXPECT(!cudaMemset(b, 1, 200));
  EXPECT(!cudaMemcpy(out.data(), b, 400, cudaMemcpyDeviceToHost));
  EXPECT(out[49] == 0x01010101 && out[50] == 50);
  // Errors, and that they are kept until they are asked for.
  EXPECT(cudaMemcpy(a, in.data(), 404, cudaMemcpyHostToDevice) ==
         cudaErrorInvalidValue);
  EXPECT(cudaMemcpy(in.data(), out.data(), 4, cudaMemcpyHostToDevice) ==
         cudaErrorInvalidValue);
  EXPECT(cudaPeekAtLastError() == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaSuccess);
  EXPECT(!strcmp(cudaGetErrorName(cudaErrorInvalidValue),
                 "cudaErrorInvalidValue"));
  EXPECT(!strcmp(cudaGetErrorString(cudaErrorMemoryAllocation),
                 "out of memory"));
  EXPECT(cudaMalloc(&b, size_t(1) << 50) == cudaErrorMemoryAllocation);
  EXPECT(cudaFree(a + 1) == cudaErrorInvalidValue);
  EXPECT(cudaFree(a) == cudaSuccess && cudaFree(nullptr) == cudaSuccess);
  EXPECT(cudaFree(a) == cudaErrorInvalidValue);
}

static void planes() {
  char in[6][10], out[6][10] = {};
  memset(in, 'x', sizeof in);
  in[2][3] = 'y';
  char *p;
  size_t pitch;
  EXPECT(!cudaMallocPitch(&p, &pitch, 10, 6));
  EXPECT(pitch >= 10 && pitch % 256 == 0);
  EXPECT(!cudaMemset2D(p, pitch, 'z', 10, 6));
  EXPECT(!cudaMemcpy2D(p, pitch, in, 10, 8, 5, cudaMemcpyHostToDevice));
  EXPECT(!cudaMemcpy2D(out, 10, p, pitch, 10, 6, cudaMemcpyDeviceToHost));
  EXPECT(out[2][3] == 'y' && out[4][7] == 'x' && out[4][8] == 'z' &&
         out[5][0] == 'z');
  cudaPitchedPtr box;
  EXPECT(!cudaMalloc3D(&box, make_cudaExtent(10, 3, 2)));
  cudaMemcpy3DParms parms = {};
  parms.srcPtr = make_cudaPitchedPtr(in, 10, 10, 3);
  parms.dstPtr = box;
  parms.extent = make_cudaExtent(10, 3, 2);
  parms.kind = cudaMemcpyHostToDevice;
  EXPECT(!cudaMemcpy3D(&parms));
  char back[10];
  EXPECT(!cudaMemcpy(back, (char *)box.ptr + 2 * box.pitch, 10,
                     cudaMemcpyDeviceToHost));
  EXPECT(back[3] == 'y');
}

static void symbols() {
  int four[4] = {1, 2, 3, 4}, value = 0, *p;
  float two[2] = {0, 100};
  size_t bytes = 0;
  EXPECT(!cudaMemcpyToSymbol(factors, four, sizeof four));
  EXPECT(!cudaMemcpyToSymbol(scale, two + 1, sizeof(float), sizeof(float)));
  EXPECT(cudaMemcpyToSymbol(factors, four, sizeof four, 4) ==
         cudaErrorInvalidValue);
  EXPECT(!cudaGetSymbolSize(&bytes, factors) && bytes == 16);
  EXPECT(!cudaMallocManaged(&p, 40));
  for (int i = 0; i < 10; ++i)
    p[i] = i;
  multiply<<<2, 5>>>(p, 10);
  EXPECT(!cudaDeviceSynchronize());
  EXPECT(p[0] == 100 && p[5] == 110 && p[7] == 128 && p[9] == 118);
  EXPECT(!cudaMemcpyFromSymbol(&value, counter, 4) && value == 7);
  int *address;
  EXPECT(!cudaGetSymbolAddress((void **)&address, counter));
  value = 20;
  EXPECT(!cudaMemcpy(address, &value, 4, cudaMemcpyHostToDevice));
  EXPECT(shared_by_both == 12);
  shared_by_both = 30;
  multiply<<<2, 5>>>(p, 10);
  EXPECT(shared_by_both == 31);
  EXPECT(!cudaMemcpyFromSymbol(&value, counter, 4) && value == 22);
}

static void pinned() {
  int *p, *d;
  EXPECT(!cudaHostAlloc(&p, 40, cudaHostAllocMapped));
  EXPECT(!cudaHostGetDevicePointer(&d, p, 0));
  for (int i = 0; i < 10; ++i)
    p[i] = 1;
  multiply<<<1, 10>>>(d, 10);
  EXPECT(p[3] == 104);
  cudaPointerAttributes attributes;
  EXPECT(!cudaPointerGetAttributes(&attributes, p) &&
         attributes.type == cudaMemoryTypeHost);
  EXPECT(!cudaFreeHost(p));
  std::vector<int> own(10, 1);
  EXPECT(!cudaHostRegister(own.data(), 40, cudaHostRegisterDefault));
  EXPECT(cudaHostRegister(own.data(), 40, 0) ==
         cudaErrorHostMemoryAlreadyRegistered);
  multiply<<<1, 10>>>(own.data(), 10);
  EXPECT(own[2] == 103);
  EXPECT(!cudaHostUnregister(own.data()));
}

int main() {
  copies();
  planes();
  symbols();
  pinned();
  EXPECT(!cudaDeviceReset());
  printf("%d failures\n", failures);
  return failures != 0;
}

// CHECK-NOT: line
// CHECK: {{^}}0 failures
// CHECK: memory.cu:14: multiply: 4 launches, 6 blocks (blocks of 5 or 10 threads)
// CHECK-NEXT: no access to shared memory
