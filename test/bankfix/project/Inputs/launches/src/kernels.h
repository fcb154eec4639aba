#pragma once

__global__ void turn(const float *in, float *out);
__global__ void scratch(const float *in, float *out);
