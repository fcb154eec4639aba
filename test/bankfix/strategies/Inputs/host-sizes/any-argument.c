#include <CL/cl.h>

/* The call sets buffers, too, which would not get their sizes any more. */
static cl_int argument(cl_kernel k, cl_uint index, size_t bytes,
                       const void *value) {
  return clSetKernelArg(k, index, bytes, value);
}

void run(cl_program program, cl_command_queue queue, cl_mem out) {
  cl_kernel red = clCreateKernel(program, "red", NULL);
  argument(red, 0, sizeof(out), &out);
  argument(red, 1, 256 * sizeof(cl_float4), NULL);
  size_t global = 4096, local = 256;
  clEnqueueNDRangeKernel(queue, red, 1, NULL, &global, &local, 0, NULL, NULL);
}
