/* Runs the histograms of pad-stride.cl. */
#include <CL/cl.h>

#define LOCAL_SIZE 32
#define BIN_SIZE 256

void run(cl_command_queue queue, cl_program program, cl_mem data, cl_mem out,
         size_t items) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, "histogram", &error);
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &data);
  clSetKernelArg(kernel, 1, LOCAL_SIZE * BIN_SIZE * sizeof(cl_uint), NULL);
  clSetKernelArg(kernel, 2, sizeof(cl_mem), &out);
  size_t local[1] = {LOCAL_SIZE};
  clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, local, 0, NULL, NULL);
}
