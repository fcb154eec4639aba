#include <CL/cl.h>

int main(void) {
  cl_int error;
  cl_program program = clCreateProgramWithSource(0, 0, 0, 0, &error);
  clBuildProgram(program, 0, NULL, "", NULL, NULL);
  cl_mem out = clCreateBuffer(0, 0, 0, 0, &error), in = clCreateBuffer(0, 0, 0, 0, &error);
  cl_kernel k = clCreateKernel(program, "turn", &error);
  size_t local =
#ifdef BIG
      64
#else
      32
#endif
      ;
  size_t global = 128;
  clSetKernelArg(k, 0, sizeof(cl_mem), &out);
  clSetKernelArg(k, 1, sizeof(cl_mem), &in);
  clSetKernelArg(k, 2,
#ifdef BIG
                 64 * 32 * sizeof(float)
#else
                 32 * 32 * sizeof(float)
#endif
                 , NULL);
  clEnqueueNDRangeKernel(0, k, 1, NULL, &global, &local, 0, NULL, NULL);
  return 0;
}
