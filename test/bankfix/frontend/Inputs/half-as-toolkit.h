// Some of what the toolkit's cuda_fp16.h has: assignments of other numbers are
// operators of their own there.
#pragma once
#pragma clang system_header

struct __half {
  unsigned short x;
  __half() = default;
  __device__ __half(float);
  __device__ __half &operator=(const float f);
  __device__ __half &operator=(const int i);
};
__device__ __half &operator+=(__half &a, const __half &b);
