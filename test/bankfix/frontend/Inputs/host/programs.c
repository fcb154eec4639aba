#include <CL/cl.h>
void run(cl_context c, cl_device_id d, cl_command_queue q, const char *s, cl_mem m) {
  cl_program wide = clCreateProgramWithSource(c, 1, &s, 0, 0), narrow = clCreateProgramWithSource(c, 1, &s, 0, 0);
  clBuildProgram(wide, 1, &d, "-DTILE=32", 0, 0);
  cl_kernel k = clCreateKernel(wide, "tiles", 0);
  clSetKernelArg(k, 0, sizeof m, &m);
  size_t size[2] = {32, 32};
  clEnqueueNDRangeKernel(q, k, 2, 0, size, size, 0, 0, 0);
  clBuildProgram(narrow, 1, &d, "-DTILE=16", 0, 0);
  cl_kernel n = clCreateKernel(narrow, "tiles", 0);
  clSetKernelArg(n, 0, sizeof m, &m);
  size_t half[2] = {16, 16};
  clEnqueueNDRangeKernel(q, n, 2, 0, half, half, 0, 0, 0);
}
