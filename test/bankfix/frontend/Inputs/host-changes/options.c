#include <CL/cl.h>
#include <stdio.h>
#include <string.h>
HEAD
int main(void) {
  cl_int error;
  cl_program program = clCreateProgramWithSource(0, 0, 0, 0, &error);
  char o[64], cut[9];
  int n;
  BUILD;
  cl_mem out = clCreateBuffer(0, 0, 0, 0, &error), in = clCreateBuffer(0, 0, 0, 0, &error);
  cl_kernel k = clCreateKernel(program, "turn", &error);
  size_t local = 64, global = 128;
  clSetKernelArg(k, 0, sizeof(cl_mem), &out);
  clSetKernelArg(k, 1, sizeof(cl_mem), &in);
  clEnqueueNDRangeKernel(0, k, 1, NULL, &global, &local, 0, NULL, NULL);
  return 0;
}
