/* Runs every kernel of an OpenCL file on the first CPU device, and prints what
 * each writes.
 *
 *   runkernels FILE
 *
 * Each kernel is (__global unsigned *out, __global const unsigned *in, any
 * __local arguments, int n, int m), with a required work-group size, and writes
 * one element of out for each work-item. It gets the same data each time, so
 * outputs of two versions of a file can be compared. Exits with 1 if there is
 * no device or anything fails. */

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  Groups = 2,
  LocalBytes = 64 * 1024, /* of an argument: room for what a fix adds */
  InputSize = 1024,
  MostKernels = 256,
  MostItems = Groups * 1024
};

static void check(cl_int status, const char *what) {
  if (status == CL_SUCCESS)
    return;
  fprintf(stderr, "runkernels: %s: OpenCL error %d\n", what, status);
  exit(1);
}

static char *contents(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(1);
  }
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *text = calloc(size + 1, 1);
  if (!text || fread(text, 1, size, file) != (size_t)size) {
    fprintf(stderr, "runkernels: %s cannot be read\n", path);
    exit(1);
  }
  fclose(file);
  return text;
}

static cl_program build(cl_context context, cl_device_id device,
                        const char *path) {
  char *text = contents(path);
  cl_int status;
  cl_program program = clCreateProgramWithSource(
      context, 1, (const char **)&text, NULL, &status);
  check(status, "clCreateProgramWithSource");
  status =
      clBuildProgram(program, 1, &device, "-w -cl-kernel-arg-info", NULL, NULL);
  if (status != CL_SUCCESS) {
    static char log[1 << 16];
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1,
                          log, NULL);
    fprintf(stderr, "%s\n", log);
  }
  check(status, "clBuildProgram");
  free(text);
  return program;
}

static cl_mem buffer(cl_context context, cl_mem_flags flags, size_t words,
                     unsigned *data) {
  cl_int status;
  cl_mem memory = clCreateBuffer(context, flags | CL_MEM_COPY_HOST_PTR,
                                 words * sizeof(unsigned), data, &status);
  check(status, "clCreateBuffer");
  return memory;
}

static void setArguments(cl_kernel kernel, cl_mem *output, cl_mem *input,
                         cl_int *n, cl_int *m) {
  void *others[] = {output, input, n, m};
  size_t sizes[] = {sizeof *output, sizeof *input, sizeof *n, sizeof *m};
  cl_uint count, other = 0;
  check(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL),
        "its arguments");
  for (cl_uint i = 0; i < count; ++i) {
    cl_kernel_arg_address_qualifier space;
    check(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER,
                             sizeof space, &space, NULL),
          "the address space of an argument");
    if (space == CL_KERNEL_ARG_ADDRESS_LOCAL) {
      check(clSetKernelArg(kernel, i, LocalBytes, NULL), "a local argument");
      continue;
    }
    if (other == 4)
      check(CL_INVALID_KERNEL_ARGS, "an argument too many");
    check(clSetKernelArg(kernel, i, sizes[other], others[other]),
          "an argument");
    ++other;
  }
}

static void run(cl_context context, cl_command_queue queue, cl_device_id device,
                cl_kernel kernel) {
  static unsigned out[MostItems], in[InputSize];
  char name[256];
  size_t local[3], global[3];
  cl_int n = 5, m = 11;
  check(
      clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL),
      "its name");
  check(clGetKernelWorkGroupInfo(kernel, device,
                                 CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                 sizeof local, local, NULL),
        "its work-group size");
  size_t items = Groups * local[0] * local[1] * local[2];
  if (!items || items > MostItems)
    check(CL_INVALID_WORK_GROUP_SIZE, name);
  for (int d = 0; d < 3; ++d)
    global[d] = local[d] * (d == 0 ? Groups : 1);
  for (unsigned i = 0; i < MostItems; ++i)
    out[i] = 0xdeadbeef;
  for (unsigned i = 0; i < InputSize; ++i)
    in[i] = i * 2654435761u >> 7;

  cl_mem output = buffer(context, CL_MEM_READ_WRITE, MostItems, out);
  cl_mem input = buffer(context, CL_MEM_READ_ONLY, InputSize, in);
  setArguments(kernel, &output, &input, &n, &m);
  check(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, global, local, 0, NULL,
                               NULL),
        name);
  check(clEnqueueReadBuffer(queue, output, CL_TRUE, 0, sizeof out, out, 0, NULL,
                            NULL),
        name);
  printf("%s", name);
  for (size_t i = 0; i < items; ++i)
    printf(" %u", out[i]);
  printf("\n");
  clReleaseMemObject(output);
  clReleaseMemObject(input);
}

int main(int argc, char **argv) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  cl_kernel kernels[MostKernels];
  cl_uint count;
  if (argc != 2) {
    fprintf(stderr, "usage: runkernels FILE\n");
    return 1;
  }
  check(clGetPlatformIDs(1, &platform, NULL), "no OpenCL platform");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL),
        "no CPU device");
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  check(status, "clCreateCommandQueue");
  cl_program program = build(context, device, argv[1]);
  check(clCreateKernelsInProgram(program, MostKernels, kernels, &count),
        "its kernels");
  for (cl_uint i = 0; i < count; ++i)
    run(context, queue, device, kernels[i]);
  return 0;
}
