#include <CL/cl.h>

int main(void) {
  cl_int error;
  cl_program program = clCreateProgramWithSource(0, 0, 0, 0, &error);
  clBuildProgram(program, 0, NULL, "", NULL, NULL);
  cl_mem out = clCreateBuffer(0, 0, 0, 0, &error), in = clCreateBuffer(0, 0, 0, 0, &error);
  cl_kernel k = clCreateKernel(program, "turn", &error);
  size_t global = 128;
#ifndef BIG
#define BIG
  size_t local = 32;
#else
  size_t local = 64;
#endif
  
  clSetKernelArg(k, 0, sizeof(cl_mem), &out);
  clSetKernelArg(k, 1, sizeof(cl_mem), &in);
  clSetKernelArg(k, 2, 64 * 32 * sizeof(float), NULL);
  clEnqueueNDRangeKernel(0, k, 1, NULL, &global, &local, 0, NULL, NULL);
  return 0;
}
