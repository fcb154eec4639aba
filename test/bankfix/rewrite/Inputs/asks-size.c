#include <CL/cl.h>

void run(cl_kernel k, cl_device_id d, cl_command_queue q, cl_mem out) {
  cl_ulong bytes;
  clGetKernelWorkGroupInfo(k, d, CL_KERNEL_LOCAL_MEM_SIZE, sizeof(bytes), &bytes, 0);
  clSetKernelArg(k, 0, sizeof(cl_mem), &out);
  size_t size[2] = {32, 32};
  clEnqueueNDRangeKernel(q, k, 2, 0, size, size, 0, 0, 0);
}
