#pragma once

void rows(const float *in, float *out);
void columns(const double *in, double *out);
void blocks(const float *in, float *out);
__global__ void reverse(float *values);
__global__ void turn(const float *in, float *out);
__global__ void scratch(const float *in, float *out);
