#include <CL/cl.h>
#include <stdio.h>
int start(cl_program p, cl_command_queue q, cl_mem m, size_t n) {
  cl_int error;
  cl_kernel k = clCreateKernel(p, "transposed", &error);
  size_t local[2] = {32, 32}, global[2] = {1024, 32};
  clSetKernelArg(k, 0, sizeof(cl_mem), &m);
  clSetKernelArg(k, 1, n * sizeof(float), NULL);
  clEnqueueNDRangeKernel(q, k, 2, NULL, global, local, 0, NULL, NULL);
  return printf("started in line %d\n", __LINE__);
}
