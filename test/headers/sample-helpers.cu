// The helper headers that NVIDIA's samples share.

#include <helper_cuda.h>
#include <helper_functions.h>
#include <helper_math.h>

#include <cuComplex.h>
#include <math_constants.h>

__global__ void kernel(float4 *p, cuFloatComplex *z) {
  float3 n = normalize(make_float3(p[0]));
  p[0] += p[1] * 2.0f - make_float4(cross(n, -n), CUDART_PI_F) / dot(n, n);
  p[1] = clamp(p[2], 0.0f, 1.0f) + lerp(p[3], p[4], 0.5f);
  int2 cell = make_int2(3, 4) + make_int2(1);
  z[cell.x] = cuCmulf(z[0], make_cuFloatComplex(CUDART_INF_F, 1.0f));
}

int main(int argc, char **argv) {
  findCudaDevice(argc, (const char **)argv);
  int n = getCmdLineArgumentInt(argc, (const char **)argv, "n");
  float4 *p;
  checkCudaErrors(cudaMalloc(&p, n * sizeof(float4)));
  StopWatchInterface *timer = NULL;
  sdkCreateTimer(&timer);
  sdkStartTimer(&timer);
  kernel<<<1, 32>>>(p, nullptr);
  getLastCudaError("kernel failed");
  checkCudaErrors(cudaDeviceSynchronize());
  sdkStopTimer(&timer);
  printf("%f ms\n", sdkGetTimerValue(&timer));
  sdkDeleteTimer(&timer);
  exit(EXIT_SUCCESS);
}
