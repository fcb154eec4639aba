static void setSize(cl_kernel k) {
  clSetKernelArg(k, 1, 256 * sizeof(cl_float4), NULL);
}
