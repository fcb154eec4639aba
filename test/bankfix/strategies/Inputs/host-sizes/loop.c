#include <CL/cl.h>
void run(cl_program p, cl_command_queue q, cl_mem o, int count) {
  size_t local = 256, size[2] = {4096, 4096};
  cl_kernel red = clCreateKernel(p, "red", NULL);
  clSetKernelArg(red, 0, sizeof(cl_mem), &o);
  for (int i = 1; i < count; i++)
    clSetKernelArg(red, i, size[i], NULL);
  clEnqueueNDRangeKernel(q, red, 1, NULL, &local, &local, 0, NULL, NULL);
}
