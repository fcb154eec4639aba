#include <CL/cl.h>
#include <stdio.h>

struct app {
  cl_program program;
  cl_command_queue queue;
};
void tune(cl_kernel kernel);

MAKER

void run(struct app *app, cl_mem out, const char *name) {
  USE
  size_t local[2] = {32, 32}, global[2] = {32, 32};
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &out);
  clSetKernelArg(kernel, 1, 32 * 32 * sizeof(float), NULL);
  clEnqueueNDRangeKernel(app->queue, kernel, 2, NULL, global, local, 0, NULL, NULL);
}
