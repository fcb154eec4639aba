#include <CL/cl.h>
#include "cl2.hpp"

void run(cl_context c, cl_command_queue q, const char *turn_cl, cl_mem a,
         cl_mem b, int n) {
  cl_program p = clCreateProgramWithSource(c, 1, &turn_cl, 0, 0);
  cl::Program program{p};
  program.build("-D SIDE=16");
  cl_kernel k = clCreateKernel(p, "turn", 0);
  clSetKernelArg(k, 0, sizeof(a), &a);
  clSetKernelArg(k, 1, sizeof(b), &b);
  clSetKernelArg(k, 2, sizeof(n), &n);
  size_t global[2] = {1024, 1024}, local[2] = {16, 16};
  clEnqueueNDRangeKernel(q, k, 2, 0, global, local, 0, 0, 0);
}
