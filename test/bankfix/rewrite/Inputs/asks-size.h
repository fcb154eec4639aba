static cl_ulong bytesOf(cl_kernel k, cl_device_id d) {
  cl_ulong bytes = 0;
  clGetKernelWorkGroupInfo(k, d, CL_KERNEL_LOCAL_MEM_SIZE, sizeof(bytes),
                           &bytes, 0);
  return bytes;
}
