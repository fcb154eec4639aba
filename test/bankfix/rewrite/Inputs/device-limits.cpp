#include <CL/opencl.hpp>

static void check(cl_int status, size_t *n) { *n += status != CL_SUCCESS; }

void run(cl::Program program, cl::Device device, cl::CommandQueue queue,
         cl::Buffer out, size_t n) {
  cl_ulong most = 0;
  cl_int status = clGetDeviceInfo(device(), CL_DEVICE_LOCAL_MEM_SIZE,
                                  sizeof(most), &most, NULL);
  check(status, &n); // An error is no limit.
  cl::Kernel whole(program, "whole");
  whole.setArg(0, out);
  whole.setArg(1, most, NULL);
  queue.enqueueNDRangeKernel(whole, cl::NullRange, cl::NDRange(32),
                             cl::NDRange(32));
  cl::Kernel direct(program, "direct");
  direct.setArg(0, out);
  const size_t bytes = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  direct.setArg(1, cl::Local(bytes));
  queue.enqueueNDRangeKernel(direct, cl::NullRange, cl::NDRange(32),
                             cl::NDRange(32));
  if (n * sizeof(float) > most)
    return;
  cl::Kernel compared(program, "compared");
  compared.setArg(0, out);
  compared.setArg(1, n * sizeof(float), NULL);
  queue.enqueueNDRangeKernel(compared, cl::NullRange, cl::NDRange(32),
                             cl::NDRange(32));
}
