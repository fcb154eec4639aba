// Streams and events are in order; callbacks run; launches by pointer and
// cooperative ones, too.
//
// RUN: %exits 0 %bankfix trace %s 2>&1 | FileCheck %s
#include <cstdio>

__global__ void add(int *p, int n) { p[threadIdx.x] += n; }

static void callback(cudaStream_t, cudaError_t status, void *text) {
  printf("callback: %s, %s\n", cudaGetErrorName(status), (char *)text);
}
static void hostFunction(void *text) { printf("host: %s\n", (char *)text); }

int main() {
  cudaStream_t streams[2];
  cudaEvent_t begin, end;
  int *p, back[32];
  cudaMalloc(&p, sizeof back);
  cudaMemset(p, 0, sizeof back);
  for (cudaStream_t &s : streams)
    cudaStreamCreate(&s);
  cudaEventCreate(&begin);
  cudaEventCreateWithFlags(&end, cudaEventDefault);
  cudaEventRecord(begin, streams[0]);
  add<<<1, 32, 0, streams[0]>>>(p, 1);
  cudaStreamAddCallback(streams[0], callback, (void *)"one", 0);
  cudaEventRecord(end, streams[0]);
  cudaStreamWaitEvent(streams[1], end, 0);
  int n = 10;
  void *args[] = {&p, &n};
  cudaLaunchKernel((const void *)add, 1, 32, args, 0, streams[1]);
  n = 100;
  cudaLaunchCooperativeKernel((const void *)add, 1, 32, args, 0, streams[1]);
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 32;
  cudaLaunchKernelEx(&config, add, p, 1000);
  cudaLaunchHostFunc(streams[1], hostFunction, (void *)"two");
  cudaMemcpyAsync(back, p, sizeof back, cudaMemcpyDeviceToHost, streams[1]);
  cudaStreamSynchronize(streams[1]);
  cudaEventSynchronize(end);
  float ms = -1;
  cudaError_t error = cudaEventElapsedTime(&ms, begin, end);
  printf("%d %d %s %d\n", back[0], back[31], cudaGetErrorName(error), ms >= 0);
  printf("query: %s\n", cudaGetErrorName(cudaStreamQuery(streams[0])));
  cudaStreamDestroy(streams[0]);
  printf("destroyed: %s\n",
         cudaGetErrorName(cudaStreamSynchronize(streams[0])));
  cudaEventDestroy(begin);
  printf("destroyed: %s\n", cudaGetErrorName(cudaEventRecord(begin, 0)));
}

// CHECK: callback: cudaSuccess, one
// CHECK: host: two
// CHECK: 1111 1111 cudaSuccess 1
// CHECK: query: cudaSuccess
// CHECK: destroyed: cudaErrorInvalidResourceHandle
// CHECK: destroyed: cudaErrorInvalidResourceHandle
