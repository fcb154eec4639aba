__global__ void listed(float *out);
