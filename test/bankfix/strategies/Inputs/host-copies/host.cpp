#include <CL/cl.h>
#include <cassert>
struct context {
  cl_command_queue queue;
  cl_kernel turn, turn_twice;
};
void load(context *to, cl_program p) {
  cl_int error;
  to->turn = clCreateKernel(p, "turn", &error);
  assert(error == CL_SUCCESS);
  to->turn_twice = clCreateKernel(p, "turn_twice", &error);
  assert(error == CL_SUCCESS);
}
void run(context *with, cl_mem o, bool twice) {
  size_t local = 32;
  DECLARE
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &o);
  clSetKernelArg(kernel, 1, 1024 * sizeof(float), nullptr);
  clEnqueueNDRangeKernel(with->queue, kernel, 1, nullptr, &local, &local, 0,
                         nullptr, nullptr);
}
