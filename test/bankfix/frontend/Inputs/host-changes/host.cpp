#include <CL/cl.h>
#include <cstdio>
#include <functional>
#include <iostream>
#include <size.h>
using Ref = size_t &;
static void clTune(size_t &n) { n = 32; }
struct Halver { Halver(size_t &n) { n /= 2; } };
HEAD
int main() {
  cl_int error;
  cl_program program = clCreateProgramWithSource(0, 0, 0, 0, &error);
  clBuildProgram(program, 0, NULL, "-DTILE=8", NULL, NULL);
  cl_mem out = clCreateBuffer(0, 0, 0, 0, &error), in = clCreateBuffer(0, 0, 0, 0, &error);
  cl_kernel k = clCreateKernel(program, "turn", &error);
  size_t local = 64, global = 128;
  CHANGE;
  clSetKernelArg(k, 0, sizeof(cl_mem), &out);
  clSetKernelArg(k, 1, sizeof(cl_mem), &in);
  clEnqueueNDRangeKernel(0, k, 1, NULL, &global, &local, 0, NULL, NULL);
}
