// Prints what an OpenCL host does, one line a call:
//   build OPTIONS
//   launch KERNEL DIMENSIONS GLOBAL... LOCAL...   (LOCAL is 0 where it gives none)
//   argument INDEX local BYTES | buffer NUMBER | value NUMBER   (of that launch)

#include "CL/cl.h"
#include <cstdio>
#include <map>
#include <string>

struct Memory {
  int number;
};
struct Argument {
  size_t bytes;
  bool local;
  std::string value;
};
struct Kernel {
  std::string name;
  std::map<cl_uint, Argument> arguments;
};
static int buffers;

extern "C" {
cl_mem clCreateBuffer(cl_context, unsigned long, size_t, void *, cl_int *) {
  return new Memory{buffers++};
}

cl_program clCreateProgramWithSource(cl_context, cl_uint, const char **,
                                     const size_t *, cl_int *) {
  return nullptr;
}

cl_int clBuildProgram(cl_program, cl_uint, const cl_device_id *,
                      const char *options, void *, void *) {
  std::printf("build %s\n", options ? options : "");
  return CL_SUCCESS;
}

cl_kernel clCreateKernel(cl_program, const char *name, cl_int *error) {
  if (error)
    *error = CL_SUCCESS;
  return new Kernel{name, {}};
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t bytes,
                      const void *value) {
  Argument made{bytes, !value, {}};
  if (value)
    made.value.assign(static_cast<const char *>(value), bytes);
  kernel->arguments[index] = made;
  return CL_SUCCESS;
}

static void printArgument(cl_uint index, const Argument &a) {
  if (a.local) {
    std::printf("argument %u local %zu\n", index, a.bytes);
  } else if (a.bytes == sizeof(cl_mem)) {
    cl_mem memory;
    a.value.copy(reinterpret_cast<char *>(&memory), sizeof memory);
    std::printf("argument %u buffer %d\n", index, memory->number);
  } else {
    int value = 0;
    a.value.copy(reinterpret_cast<char *>(&value), sizeof value);
    std::printf("argument %u value %d\n", index, value);
  }
}

cl_int clEnqueueNDRangeKernel(cl_command_queue, cl_kernel kernel,
                              cl_uint dimensions, const size_t *,
                              const size_t *global, const size_t *local,
                              cl_uint, const void *, void *) {
  std::printf("launch %s %u", kernel->name.c_str(), dimensions);
  for (cl_uint d = 0; d < dimensions; ++d)
    std::printf(" %zu", global[d]);
  for (cl_uint d = 0; d < dimensions; ++d)
    std::printf(" %zu", local ? local[d] : 0);
  std::printf("\n");
  for (auto &[index, argument] : kernel->arguments)
    printArgument(index, argument);
  return CL_SUCCESS;
}

cl_int clFinish(cl_command_queue) { return CL_SUCCESS; }
}
