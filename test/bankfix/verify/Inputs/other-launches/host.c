#include <CL/cl.h>

void run(cl_program program, cl_command_queue queue, cl_mem out, cl_mem in) {
  cl_kernel turned = clCreateKernel(program, "turned", NULL);
  clSetKernelArg(turned, 0, sizeof(cl_mem), &out);
  clSetKernelArg(turned, 1, sizeof(cl_mem), &in);
  size_t global1 = 320, local1 = 32;
  clEnqueueNDRangeKernel(queue, turned, 1, NULL, &global1, &local1, 0, NULL,
                         NULL);

  cl_kernel reversed = clCreateKernel(program, "reversed", NULL);
  const cl_int n = 100;
  clSetKernelArg(reversed, 0, sizeof(cl_mem), &out);
  clSetKernelArg(reversed, 1, sizeof(cl_int), &n);
  size_t global2[2] = {640, 4}, local2[2] = {64, 4};
  clEnqueueNDRangeKernel(queue, reversed, 2, NULL, global2, local2, 0, NULL,
                         NULL);
}
