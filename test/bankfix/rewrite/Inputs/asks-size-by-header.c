#include <CL/cl.h>
#include "asks-size.h"

void run(cl_kernel k, cl_device_id d, cl_command_queue q, cl_mem out) {
  clSetKernelArg(k, 0, sizeof(cl_mem), &out);
  size_t size[2] = {32, 32};
  if (bytesOf(k, d) < 4200)
    clEnqueueNDRangeKernel(q, k, 2, 0, size, size, 0, 0, 0);
}
