/* Gives kernels of several tests their local arrays. */
#include <CL/cl.h>

void rounded(cl_program program) {
  cl_kernel k = clCreateKernel(program, "rounded", NULL);
  clSetKernelArg(k, 1, 8192, NULL);
  clSetKernelArg(k, 2, 8068, NULL);
}

void components(cl_program program) {
  cl_kernel k = clCreateKernel(program, "components", NULL);
  clSetKernelArg(k, 2, 64 * sizeof(cl_float4), NULL);
}

void besideLocal(cl_program program) {
  cl_kernel k = clCreateKernel(program, "besideLocal", NULL);
  clSetKernelArg(k, 2, 390 * 16, NULL);
}

void given(cl_program program) {
  cl_kernel k = clCreateKernel(program, "given", NULL);
  clSetKernelArg(k, 0, 64 * sizeof(cl_int2), NULL);
}

void bytes(cl_program program) {
  cl_kernel k = clCreateKernel(program, "bytes", NULL);
  clSetKernelArg(k, 1, 8192, NULL);
}
