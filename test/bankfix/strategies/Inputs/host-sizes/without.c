#include <CL/cl.h>
void run(cl_program p, cl_command_queue q, cl_mem o) {
  size_t local = 256;
  cl_kernel red = clCreateKernel(p, "red", NULL);
  clEnqueueNDRangeKernel(q, red, 1, NULL, &local, &local, 0, NULL, NULL);
}
