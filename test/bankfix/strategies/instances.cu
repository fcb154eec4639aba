// One text for all instances of a template: none may pay for the others.

// RUN: %exits 1 %bankfix check --strategy=pad-row %s | FileCheck %s
// RUN: %bankfix --strategy=pad-row %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu

// The best for one width serves the other, too.
template <bool Padded> __global__ void column(float *out) {
  // CHECK: note: 't[32][32] -> t[32][34]' (pad-row)
  // FIXED: float t[32][(Padded ? 33 : 32) + 2];
  __shared__ float t[32][Padded ? 33 : 32];
  t[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x][threadIdx.y];
}

// One needs rows of an odd length, the other, which has more to gain, of an
// even one.
template <int Way> __global__ void ways(float *out) {
  // CHECK: note: no fix of 'e' by pad-row: what it saves others, 'e' pays in ways<1>: 64 wavefronts become 96
  // FIXED: float e[32][33];
  __shared__ float e[32][33];
  e[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  if (Way == 1) {
    out[threadIdx.x] = e[threadIdx.x / 16][threadIdx.x % 16 * 2];
    return;
  }
  for (int k = 0; k < 4; ++k)
    out[threadIdx.x] += e[threadIdx.x % 16][threadIdx.x / 16 + 2 * k];
}

void launch(void *p) {
  dim3 block(32, 32);
  column<true><<<1, block>>>((float *)p);
  column<false><<<1, block>>>((float *)p);
  ways<1><<<1, block>>>((float *)p);
  ways<2><<<1, block>>>((float *)p);
}
