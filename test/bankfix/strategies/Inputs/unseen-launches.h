// Kernels that other files may launch.
__global__ void rows(float *out, int w);
__global__ void column(float *out, int w);
__global__ void square(float *out);
__global__ void flat(float *out);
