#include "helper.cl"
__kernel void more(__global float *out) {
  __local float s[1024];
  FILL(s + 32);
  out[get_local_id(0)] = s[get_local_id(0)];
}
