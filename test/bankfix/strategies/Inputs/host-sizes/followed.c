#include <CL/cl.h>
static void launch(cl_command_queue q, cl_kernel k, size_t w) {
  size_t l[1];
  l[0] = w;
  clEnqueueNDRangeKernel(q, k, 1, NULL, l, l, 0, NULL, NULL);
}
int main(void) {
  cl_program p = 0; cl_command_queue q = 0; cl_mem o = 0;
  cl_kernel ks[2];
  ks[0] = clCreateKernel(p, "red", NULL);
  clSetKernelArg(ks[0], 0, sizeof(cl_mem), &o);
  int i = 1;
  clSetKernelArg(ks[0], i, 256 * sizeof(cl_float4), NULL);
  launch(q, ks[0], 256);
  return 0;
}
