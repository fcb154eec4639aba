#include <CL/cl.h>
#include <iostream>
#include <string>

// As wrappers of OpenCL have it.
struct KernelInfo {
  cl_ulong used;
  int read(cl_kernel &kernel, cl_device_id device) {
    return clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof(used), &used, NULL);
  }
};

struct Transpose {
  cl_kernel kernel;
  KernelInfo info;
  std::string name;
  int setup(cl_program program, cl_device_id device);
  int run(cl_command_queue queue, cl_mem out);
};

int Transpose::setup(cl_program program, cl_device_id device) {
  cl_int status;
  kernel = clCreateKernel(program, "transpose", &status);
  if (status != CL_SUCCESS) {
    std::cout << "no kernel: " << name << std::endl;
    return 1;
  }
  if (info.read(kernel, device) != CL_SUCCESS)
    return 1;
  return info.used > 32768;
}

int Transpose::run(cl_command_queue queue, cl_mem out) {
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &out);
  clSetKernelArg(kernel, 1, 32 * 32 * sizeof(cl_float), NULL);
  size_t size[2] = {32, 32};
  return clEnqueueNDRangeKernel(queue, kernel, 2, NULL, size, size, 0, NULL, NULL);
}
