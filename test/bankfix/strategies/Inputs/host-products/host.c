#include <CL/cl.h>
#include <stdlib.h>
OTHER
float *rows_of(int rows, int columns) {
  return malloc(rows * columns * sizeof(float));
}
void run(cl_program p, cl_command_queue q, cl_mem o, int rows, int columns) {
  size_t local = 32;
  cl_kernel turn = clCreateKernel(p, "turn", NULL);
  clSetKernelArg(turn, 0, sizeof(cl_mem), &o);
  clSetKernelArg(turn, 1, SIZE, NULL);
  clEnqueueNDRangeKernel(q, turn, 1, NULL, &local, &local, 0, NULL, NULL);
}
