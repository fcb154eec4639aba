#include <CL/cl.h>

static void launch(cl_command_queue queue, cl_kernel kernel, cl_mem out) {
  size_t size[2] = {32, 32};
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &out);
  clSetKernelArg(kernel, 1, 32 * 32 * sizeof(cl_float), NULL);
  clEnqueueNDRangeKernel(queue, kernel, 2, NULL, size, size, 0, NULL, NULL);
}

void run(cl_program program, cl_command_queue queue, cl_mem out) {
  cl_kernel turn = clCreateKernel(program, "turn", NULL);
  cl_kernel mirror = clCreateKernel(program, "mirror", NULL);
  launch(queue, turn, out);
  launch(queue, mirror, out);
}
