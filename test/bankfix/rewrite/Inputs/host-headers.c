#include <CL/cl.h>

void run(cl_program program, cl_command_queue queue, cl_mem out) {
  cl_kernel kernel = clCreateKernel(program, "turn", NULL);
  size_t size[2] = {32, 32};
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &out);
  clSetKernelArg(kernel, 1, 32 * 32 * sizeof(cl_float), NULL);
  sizes(kernel);
  clEnqueueNDRangeKernel(queue, kernel, 2, NULL, size, size, 0, NULL, NULL);
}
