// Options that are put together of strings and numbers.
#include <CL/cl2.hpp>
#include <string>

void run(cl::Program &program, cl::CommandQueue &queue) {
  const int tile = 32;
  std::string options = "-cl-fast-relaxed-math";
  options += " -DTILE=" + std::to_string(tile);
  program.build(options.c_str());
  cl::Kernel kernel(program, "k");
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(32, 32),
                             cl::NDRange(32, 32));
}
