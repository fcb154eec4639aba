#include <CL/cl.hpp>

void run(cl::Program &program, cl::CommandQueue &queue, cl::Buffer &out) {
  cl::Kernel kernel(program, "red");
  auto red = cl::make_kernel<cl::Buffer &, cl::LocalSpaceArg>(kernel);
  cl_int error;
  for (int i = 0; i < 2; ++i)
    red(cl::EnqueueArgs(queue, cl::NDRange(4096), cl::NDRange(256)), out,
        cl::Local(256 * sizeof(cl_float4)), error);
}
