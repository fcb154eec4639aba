#include <CL/opencl.hpp>

void run(cl::Program &program, cl::CommandQueue &queue, cl::Buffer &out) {
  cl::KernelFunctor<cl::Buffer, cl::LocalSpaceArg> red(program, "red");
  cl::NDRange local(256);
  red(cl::EnqueueArgs(queue, cl::NDRange(4096), local), out,
      cl::Local(256 * sizeof(cl_float4)));
}
