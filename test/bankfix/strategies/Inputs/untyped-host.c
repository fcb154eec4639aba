#include <CL/cl.h>
void run(cl_command_queue q, cl_program p, cl_mem a, cl_mem b) {
  cl_kernel k = clCreateKernel(p, "turned", 0);
  size_t global[2] = {32, 8}, local[2] = {32, 8};
  clSetKernelArg(k, 0, sizeof(a), &a);
  clSetKernelArg(k, 1, sizeof(b), &b);
  clSetKernelArg(k, 2, 32 * 32 * sizeof(float), 0);
  clEnqueueNDRangeKernel(q, k, 2, 0, global, local, 0, 0, 0);
}
