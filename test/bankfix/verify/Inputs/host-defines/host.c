#include <CL/cl.h>

void run(cl_context context, cl_device_id device, cl_command_queue queue, const char *source) {
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
  clBuildProgram(program, 1, &device, "-DTILE=24 -cl-fast-relaxed-math", NULL, NULL);
  cl_kernel turn = clCreateKernel(program, "turn", NULL);
  size_t global[2] = {24, 24}, local[2] = {24, 24};
  clEnqueueNDRangeKernel(queue, turn, 2, NULL, global, local, 0, NULL, NULL);
}
