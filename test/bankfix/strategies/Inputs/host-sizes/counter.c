#include <CL/cl.h>
void run(cl_program p, cl_command_queue q, cl_mem o) {
  size_t local = 256;
  cl_int err = 0;
  cl_kernel red = clCreateKernel(p, "red", &err);
  int arg = 0;
  err |= clSetKernelArg(red, arg++, sizeof(cl_mem), &o);
  err |= clSetKernelArg(red, arg++, 256 * sizeof(cl_float4), NULL);
  clEnqueueNDRangeKernel(q, red, 1, NULL, &local, &local, 0, NULL, NULL);
}
