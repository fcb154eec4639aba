#include <CL/cl.h>
void setLocal(cl_kernel k) {
  clSetKernelArg(k, 1, 256 * sizeof(cl_float4), NULL);
}
void run(cl_program p, cl_command_queue q, cl_mem o) {
  size_t local = 256;
  cl_kernel red = clCreateKernel(p, "red", NULL);
  clSetKernelArg(red, 0, sizeof(cl_mem), &o);
  setLocal(red);
  clEnqueueNDRangeKernel(q, red, 1, NULL, &local, &local, 0, NULL, NULL);
}
