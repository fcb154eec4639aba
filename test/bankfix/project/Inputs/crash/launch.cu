__global__ void turn(float *out, const float *in);

void launch(float *values) { turn<<<1, dim3(32, 32)>>>(values, values); }
// Clang's own way to crash.
#pragma clang __debug parser_crash
