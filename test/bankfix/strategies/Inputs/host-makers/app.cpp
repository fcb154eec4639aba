#include <CL/cl.hpp>

class App {
  cl::CommandQueue queue;
  cl::Kernel kernel;

public:
  App(cl::Program &program, const char *name) INITIALIZERS {}
  void run(cl::Buffer &out) {
    int argument = 0;
    kernel.setArg(argument++, out);
    kernel.setArg(argument++, cl::Local(32 * 32 * sizeof(float)));
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(32, 32),
                               cl::NDRange(32, 32));
  }
};
