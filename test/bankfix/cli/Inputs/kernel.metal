kernel void k(threadgroup float *tile) { tile[0] = 1; }
