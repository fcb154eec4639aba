#include <CL/cl.hpp>

void run(cl::Program &program, cl::CommandQueue &queue, cl::Buffer &out) {
  cl::Kernel red(program, "red");
  red.setArg(0, out);
  red.setArg(1, cl::Local(256 * sizeof(cl_float4)));
  queue.enqueueNDRangeKernel(red, cl::NullRange, cl::NDRange(4096),
                             cl::NDRange(256));
}
