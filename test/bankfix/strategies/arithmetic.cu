// Index arithmetic is paid by every access: where a map leaves conflicts, the
// wavefronts that it saves have to be worth it.

// RUN: %bankfix check --objective=wavefronts --fail-on=never --strategy=index-macro,swizzle %s 2>&1 | FileCheck %s

__global__ void gather(float *out, const unsigned char *bins) {
  __shared__ float s[256];
  unsigned t = threadIdx.x;
  for (unsigned i = t; i < 256; i += 32)
    s[i] = i;
  __syncthreads();
  // CHECK: no fix of 's' by index-macro: would save 1 of 18 wavefronts, which the index arithmetic of 10 requests outweighs
  out[t] = s[(2 * t) & 255] + s[bins[t]];
}

void launch(float *out, const unsigned char *bins) {
  gather<<<1, 32>>>(out, bins);
}
