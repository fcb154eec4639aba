#include <CL/cl.h>
void run(cl_program p, cl_command_queue q) {
  clBuildProgram(p, 0, NULL, "-DTILE=16", NULL, NULL);
  clBuildProgram(p, 0, NULL, "-DTILE=32", NULL, NULL);
}
