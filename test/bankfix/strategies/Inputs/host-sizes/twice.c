#include <CL/cl.h>
#define NEXT(n) (++n)
void run(cl_program p, cl_command_queue q, cl_mem o) {
  size_t local = 256;
  cl_kernel red = clCreateKernel(p, "red", NULL);
  clSetKernelArg(red, 0, sizeof(cl_mem), &o);
  int bytes = 4095;
  clSetKernelArg(red, 1, NEXT(bytes), NULL);
  clEnqueueNDRangeKernel(q, red, 1, NULL, &local, &local, 0, NULL, NULL);
}
