#include <CL/cl.h>

void run(cl_program program, cl_command_queue queue, cl_mem out) {
  cl_kernel red = clCreateKernel(program, "red", NULL);
  const size_t bytes[2] = {sizeof(out), 256 * sizeof(cl_float4)};
  const void *values[2] = {&out, NULL};
  for (cl_uint i = 0; i < 2; ++i)
    clSetKernelArg(red, i, bytes[i], values[i]);
  size_t global = 4096, local = 256;
  clEnqueueNDRangeKernel(queue, red, 1, NULL, &global, &local, 0, NULL, NULL);
}
