#include <CL/cl.h>
#include <stdio.h>
#define TILE 32
#define THREADS (4 * 16)

void run(cl_context context, cl_program program, cl_command_queue queue,
         cl_mem out, size_t n) {
  char options[64];
  sprintf(options, "-cl-fast-relaxed-math -DTILE=%d", TILE);
  clBuildProgram(program, 0, NULL, options, NULL, NULL);
  cl_int error;
  cl_kernel k = clCreateKernel(program, "tiles", &error);
  cl_kernel kernels[2];
  kernels[0] = clCreateKernel(program, "scratch", &error);
  kernels[1] = clCreateKernel(program, "unknown", &error);
  clSetKernelArg(k, 0, sizeof(cl_mem), &out);
  size_t global[2] = {n, n}, local[2] = {TILE, TILE};
  clEnqueueNDRangeKernel(queue, k, 2, NULL, global, local, 0, NULL, NULL);
  size_t threads = THREADS;
  clSetKernelArg(kernels[0], 1, sizeof(cl_float) * threads, NULL);
  clEnqueueNDRangeKernel(queue, kernels[0], 1, NULL, global, &threads, 0, NULL,
                         NULL);
  clEnqueueNDRangeKernel(queue, kernels[1], 1, NULL, global, &n, 0, NULL, NULL);
}
