#include <CL/cl.h>
static void give(cl_kernel k, cl_uint index, size_t bytes, const void *value) {
  clSetKernelArg(k, index, bytes, value);
}
