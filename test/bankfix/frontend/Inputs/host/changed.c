#include <CL/cl.h>
void run(cl_program p, cl_command_queue q, int n) {
  clBuildProgram(p, 0, NULL, "-DTILE=32", NULL, NULL);
  cl_kernel k = clCreateKernel(p, "tiles", NULL);
  size_t local[2] = {32, 32};
  for (int i = 0; i < 2; i++)
    local[i] /= n;
  clEnqueueNDRangeKernel(q, k, 2, NULL, local, local, 0, NULL, NULL);
}
