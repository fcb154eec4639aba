/* Runs the scan of local-arguments.cl. */
#include <CL/cl.h>
#include <stdio.h>

#define N 512

void run(cl_context context, cl_command_queue queue, cl_program program,
         cl_mem out, cl_mem in) {
  cl_int error, n = N;
  cl_kernel scan = clCreateKernel(program, "scan", &error);
  clSetKernelArg(scan, 0, sizeof(cl_mem), &out);
  clSetKernelArg(scan, 1, sizeof(cl_mem), &in);
  clSetKernelArg(scan, 2, N * sizeof(cl_float), NULL);
  clSetKernelArg(scan, 3, sizeof(cl_int), &n);
  size_t global[1] = {N / 2}, local[1] = {N / 2};
  clEnqueueNDRangeKernel(queue, scan, 1, NULL, global, local, 0, NULL, NULL);
}
