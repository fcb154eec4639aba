// Stands in for the wrapper of the Khronos Group, which projects carry along.
namespace cl {
enum { KernelMemory = CL_KERNEL_LOCAL_MEM_SIZE };
struct Program {
  cl_program Of;
  cl_int build(const char *options = 0) const {
    return ::clBuildProgram(Of, 0, 0, options, 0, 0);
  }
};
} // namespace cl
