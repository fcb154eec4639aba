#ifdef __METAL_VERSION__
kernel void k(threadgroup float *tile) { tile[0] = 1; }
#endif
