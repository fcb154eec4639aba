// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What OpenCL's host interface and the C library declare, as far as it decides
// how a host is followed: which arguments are only read (pointers to const),
// and how large OpenCL's types are (OpenCL 3.0 API, section 4.2, "cl_platform.h").
// Included before every host source.

#pragma once
#pragma clang system_header

#include "bankfix_opencl_constants.h"

// `long` or `long long`, as platforms have it: calls of overloaded functions
// depend on that, so hosts that name them are read with both.
#ifndef BANKFIX_INT64
#define BANKFIX_INT64 long long
#endif

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned uint32_t;
typedef BANKFIX_INT64 int64_t;
typedef unsigned BANKFIX_INT64 uint64_t;
typedef struct bankfix_file FILE;
typedef __builtin_va_list va_list;

#ifdef __cplusplus
#define NULL __null
namespace std {
using ::int32_t;
using ::int64_t;
using ::size_t;
using ::uint32_t;
using ::uint64_t;
} // namespace std
extern "C" {
#else
#define NULL ((void *)0)
#define bool _Bool
#define true 1
#define false 0
#endif
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1

void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
__attribute__((noreturn)) void exit(int);
__attribute__((noreturn)) void abort(void);
int atoi(const char *);
void *memset(void *, int, size_t);
void *memcpy(void *, const void *, size_t);
int memcmp(const void *, const void *, size_t);
size_t strlen(const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
char *strcpy(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *strcat(char *, const char *);
char *strstr(const char *, const char *);
int printf(const char *, ...);
int fprintf(FILE *, const char *, ...);
int sprintf(char *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int puts(const char *);
FILE *fopen(const char *, const char *);
int fclose(FILE *);
size_t fread(void *, size_t, size_t, FILE *);
int fseek(FILE *, long, int);
long ftell(FILE *);
void rewind(FILE *);
extern FILE *const stdin, *const stdout, *const stderr;

typedef signed char cl_char;
typedef unsigned char cl_uchar;
typedef short cl_short;
typedef unsigned short cl_ushort;
typedef int cl_int;
typedef unsigned cl_uint;
typedef BANKFIX_INT64 cl_long;
typedef unsigned BANKFIX_INT64 cl_ulong;
typedef unsigned short cl_half;
typedef float cl_float;
typedef double cl_double;

typedef union {
  cl_char s[2];
} __attribute__((aligned(2))) cl_char2;
typedef union {
  cl_char s[4];
} __attribute__((aligned(4))) cl_char4;
typedef union {
  cl_char s[8];
} __attribute__((aligned(8))) cl_char8;
typedef union {
  cl_char s[16];
} __attribute__((aligned(16))) cl_char16;
typedef cl_char4 cl_char3;
typedef union {
  cl_uchar s[2];
} __attribute__((aligned(2))) cl_uchar2;
typedef union {
  cl_uchar s[4];
} __attribute__((aligned(4))) cl_uchar4;
typedef union {
  cl_uchar s[8];
} __attribute__((aligned(8))) cl_uchar8;
typedef union {
  cl_uchar s[16];
} __attribute__((aligned(16))) cl_uchar16;
typedef cl_uchar4 cl_uchar3;
typedef union {
  cl_short s[2];
} __attribute__((aligned(4))) cl_short2;
typedef union {
  cl_short s[4];
} __attribute__((aligned(8))) cl_short4;
typedef union {
  cl_short s[8];
} __attribute__((aligned(16))) cl_short8;
typedef union {
  cl_short s[16];
} __attribute__((aligned(32))) cl_short16;
typedef cl_short4 cl_short3;
typedef union {
  cl_ushort s[2];
} __attribute__((aligned(4))) cl_ushort2;
typedef union {
  cl_ushort s[4];
} __attribute__((aligned(8))) cl_ushort4;
typedef union {
  cl_ushort s[8];
} __attribute__((aligned(16))) cl_ushort8;
typedef union {
  cl_ushort s[16];
} __attribute__((aligned(32))) cl_ushort16;
typedef cl_ushort4 cl_ushort3;
typedef union {
  cl_int s[2];
} __attribute__((aligned(8))) cl_int2;
typedef union {
  cl_int s[4];
} __attribute__((aligned(16))) cl_int4;
typedef union {
  cl_int s[8];
} __attribute__((aligned(32))) cl_int8;
typedef union {
  cl_int s[16];
} __attribute__((aligned(64))) cl_int16;
typedef cl_int4 cl_int3;
typedef union {
  cl_uint s[2];
} __attribute__((aligned(8))) cl_uint2;
typedef union {
  cl_uint s[4];
} __attribute__((aligned(16))) cl_uint4;
typedef union {
  cl_uint s[8];
} __attribute__((aligned(32))) cl_uint8;
typedef union {
  cl_uint s[16];
} __attribute__((aligned(64))) cl_uint16;
typedef cl_uint4 cl_uint3;
typedef union {
  cl_long s[2];
} __attribute__((aligned(16))) cl_long2;
typedef union {
  cl_long s[4];
} __attribute__((aligned(32))) cl_long4;
typedef union {
  cl_long s[8];
} __attribute__((aligned(64))) cl_long8;
typedef union {
  cl_long s[16];
} __attribute__((aligned(128))) cl_long16;
typedef cl_long4 cl_long3;
typedef union {
  cl_ulong s[2];
} __attribute__((aligned(16))) cl_ulong2;
typedef union {
  cl_ulong s[4];
} __attribute__((aligned(32))) cl_ulong4;
typedef union {
  cl_ulong s[8];
} __attribute__((aligned(64))) cl_ulong8;
typedef union {
  cl_ulong s[16];
} __attribute__((aligned(128))) cl_ulong16;
typedef cl_ulong4 cl_ulong3;
typedef union {
  cl_float s[2];
} __attribute__((aligned(8))) cl_float2;
typedef union {
  cl_float s[4];
} __attribute__((aligned(16))) cl_float4;
typedef union {
  cl_float s[8];
} __attribute__((aligned(32))) cl_float8;
typedef union {
  cl_float s[16];
} __attribute__((aligned(64))) cl_float16;
typedef cl_float4 cl_float3;
typedef union {
  cl_double s[2];
} __attribute__((aligned(16))) cl_double2;
typedef union {
  cl_double s[4];
} __attribute__((aligned(32))) cl_double4;
typedef union {
  cl_double s[8];
} __attribute__((aligned(64))) cl_double8;
typedef union {
  cl_double s[16];
} __attribute__((aligned(128))) cl_double16;
typedef cl_double4 cl_double3;

typedef struct _cl_platform_id *cl_platform_id;
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_context *cl_context;
typedef struct _cl_command_queue *cl_command_queue;
typedef struct _cl_mem *cl_mem;
typedef struct _cl_program *cl_program;
typedef struct _cl_kernel *cl_kernel;
typedef struct _cl_event *cl_event;
typedef struct _cl_sampler *cl_sampler;
typedef cl_uint cl_bool;
typedef cl_ulong cl_bitfield;
typedef cl_bitfield cl_device_type, cl_mem_flags, cl_map_flags,
    cl_command_queue_properties;
typedef cl_uint cl_platform_info, cl_device_info, cl_context_info,
    cl_program_info, cl_program_build_info, cl_kernel_info,
    cl_kernel_work_group_info, cl_event_info, cl_profiling_info, cl_mem_info,
    cl_command_queue_info, cl_image_info, cl_sampler_info, cl_kernel_arg_info,
    cl_device_mem_cache_type, cl_device_local_mem_type, cl_channel_order,
    cl_channel_type, cl_mem_object_type, cl_addressing_mode, cl_filter_mode,
    cl_buffer_create_type;
typedef cl_bitfield cl_device_fp_config, cl_device_exec_capabilities,
    cl_svm_mem_flags, cl_queue_properties, cl_mem_migration_flags;
typedef long cl_device_partition_property;
typedef struct {
  cl_channel_order image_channel_order;
  cl_channel_type image_channel_data_type;
} cl_image_format;
typedef struct {
  cl_mem_object_type image_type;
  size_t image_width, image_height, image_depth, image_array_size,
      image_row_pitch, image_slice_pitch;
  cl_uint num_mip_levels, num_samples;
  cl_mem buffer;
} cl_image_desc;
typedef struct {
  size_t origin, size;
} cl_buffer_region;
typedef cl_int cl_build_status;
typedef long cl_context_properties;

#define CL_SUCCESS 0
#define CL_FALSE 0
#define CL_TRUE 1
#define CL_NON_BLOCKING CL_FALSE
#define CL_BLOCKING CL_TRUE

cl_mem clCreateBuffer(cl_context, cl_mem_flags, size_t, void *, cl_int *);
cl_program clCreateProgramWithSource(cl_context, cl_uint, const char **,
                                     const size_t *, cl_int *);
cl_program clCreateProgramWithBinary(cl_context, cl_uint, const cl_device_id *,
                                     const size_t *, const unsigned char **,
                                     cl_int *, cl_int *);
cl_int clBuildProgram(cl_program, cl_uint, const cl_device_id *, const char *,
                      void (*)(cl_program, void *), void *);
cl_int clCompileProgram(cl_program, cl_uint, const cl_device_id *, const char *,
                        cl_uint, const cl_program *, const char **,
                        void (*)(cl_program, void *), void *);
cl_int clGetProgramBuildInfo(cl_program, cl_device_id, cl_program_build_info,
                             size_t, void *, size_t *);
cl_kernel clCreateKernel(cl_program, const char *, cl_int *);
cl_kernel clCloneKernel(cl_kernel, cl_int *);
cl_int clCreateKernelsInProgram(cl_program, cl_uint, cl_kernel *, cl_uint *);
cl_int clRetainKernel(cl_kernel);
cl_int clReleaseKernel(cl_kernel);
cl_int clReleaseProgram(cl_program);
cl_int clReleaseMemObject(cl_mem);
cl_int clReleaseEvent(cl_event);
cl_int clReleaseCommandQueue(cl_command_queue);
cl_int clReleaseContext(cl_context);
cl_int clSetKernelArg(cl_kernel, cl_uint, size_t, const void *);
cl_int clGetKernelInfo(cl_kernel, cl_kernel_info, size_t, void *, size_t *);
cl_int clGetKernelWorkGroupInfo(cl_kernel, cl_device_id,
                                cl_kernel_work_group_info, size_t, void *,
                                size_t *);
cl_int clEnqueueNDRangeKernel(cl_command_queue, cl_kernel, cl_uint,
                              const size_t *, const size_t *, const size_t *,
                              cl_uint, const cl_event *, cl_event *);
cl_int clEnqueueTask(cl_command_queue, cl_kernel, cl_uint, const cl_event *,
                     cl_event *);
cl_int clEnqueueReadBuffer(cl_command_queue, cl_mem, cl_bool, size_t, size_t,
                           void *, cl_uint, const cl_event *, cl_event *);
cl_int clEnqueueWriteBuffer(cl_command_queue, cl_mem, cl_bool, size_t, size_t,
                            const void *, cl_uint, const cl_event *,
                            cl_event *);
cl_int clEnqueueCopyBuffer(cl_command_queue, cl_mem, cl_mem, size_t, size_t,
                           size_t, cl_uint, const cl_event *, cl_event *);
cl_int clWaitForEvents(cl_uint, const cl_event *);
cl_int clGetEventInfo(cl_event, cl_event_info, size_t, void *, size_t *);
cl_int clGetEventProfilingInfo(cl_event, cl_profiling_info, size_t, void *,
                               size_t *);
cl_int clGetDeviceInfo(cl_device_id, cl_device_info, size_t, void *, size_t *);
cl_int clGetPlatformInfo(cl_platform_id, cl_platform_info, size_t, void *,
                         size_t *);
cl_int clGetPlatformIDs(cl_uint, cl_platform_id *, cl_uint *);
cl_int clGetDeviceIDs(cl_platform_id, cl_device_type, cl_uint, cl_device_id *,
                      cl_uint *);
cl_int clGetContextInfo(cl_context, cl_context_info, size_t, void *, size_t *);
cl_context clCreateContext(const cl_context_properties *, cl_uint,
                           const cl_device_id *,
                           void (*)(const char *, const void *, size_t, void *),
                           void *, cl_int *);
cl_context clCreateContextFromType(const cl_context_properties *,
                                   cl_device_type,
                                   void (*)(const char *, const void *, size_t,
                                            void *),
                                   void *, cl_int *);
cl_command_queue clCreateCommandQueue(cl_context, cl_device_id,
                                      cl_command_queue_properties, cl_int *);
cl_command_queue clCreateCommandQueueWithProperties(cl_context, cl_device_id,
                                                    const cl_ulong *, cl_int *);
void *clEnqueueMapBuffer(cl_command_queue, cl_mem, cl_bool, cl_map_flags,
                         size_t, size_t, cl_uint, const cl_event *, cl_event *,
                         cl_int *);
cl_int clEnqueueUnmapMemObject(cl_command_queue, cl_mem, void *, cl_uint,
                               const cl_event *, cl_event *);
cl_int clGetProgramInfo(cl_program, cl_program_info, size_t, void *, size_t *);
cl_int clGetMemObjectInfo(cl_mem, cl_mem_info, size_t, void *, size_t *);
cl_int clGetCommandQueueInfo(cl_command_queue, cl_command_queue_info, size_t,
                             void *, size_t *);
cl_int clGetImageInfo(cl_mem, cl_image_info, size_t, void *, size_t *);
cl_int clGetKernelArgInfo(cl_kernel, cl_uint, cl_kernel_arg_info, size_t,
                          void *, size_t *);
cl_mem clCreateSubBuffer(cl_mem, cl_mem_flags, cl_buffer_create_type,
                         const void *, cl_int *);
cl_mem clCreateImage(cl_context, cl_mem_flags, const cl_image_format *,
                     const cl_image_desc *, void *, cl_int *);
cl_mem clCreateImage2D(cl_context, cl_mem_flags, const cl_image_format *,
                       size_t, size_t, size_t, void *, cl_int *);
cl_mem clCreateImage3D(cl_context, cl_mem_flags, const cl_image_format *,
                       size_t, size_t, size_t, size_t, size_t, void *,
                       cl_int *);
cl_int clGetSupportedImageFormats(cl_context, cl_mem_flags, cl_mem_object_type,
                                  cl_uint, cl_image_format *, cl_uint *);
cl_sampler clCreateSampler(cl_context, cl_bool, cl_addressing_mode,
                           cl_filter_mode, cl_int *);
cl_int clReleaseSampler(cl_sampler);
cl_event clCreateUserEvent(cl_context, cl_int *);
cl_int clSetUserEventStatus(cl_event, cl_int);
cl_int clSetEventCallback(cl_event, cl_int, void (*)(cl_event, cl_int, void *),
                          void *);
cl_int clRetainMemObject(cl_mem);
cl_int clRetainEvent(cl_event);
cl_int clRetainContext(cl_context);
cl_int clRetainProgram(cl_program);
cl_int clReleaseDevice(cl_device_id);
cl_int clUnloadCompiler(void);
cl_int clUnloadPlatformCompiler(cl_platform_id);
cl_int clEnqueueFillBuffer(cl_command_queue, cl_mem, const void *, size_t,
                           size_t, size_t, cl_uint, const cl_event *,
                           cl_event *);
cl_int clEnqueueReadImage(cl_command_queue, cl_mem, cl_bool, const size_t *,
                          const size_t *, size_t, size_t, void *, cl_uint,
                          const cl_event *, cl_event *);
cl_int clEnqueueWriteImage(cl_command_queue, cl_mem, cl_bool, const size_t *,
                           const size_t *, size_t, size_t, const void *,
                           cl_uint, const cl_event *, cl_event *);
cl_int clEnqueueCopyImage(cl_command_queue, cl_mem, cl_mem, const size_t *,
                          const size_t *, const size_t *, cl_uint,
                          const cl_event *, cl_event *);
cl_int clEnqueueMarker(cl_command_queue, cl_event *);
cl_int clEnqueueMarkerWithWaitList(cl_command_queue, cl_uint, const cl_event *,
                                   cl_event *);
cl_int clEnqueueBarrier(cl_command_queue);
cl_int clEnqueueBarrierWithWaitList(cl_command_queue, cl_uint, const cl_event *,
                                    cl_event *);
cl_int clEnqueueWaitForEvents(cl_command_queue, cl_uint, const cl_event *);
cl_int clFlush(cl_command_queue);
cl_int clFinish(cl_command_queue);

#ifdef __cplusplus
} // extern "C"
#endif
