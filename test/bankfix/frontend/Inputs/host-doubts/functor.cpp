#include <CL/opencl.hpp>
void run(cl::Program &program, cl::CommandQueue &queue, cl::Buffer &out, cl::Buffer &in) {
  cl::KernelFunctor<cl::Buffer, cl::Buffer, cl::LocalSpaceArg> turn(program, "turn");
  turn(cl::EnqueueArgs(queue, cl::NDRange(128), cl::NDRange(64)), out, in, cl::Local(8192));
}
