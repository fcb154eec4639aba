// The part of OpenCL's C++ interface that random hosts use, by cl.h.

#pragma once
#include "cl.h"

namespace cl {

struct LocalSpaceArg {
  size_t size_;
};
inline LocalSpaceArg Local(size_t bytes) { return {bytes}; }

struct NDRange {
  size_t sizes[3];
  cl_uint dimensions;
  NDRange() : sizes{1, 1, 1}, dimensions(0) {}
  NDRange(size_t x) : sizes{x, 1, 1}, dimensions(1) {}
  NDRange(size_t x, size_t y) : sizes{x, y, 1}, dimensions(2) {}
  NDRange(size_t x, size_t y, size_t z) : sizes{x, y, z}, dimensions(3) {}
};
static const NDRange NullRange;

struct Buffer {
  cl_mem object;
};

struct Program {
  cl_program object;
  cl_int build(const char *options = "") {
    return clBuildProgram(object, 0, nullptr, options, nullptr, nullptr);
  }
};

class Kernel {
public:
  Kernel() : object(nullptr) {}
  Kernel(const Program &program, const char *name)
      : object(clCreateKernel(program.object, name, nullptr)) {}
  cl_int setArg(cl_uint index, LocalSpaceArg local) {
    return clSetKernelArg(object, index, local.size_, nullptr);
  }
  cl_int setArg(cl_uint index, const Buffer &buffer) {
    return clSetKernelArg(object, index, sizeof(cl_mem), &buffer.object);
  }
  cl_int setArg(cl_uint index, cl_int value) {
    return clSetKernelArg(object, index, sizeof value, &value);
  }
  cl_int setArg(cl_uint index, size_t bytes, const void *value) {
    return clSetKernelArg(object, index, bytes, value);
  }
  cl_kernel operator()() const { return object; }

private:
  cl_kernel object;
};

class CommandQueue {
public:
  cl_int enqueueNDRangeKernel(const Kernel &kernel, const NDRange &,
                              const NDRange &global, const NDRange &local) {
    return clEnqueueNDRangeKernel(
        nullptr, kernel(), global.dimensions, nullptr, global.sizes,
        local.dimensions ? local.sizes : nullptr, 0, nullptr, nullptr);
  }
  cl_int finish() { return CL_SUCCESS; }
};

} // namespace cl
