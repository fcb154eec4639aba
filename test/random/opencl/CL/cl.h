// The part of OpenCL's host interface that random hosts use. What they call is
// recorded (recorder.cpp), and nothing is computed.

#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int cl_int;
typedef unsigned cl_uint;
typedef float cl_float;
typedef double cl_double;
typedef short cl_short;
typedef unsigned short cl_ushort;
typedef char cl_char;
typedef unsigned char cl_uchar;
typedef long cl_long;
typedef struct {
  cl_float s[2];
} cl_float2;
typedef struct {
  cl_float s[4];
} cl_float4;
typedef struct {
  cl_int s[2];
} cl_int2;
typedef struct {
  cl_int s[4];
} cl_int4;
typedef struct Context *cl_context;
typedef struct Device *cl_device_id;
typedef struct Queue *cl_command_queue;
typedef struct Program *cl_program;
typedef struct Kernel *cl_kernel;
typedef struct Memory *cl_mem;
#define CL_SUCCESS 0
#define CL_MEM_READ_WRITE 1

cl_mem clCreateBuffer(cl_context, unsigned long flags, size_t bytes, void *,
                      cl_int *error);
cl_program clCreateProgramWithSource(cl_context, cl_uint count,
                                     const char **sources, const size_t *,
                                     cl_int *error);
cl_int clBuildProgram(cl_program, cl_uint, const cl_device_id *,
                      const char *options, void *, void *);
cl_kernel clCreateKernel(cl_program, const char *name, cl_int *error);
cl_int clSetKernelArg(cl_kernel, cl_uint index, size_t bytes, const void *);
cl_int clEnqueueNDRangeKernel(cl_command_queue, cl_kernel, cl_uint dimensions,
                              const size_t *offset, const size_t *global,
                              const size_t *local, cl_uint, const void *,
                              void *);
cl_int clFinish(cl_command_queue);

#ifdef __cplusplus
}
#endif
