#include <CL/cl.h>

// Runs column.cl.
void column(cl_command_queue queue, cl_program program, cl_mem in, cl_mem out) {
  cl_kernel kernel = clCreateKernel(program, "column", nullptr);
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &in);
  clSetKernelArg(kernel, 1, sizeof(cl_mem), &out);
  clSetKernelArg(kernel, 2, 64 * 32 * sizeof(float), nullptr);
  size_t global = 64, local = 64;
  clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr,
                         nullptr);
}
