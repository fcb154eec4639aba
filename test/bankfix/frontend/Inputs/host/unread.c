#include <CL/cl.h>

/* Who knows with which options. */
void build(cl_program program, const char *options) {
  clBuildProgram(program, 0, 0, options, 0, 0);
}
