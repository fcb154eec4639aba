#include <CL/cl.h>

void run(cl_context context, cl_device_id device, cl_command_queue queue, const char *source) {
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
  clBuildProgram(program, 1, &device, "", NULL, NULL);
  cl_kernel turn = clCreateKernel(program, "turn", NULL);
  size_t global = 1024;
  FIRST
    cl_int n = (cl_int)local;
    clSetKernelArg(turn, 2, sizeof(n), &n);
    clEnqueueNDRangeKernel(queue, turn, 1, NULL, &global, &local, 0, NULL, NULL);
  LAST
}
