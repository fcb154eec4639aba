/* Runs the reduction of pad-struct-argument.cl. */
#include <CL/cl.h>

#define GROUP_SIZE 256

void run(cl_command_queue queue, cl_program program, cl_mem in, cl_mem out,
         size_t items) {
  cl_int error;
  cl_kernel reduce = clCreateKernel(program, "reduce", &error);
  clSetKernelArg(reduce, 0, sizeof(cl_mem), &in);
  clSetKernelArg(reduce, 1, sizeof(cl_mem), &out);
  clSetKernelArg(reduce, 2, GROUP_SIZE * sizeof(cl_uint4), NULL);
  size_t local[1] = {GROUP_SIZE};
  clEnqueueNDRangeKernel(queue, reduce, 1, NULL, &items, local, 0, NULL, NULL);
}
