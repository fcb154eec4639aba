inline __device__ float twice(const float &value) { return 2 * value; }

inline __device__ float half(const float &value) {
#if WINDOWS
#include "pasted-numbers.h"
#endif
  return value / 2;
}

inline __device__ float third(const float &value)
#if WINDOWS
{
#include "pasted-numbers.h"
  return value / 3;
}
#else
{
  return value / 3;
}
#endif
